import { strict as assert } from 'node:assert';
import { notRefused } from '../../../../platform/batches/batched-writes.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/database/db.ts';
import { keepPlans } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { maxCaseRtpSetting } from '../../cases/index.ts';
import {
  commitAhead,
  type NonceRange,
  type SeedDeps,
  type StakeDeps,
  takeStakes,
  userStream,
} from '../../rolls/index.ts';
import {
  BATTLE_SOURCE,
  battleHasExpired,
  battleIsPaused,
  battleNotFound,
  battleNotOpen,
  noBeacon,
} from '../battles.records.ts';
import { findBattleToChange, lockBattle } from '../battles.sql.ts';
import { isBattlePaused } from '../read-battles.ts';
import { battleGame } from '../rounds/battles.game.ts';
import { type RoundsDeps, startBattle } from '../rounds/play-rounds.ts';
import type { Battle, BattleSeat, ChangedBattle } from '../shown-battle.records.ts';
import { type Asker, isFilledBy, type TakenSeat } from './lobby.records.ts';
import { countSeats, insertSeats, type PublicDraw, readFixedAt } from './lobby.sql.ts';

interface Table {
  id: Id<'battle'>;
  entryCents: Cents;
  rounds: number;
}

interface SeatRequest extends Asker {
  seat: number;
  /** Null stands for the seed of the account. */
  clientSeed: string | null;
  /** The battle commits to these along with the seat. */
  ahead: readonly NonceRange[];
}

/**
 * Takes the entry and the next nonces of the user, and commits to their seeds, which are rolled when the last seat is
 * filled. Throws if the user cannot pay or may not play.
 */
export async function paySeat(
  deps: SeedDeps & StakeDeps,
  tx: Tx,
  table: Table,
  request: SeatRequest,
): Promise<{ seat: BattleSeat; balanceCents: Cents }> {
  const { userId, ip, seat } = request;
  const [charged] = await takeStakes(deps, tx, battleGame, [entryOf(table, request)]);
  const { firstNonce, transferId, balanceCents, clientSeed, clientSeedSource } = notRefused(charged);
  const isAccountSeed = clientSeedSource === 'ACCOUNT';
  const taken = { seat, userId, botName: null, clientSeed, isAccountSeed, firstNonce, transferId };
  const asker = { userId, ip, entity: { type: 'battle', id: table.id } };
  const own = { stream: userStream(userId), firstNonce, count: table.rounds };
  const [[hashes = []], written] = await Promise.all([
    // Commitments come first: no seat is taken before the database has them.
    commitAhead(
      deps,
      tx,
      [own, ...request.ahead].map((ask) => ({ ...ask, asker })),
    ),
    insertSeats(tx, table.id, [taken]),
  ]);
  return { seat: shownSeat(taken, hashes, written[0]), balanceCents };
}

const entryOf = ({ id, entryCents, rounds }: Table, { userId, clientSeed }: SeatRequest) => ({
  userId,
  clientSeed,
  amountCents: entryCents,
  itemsCents: 0n,
  rolls: rounds,
  reason: `Batalha ${id}: entrada`,
  reference: { type: BATTLE_SOURCE, id },
});

export async function writeBots(tx: Tx, { id, botSeats }: Battle, bots: readonly TakenSeat[]): Promise<BattleSeat[]> {
  const written = await insertSeats(tx, id, bots);
  return bots.map((bot, index) => {
    const bound = botSeats?.find(({ seat }) => seat === bot.seat);
    assert(bound !== undefined, 'a bot is bound at the creation of its battle');
    return shownSeat(bot, bound.serverSeedHashes, written[index]);
  });
}

type WrittenSeat = Awaited<ReturnType<typeof insertSeats>>[0];

function shownSeat(
  { transferId: _transferId, ...seat }: TakenSeat,
  serverSeedHashes: string[],
  written: WrittenSeat | undefined,
): BattleSeat {
  assert(written?.seat === seat.seat, 'every seat is written, in its order');
  return { ...seat, ...written, serverSeedHashes, totalCents: null, isWinner: null, paidCents: null };
}

/**
 * Locks a battle and reads it under the lock. Throws if no seat can be taken. `check` refuses callers before they learn
 * the state of the battle.
 */
export async function lockOpenBattle(
  { settings, clock }: { settings: Settings; clock: Clock },
  tx: Tx,
  id: Id<'battle'>,
  check: (battle: Battle) => void,
): Promise<Battle> {
  const [, , battle, maxRtpPercent] = await Promise.all([
    keepPlans(tx),
    lockBattle(tx, id),
    findBattleToChange(tx, id),
    settings.read(tx, maxCaseRtpSetting),
  ]);
  if (battle === null) throw battleNotFound();
  check(battle);
  if (battle.status !== 'WAITING') throw battleNotOpen(battle.status);
  // The job that cancels it may be late, but the players were promised that moment. A battle that is not bound to its
  // bots is never played.
  if (battle.expiresAt <= clock.now() || battle.botSeats === null) throw battleHasExpired();
  if (isBattlePaused(battle, maxRtpPercent)) throw battleIsPaused();
  return battle;
}

/** The last of these seats starts the battle. */
export async function settleSeats(
  deps: RoundsDeps,
  tx: Tx,
  battle: Battle,
  taken: readonly BattleSeat[],
): Promise<ChangedBattle> {
  const isFull = isFilledBy(battle, taken.length);
  const draw = isFull ? await publicDrawOf(deps, tx, battle) : null;
  const counted = await countSeats(tx, battle.id, { seats: taken.length, draw });
  const named = draw && { round: draw.round, dueAt: draw.at, randomness: null, signature: null, chain: null };
  const seated = { ...battle, ...counted, beacon: named, seats: [...battle.seats, ...taken] };
  return isFull ? startBattle(deps, tx, seated, draw) : { battle: seated, balances: new Map(), dropIds: [] };
}

/** All seats are written by now: the round follows from this moment and from the terms. */
async function publicDrawOf(
  { beacon }: RoundsDeps,
  tx: Tx,
  { randomness, beaconDelaySeconds }: Battle,
): Promise<PublicDraw | null> {
  if (randomness !== 'drand') return null;
  if (beacon === null) throw noBeacon();
  const fixedAt = await readFixedAt(tx);
  return { fixedAt, ...beacon.roundFor(fixedAt, beaconDelaySeconds) };
}
