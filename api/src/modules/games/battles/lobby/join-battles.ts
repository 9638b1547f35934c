import type { Tx } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import { doTheRest, orRefused, type Refused } from '../../../../platform/refusals.ts';
import { alreadyInBattle, codeNeeded, noBeacon } from '../battles.errors.ts';
import type { Balances, Battle, ChangedBattle } from '../battles.types.ts';
import type { LobbyDeps } from './create-lobby.ts';
import { freeSeats, sitsIn } from './lobby.rules.ts';
import type { JoinRequest } from './lobby.types.ts';
import {
  chargeSeats,
  isFilledBy,
  lockOpenBattles,
  lockPlayers,
  type OpenBattle,
  type Paid,
  type SeatAsk,
  settleSeats,
  writePaidSeats,
} from './take-seats.ts';

interface JoinAsk extends SeatAsk {
  battle: Battle;
}

/**
 * The first free seat of each battle. The last one starts the battle, and unless a beacon decides, ends it: in the same
 * transaction. No user and no battle is among the requests twice. For each in its place what came of it.
 */
export async function joinBattles(
  deps: LobbyDeps,
  tx: Tx,
  requests: readonly JoinRequest[],
): Promise<(ChangedBattle | Refused)[]> {
  const open = await lockOpenBattles(
    deps,
    tx,
    requests.map(({ battleId }) => battleId),
  );
  const asked = requests.map((request) => orRefused(() => askSeat(deps, open, request)));
  const paid = await doTheRest(asked, (asks) => paySeats(deps, tx, asks));
  return doTheRest(paid, (seats) => sitDown(deps, tx, seats));
}

function askSeat({ beacon }: LobbyDeps, open: OpenBattle, request: JoinRequest): JoinAsk {
  const { battleId, userId, ip, clientSeed, invitationCode } = request;
  const battle = open(battleId, (found) => {
    if (sitsIn(found, userId)) throw alreadyInBattle();
    if (found.invitationCode !== null && found.invitationCode !== invitationCode) throw codeNeeded();
  });
  const { entryCents, cases, randomness } = battle;
  if (isFilledBy(battle, 1) && randomness === 'drand' && beacon === null) throw noBeacon();
  const seat = freeSeats(battle)[0] as number;
  return { battleId, userId, ip, clientSeed, seat, entryCents, rounds: cases.length, battle };
}

async function paySeats(deps: LobbyDeps, tx: Tx, asks: readonly JoinAsk[]): Promise<(Paid<JoinAsk> | Refused)[]> {
  const filled = asks.map(({ battle }) => battle).filter((battle) => isFilledBy(battle, 1));
  const joining = asks.map(({ userId }) => userId);
  const [, charged] = await Promise.all([lockPlayers(tx, filled, joining), chargeSeats(deps, tx, asks)]);
  return charged;
}

async function sitDown(deps: LobbyDeps, tx: Tx, paid: readonly Paid<JoinAsk>[]): Promise<ChangedBattle[]> {
  const taken = await writePaidSeats(deps, tx, paid);
  const changed = await settleSeats(
    deps,
    tx,
    paid.map(({ battle }, index) => ({ battle, taken: taken.slice(index, index + 1) })),
  );
  // Who has won in one of these battles may just have paid for another: what is told is how it is after all of them.
  const balances = new Map<Id<'user'>, Cents>(paid.map(({ userId, balanceCents }) => [userId, balanceCents]));
  for (const each of changed) for (const [userId, balanceCents] of each.balances) balances.set(userId, balanceCents);
  return changed.map((each, index) => {
    const touched = [(paid[index] as Paid<JoinAsk>).userId, ...each.balances.keys()];
    return { ...each, balances: new Map(touched.map((userId) => [userId, balances.get(userId) as Cents])) as Balances };
  });
}
