import { strict as assert } from 'node:assert';
import type { Tx } from '../../../platform/database/db.ts';
import type { Sql } from '../../../platform/database/sql.ts';
import type { AppError } from '../../../platform/errors.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { Refused } from '../../../platform/refusals.ts';
import {
  chargeWagers,
  insufficientBalance,
  lockPlayGuard,
  type PaidWager,
  type PlayGuard,
  readPlayGuard,
  setStakeRoom,
  type UnpaidWager,
  type WagerCharge,
} from '../wallet/index.ts';
import { barRefusal, limitRefusal } from './limits.errors.ts';
import { periodsAt, stakeFault, stakeRoom } from './limits.rules.ts';
import { addToCounters, playsSql, readStandings } from './limits.sql.ts';
import type { CountedPlay } from './limits.types.ts';

type WagerOutcome = PaidWager | Refused;

/**
 * Takes the stakes of games within what their users have set for themselves, in the transaction of the debit: one statement
 * for all who have no limits, or stake no more than they may without a look at them. The others are not charged by it, and
 * their accounts stay locked; what is left of their limits is read then, and who stays within is charged. So several at
 * once pass no limit together. One who is refused has lost nothing and costs the others nothing. For each charge in its
 * place what came of it; who plays counts what was staked, and won, of those who have limits (`countPlayed`).
 */
export async function chargeWithinLimits(
  tx: Tx,
  charges: readonly WagerCharge[],
  now: Date,
): Promise<readonly WagerOutcome[]> {
  const { paid, unpaid } = await chargeWagers(tx, charges, { now, judgedRooms: new Map() });
  const outcomes = new Map<Id<'user'>, WagerOutcome>();
  for (const each of paid) outcomes.set(each.userId, each);
  const toJudge = new Set<Id<'user'>>();
  for (const each of unpaid) {
    if (each.why === 'LIMITS') toJudge.add(each.userId);
    else outcomes.set(each.userId, { refused: refusalOf(each, now) });
  }
  if (toJudge.size > 0) {
    const limited = charges.filter(({ userId }) => toJudge.has(userId));
    for (const [userId, outcome] of await chargeLimited(tx, limited, now)) outcomes.set(userId, outcome);
  }
  return charges.map(({ userId }) => outcomes.get(userId) ?? { refused: insufficientBalance() });
}

/** Of users whose accounts are locked and have the money, to be held against their limits. */
async function chargeLimited(
  tx: Tx,
  charges: readonly WagerCharge[],
  now: Date,
): Promise<Iterable<[Id<'user'>, WagerOutcome]>> {
  const { refused, rooms } = await judgeStakes(tx, charges, now);
  const allowed = charges.filter(({ userId }) => !refused.has(userId));
  const { paid } = await chargeWagers(tx, allowed, { now, judgedRooms: rooms });
  return [
    ...[...refused].map(([userId, error]): [Id<'user'>, WagerOutcome] => [userId, { refused: error }]),
    ...paid.map((each): [Id<'user'>, WagerOutcome] => [each.userId, each]),
  ];
}

interface Stake {
  userId: Id<'user'>;
  stakeCents: Cents;
}

interface JudgedStakes {
  refused: ReadonlyMap<Id<'user'>, AppError>;
  /** Of the others: what may be staked, and at least this stake. */
  rooms: ReadonlyMap<Id<'user'>, Cents>;
}

async function judgeStakes(tx: Tx, stakes: readonly Stake[], now: Date): Promise<JudgedStakes> {
  const standings = await readStandings(
    tx,
    stakes.map(({ userId }) => userId),
  );
  const [refused, rooms] = [new Map<Id<'user'>, AppError>(), new Map<Id<'user'>, Cents>()];
  for (const { userId, stakeCents } of stakes) {
    const standing = standings.get(userId) ?? { limits: [], counts: null };
    const fault = stakeFault(standing, stakeCents, now);
    if (fault !== null) refused.set(userId, limitRefusal(fault));
    else {
      const roomCents = stakeRoom(standing, now);
      rooms.set(userId, roomCents > stakeCents ? roomCents : stakeCents);
    }
  }
  return { refused, rooms };
}

function refusalOf(unpaid: UnpaidWager, now: Date): AppError {
  if (unpaid.why !== 'BAR') return insufficientBalance();
  return barRefusal({ bar: { kind: unpaid.bar, until: unpaid.until } }, now) ?? insufficientBalance();
}

/** Locks the account of who is about to play with something other than money; 403 where they may not. */
export async function lockToPlay(tx: Tx, userId: Id<'user'>, now: Date): Promise<void> {
  throwBarred(await lockPlayGuard(tx, userId), now);
}

/** As `lockToPlay`, for who is locked already. */
export async function assertMayPlay(tx: Tx, userId: Id<'user'>, now: Date): Promise<void> {
  throwBarred(await readPlayGuard(tx, userId), now);
}

function throwBarred(guard: PlayGuard, now: Date): void {
  const refusal = barRefusal(guard, now);
  if (refusal !== null) throw refusal;
}

/**
 * For a stake that is taken by a transfer of its own: locks the account, counts the stake where there are limits, and
 * throws where it may not be made. One statement for who has none.
 */
export async function lockToStake(tx: Tx, { userId, stakeCents }: Stake, now: Date): Promise<void> {
  const guard = await lockPlayGuard(tx, userId);
  const barred = barRefusal(guard, now);
  if (barred !== null) throw barred;
  if (!guard.hasLimits) return;
  const { refused, rooms } = await judgeStakes(tx, [{ userId, stakeCents }], now);
  const refusal = refused.get(userId);
  if (refusal !== undefined) throw refusal;
  await Promise.all([
    setStakeRoom(tx, userId, (rooms.get(userId) as Cents) - stakeCents),
    countPlayed(tx, [{ userId, wageredCents: stakeCents, wonCents: 0n }], now),
  ]);
}

/** What users who have limits have staked and won, each once. Their accounts are locked. */
export async function countPlayed(tx: Tx, plays: readonly CountedPlay[], now: Date): Promise<void> {
  if (plays.length > 0) await countPlayedBy(tx, { users: plays.length, plays: playsSql(plays) }, now);
}

/** The same of plays that the database knows: `plays` selects the user, what was wagered and what was won. */
export async function countPlayedBy(tx: Tx, { users, plays }: { users: number; plays: Sql }, now: Date): Promise<void> {
  const counted = await addToCounters(tx, plays, periodsAt(now));
  assert(counted === users, `of ${users} who have limits ${counted} were counted`);
}

/** Of any users: of those who have no limits nothing is kept. */
async function countForSome(tx: Tx, plays: readonly CountedPlay[], now: Date): Promise<void> {
  if (plays.length > 0) await addToCounters(tx, playsSql(plays), periodsAt(now));
}

/** What plays have brought lowers the losses of those who have limits. The accounts are locked; one statement. */
export function countWinnings(
  tx: Tx,
  winnings: readonly { userId: Id<'user'>; wonCents: Cents }[],
  now: Date,
): Promise<void> {
  const byUser = Map.groupBy(winnings, ({ userId }) => userId);
  const plays = [...byUser].map(([userId, won]) => ({
    userId,
    wageredCents: 0n,
    wonCents: won.reduce((sum, { wonCents }) => sum + wonCents, 0n),
  }));
  return countForSome(
    tx,
    plays.filter(({ wonCents }) => wonCents > 0n),
    now,
  );
}

/** Stakes that are given back are neither wagered nor lost. The accounts are locked; one statement. */
export const countReturned = (
  tx: Tx,
  returned: readonly { userId: Id<'user'>; amountCents: Cents }[],
  now: Date,
): Promise<void> =>
  countForSome(
    tx,
    returned.map(({ userId, amountCents }) => ({ userId, wageredCents: -amountCents, wonCents: 0n })),
    now,
  );
