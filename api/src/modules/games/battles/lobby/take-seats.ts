import { strict as assert } from 'node:assert';
import type { Clock } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/database/db.ts';
import { keepPlans } from '../../../../platform/database/keep-plans.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Settings } from '../../../../platform/settings.ts';
import { countPlayed } from '../../../assets/limits/index.ts';
import { lockAccounts } from '../../../assets/wallet/index.ts';
import { maxCaseRtpSetting } from '../../cases/index.ts';
import { chargeRolls, commitAhead, isRefused, type SeedAsk, type SeedDeps } from '../../rolls/index.ts';
import { isBattlePaused } from '../battle-returns.ts';
import { battleHasExpired, battleIsPaused, battleNotFound, battleNotOpen, noBeacon } from '../battles.errors.ts';
import { findBattleToChange, lockBattle } from '../battles.sql.ts';
import { BATTLE_SOURCE, type Battle, type BattleSeat, type ChangedBattle } from '../battles.types.ts';
import { type CourseDeps, startBattle } from '../course/index.ts';
import { seatStream } from '../streams.ts';
import type { Asker, TakenSeat } from './lobby.types.ts';
import { countSeats, insertSeats } from './open-battle.sql.ts';

/** What is known of a battle before anybody sits in it. */
interface Table {
  id: Id<'battle'>;
  rounds: number;
}

interface SeatAsk extends Asker {
  seat: number;
  clientSeed: string | null;
  /** What else is committed to along with the seat. */
  ahead: readonly SeedAsk[];
}

/**
 * Takes the entry and the user's next nonces, one for each round, and commits to their seeds: they are rolled when the last
 * seat is filled. Gives the seat and the balance that is left; who cannot pay, or may not play, is refused and nothing was
 * taken.
 */
export async function paySeat(
  deps: SeedDeps & { clock: Clock },
  tx: Tx,
  { id, entryCents, rounds }: Table & { entryCents: Cents },
  { seat, userId, ip, clientSeed, ahead }: SeatAsk,
): Promise<{ seat: BattleSeat; balanceCents: Cents }> {
  const entry = {
    userId,
    clientSeed,
    amountCents: entryCents,
    stakeCents: entryCents,
    rolls: rounds,
    type: 'BATTLE_ENTRY' as const,
    reason: `Battle ${id}: entry`,
    reference: { type: BATTLE_SOURCE, id },
  };
  const now = deps.clock.now();
  const [paid] = await chargeRolls(tx, [entry], now);
  assert(paid !== undefined, 'every charge has an outcome');
  if (isRefused(paid)) throw paid.refused;
  const { firstNonce, transferId, balanceCents } = paid;
  const taken = { seat, userId, botName: null, clientSeed, firstNonce, transferId };
  const counted = paid.hasLimits ? [{ userId, wageredCents: entryCents, wonCents: 0n }] : [];
  const [[written]] = await Promise.all([
    writeSeats(deps, tx, { id, rounds }, [taken], { asker: { userId, ip }, ahead }),
    countPlayed(tx, counted, now),
  ]);
  return { seat: written as BattleSeat, balanceCents };
}

/** Writes seats and commits to the seeds of their rolls. Gives them as they are shown from now on. */
export async function writeSeats(
  deps: SeedDeps,
  tx: Tx,
  { id, rounds }: Table,
  seats: readonly TakenSeat[],
  { asker, ahead = [] }: { asker: Asker; ahead?: readonly SeedAsk[] },
): Promise<BattleSeat[]> {
  const asks = seats.map((seat) => ({ stream: seatStream(id, seat), firstNonce: seat.firstNonce, count: rounds }));
  const [commitments, written] = await Promise.all([
    commitAhead(deps, tx, [...asks, ...ahead], { ...asker, entity: { type: 'battle', id } }),
    insertSeats(tx, id, seats),
  ]);
  return seats.map(({ transferId: _transferId, ...seat }, index) => ({
    ...seat,
    ...(written[index] as (typeof written)[0]),
    serverSeedHashes: (commitments[index] ?? []).map(({ serverSeedHash }) => serverSeedHash),
    ...{ totalCents: null, isWinner: null, paidCents: null },
  }));
}

/** Locks a battle that waits, as everybody who changes it does, and finds it as it is under the lock. */
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
  // The job that cancels it may be late, and who paid was told until when.
  if (battle.expiresAt <= clock.now()) throw battleHasExpired();
  if (isBattlePaused(battle, maxRtpPercent)) throw battleIsPaused();
  return battle;
}

/**
 * Where these seats are the last, the accounts of all who play are locked before any is charged: of several users they are
 * locked in the order of the ids, and the start counts what each has wagered.
 */
export async function lockPlayers(tx: Tx, battle: Battle, joining: readonly Id<'user'>[]): Promise<void> {
  const seated = battle.seats.flatMap(({ userId }) => (userId === null ? [] : [userId]));
  await lockAccounts(tx, [...seated, ...joining]);
}

export const isFilledBy = ({ seats, seatCount }: Battle, taken: number) => seats.length + taken === seatCount;

/** Counts seats that were taken; the last of them starts the battle. It is as it was found under its lock, but for these. */
export async function settleSeats(
  deps: CourseDeps,
  tx: Tx,
  battle: Battle,
  taken: readonly BattleSeat[],
): Promise<ChangedBattle> {
  const isFull = isFilledBy(battle, taken.length);
  const isByBeacon = isFull && battle.randomness === 'drand';
  if (isByBeacon && deps.beacon === null) throw noBeacon();
  const beacon = isByBeacon ? (deps.beacon?.roundAfter(deps.clock.now()) ?? null) : null;
  const counted = await countSeats(tx, battle.id, { seats: taken.length, beacon });
  const named = beacon && { round: beacon.round, randomness: null, signature: null };
  const seated = { ...battle, ...counted, beacon: named, seats: [...battle.seats, ...taken] };
  return isFull ? startBattle(deps, tx, seated, beacon) : { battle: seated, balances: new Map(), dropIds: [] };
}
