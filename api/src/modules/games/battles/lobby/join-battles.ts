import type { Tx } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import { doTheRest, isRefused, orRefused, type Refused } from '../../../../platform/refusals.ts';
import { lockAccounts } from '../../../assets/wallet/index.ts';
import { alreadyInBattle, codeNeeded, noBeacon } from '../battles.errors.ts';
import type { Battle, ChangedBattle } from '../battles.types.ts';
import { playersOf } from '../course/index.ts';
import type { LobbyDeps } from './create-lobby.ts';
import { freeSeats, sitsIn } from './lobby.rules.ts';
import type { JoinRequest } from './lobby.types.ts';
import {
  chargeSeats,
  isFilledBy,
  type LockedBattles,
  lockAndFind,
  openBattle,
  type Paid,
  type SeatAsk,
  settleSeats,
  writePaidSeats,
} from './take-seats.ts';

/**
 * Each the first seat that is free when its turn comes. The last one of a battle starts it, and unless a beacon decides, ends
 * it: in the same transaction. No user is among the requests twice. For each in its place what came of it.
 */
export async function joinBattles(
  deps: LobbyDeps,
  tx: Tx,
  requests: readonly JoinRequest[],
): Promise<(ChangedBattle | Refused)[]> {
  const battles = await lockAndFind(
    deps,
    tx,
    requests.map(({ battleId }) => battleId),
  );
  await lockPlayers(tx, battles, requests);
  const outcomes = new Map<JoinRequest, ChangedBattle | Refused>();
  const balances: LastBalances = new Map();
  for (const turn of turnsOf(requests)) {
    const joined = await joinOnce(deps, tx, battles, turn, balances);
    for (const [index, outcome] of joined.entries()) {
      outcomes.set(turn[index] as JoinRequest, outcome);
      if (!isRefused(outcome)) battles.byId.set(outcome.battle.id, outcome.battle);
    }
  }
  return requests.map((request) => withLast(balances, outcomes.get(request) as ChangedBattle | Refused));
}

/** What everybody has left after all that was paid and won so far. */
type LastBalances = Map<Id<'user'>, Cents>;

/**
 * Where more than one statement would lock accounts, all are locked before any is charged, in the order of the ids: of battles
 * that may be filled those of everybody in it, since the start counts what each has wagered.
 */
async function lockPlayers(tx: Tx, { byId }: LockedBattles, requests: readonly JoinRequest[]): Promise<void> {
  const byBattle = Map.groupBy(requests, ({ battleId }) => battleId);
  const mayBeFilled = [...byId.values()].filter(
    ({ id, status, seats, seatCount }) =>
      status === 'WAITING' && seats.length + (byBattle.get(id)?.length ?? 0) >= seatCount,
  );
  if (mayBeFilled.length === 0 && byBattle.size === requests.length) return;
  await lockAccounts(tx, [...mayBeFilled.flatMap(playersOf), ...requests.map(({ userId }) => userId)]);
}

/** Those who want to join the same battle, one after another: the first of each, then the second of each, and so on. */
function turnsOf(requests: readonly JoinRequest[]): JoinRequest[][] {
  const queues = [...Map.groupBy(requests, ({ battleId }) => battleId).values()];
  const longest = Math.max(...queues.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => queues.flatMap((queue) => queue[turn] ?? []));
}

/** Of each battle one. */
async function joinOnce(
  deps: LobbyDeps,
  tx: Tx,
  battles: LockedBattles,
  requests: readonly JoinRequest[],
  balances: LastBalances,
): Promise<(ChangedBattle | Refused)[]> {
  const asked = requests.map((request) => orRefused(() => askSeat(deps, battles, request)));
  const paid = await doTheRest(asked, (asks) => chargeSeats(deps, tx, asks));
  return doTheRest(paid, (seats) => sitDown(deps, tx, seats, balances));
}

interface JoinAsk extends SeatAsk {
  battle: Battle;
}

function askSeat({ beacon }: LobbyDeps, battles: LockedBattles, request: JoinRequest): JoinAsk {
  const { battleId, userId, ip, clientSeed, invitationCode } = request;
  const battle = openBattle(battles, battleId, (found) => {
    if (sitsIn(found, userId)) throw alreadyInBattle();
    if (found.invitationCode !== null && found.invitationCode !== invitationCode) throw codeNeeded();
  });
  const { entryCents, cases, randomness } = battle;
  if (isFilledBy(battle, 1) && randomness === 'drand' && beacon === null) throw noBeacon();
  const seat = freeSeats(battle)[0] as number;
  return { battleId, userId, ip, clientSeed, seat, entryCents, rounds: cases.length, battle };
}

async function sitDown(
  deps: LobbyDeps,
  tx: Tx,
  paid: readonly Paid<JoinAsk>[],
  balances: LastBalances,
): Promise<ChangedBattle[]> {
  const taken = await writePaidSeats(deps, tx, paid);
  const changed = await settleSeats(
    deps,
    tx,
    paid.map(({ battle }, index) => ({ battle, taken: taken.slice(index, index + 1) })),
  );
  for (const { userId, balanceCents } of paid) balances.set(userId, balanceCents);
  for (const each of changed) for (const [userId, balanceCents] of each.balances) balances.set(userId, balanceCents);
  return changed.map((each, index) => {
    const { userId, balanceCents } = paid[index] as Paid<JoinAsk>;
    return { ...each, balances: new Map([[userId, balanceCents], ...each.balances]) };
  });
}

/** Who is paid in one battle may have paid for another: what is told is how it is after all of them. */
function withLast(balances: LastBalances, outcome: ChangedBattle | Refused): ChangedBattle | Refused {
  if (isRefused(outcome)) return outcome;
  const touched = [...outcome.balances.keys()];
  return { ...outcome, balances: new Map(touched.map((userId) => [userId, balances.get(userId) as Cents])) };
}
