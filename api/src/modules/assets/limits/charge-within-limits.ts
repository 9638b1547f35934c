import type { Tx } from '../../../platform/database/db.ts';
import type { AppError } from '../../../platform/errors.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import {
  chargeWagers,
  insufficientBalance,
  lockPlayGuard,
  type PaidWager,
  type UnpaidWager,
  type WagerCharge,
} from '../wallet/index.ts';
import { barRefusal, limitRefusal } from './limits.errors.ts';
import { periodsAt, stakeFault } from './limits.rules.ts';
import { addToCounters, readStandings } from './limits.sql.ts';
import type { CountedPlay } from './limits.types.ts';

/** A stake that was taken. */
interface ChargedWager extends PaidWager {
  /** The user has limits, so what the play brings is to be counted. */
  hasLimits: boolean;
}

type WagerOutcome = ChargedWager | { refused: AppError };

/**
 * Takes the stakes of games within what their users have set for themselves, in the transaction of the debit: one statement
 * for all who have no limits. Those who have some are not charged by it, and their accounts stay locked; what is left of
 * their limits is read then, and who stays within is charged and counted. So several at once pass no limit together. One
 * who is refused has lost nothing and costs the others nothing. For each charge in its place what came of it.
 */
export async function chargeWithinLimits(
  tx: Tx,
  charges: readonly WagerCharge[],
  now: Date,
): Promise<readonly WagerOutcome[]> {
  const { paid, unpaid } = await chargeWagers(tx, charges, { now, areWithinLimits: false });
  const outcomes = new Map<Id<'user'>, WagerOutcome>();
  for (const each of paid) outcomes.set(each.userId, { ...each, hasLimits: false });
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

/** Of users who have limits, whose accounts are locked and have the money. */
async function chargeLimited(
  tx: Tx,
  charges: readonly WagerCharge[],
  now: Date,
): Promise<Iterable<[Id<'user'>, WagerOutcome]>> {
  const refused = await judgeStakes(tx, charges, now);
  const allowed = charges.filter(({ userId }) => !refused.has(userId));
  const [{ paid }] = await Promise.all([
    chargeWagers(tx, allowed, { now, areWithinLimits: true }),
    countPlays(tx, allowed.map(stakeOf), now),
  ]);
  return [
    ...[...refused].map(([userId, error]): [Id<'user'>, WagerOutcome] => [userId, { refused: error }]),
    ...paid.map((each): [Id<'user'>, WagerOutcome] => [each.userId, { ...each, hasLimits: true }]),
  ];
}

interface Stake {
  userId: Id<'user'>;
  stakeCents: Cents;
}

const stakeOf = ({ userId, stakeCents }: Stake) => ({ userId, wageredCents: stakeCents, wonCents: 0n });

async function judgeStakes(tx: Tx, stakes: readonly Stake[], now: Date): Promise<ReadonlyMap<Id<'user'>, AppError>> {
  const standings = await readStandings(
    tx,
    stakes.map(({ userId }) => userId),
  );
  return new Map(
    stakes.flatMap(({ userId, stakeCents }) => {
      const standing = standings.get(userId);
      const fault = standing === undefined ? null : stakeFault(standing, stakeCents, now);
      return fault === null ? [] : [[userId, limitRefusal(fault)]];
    }),
  );
}

function refusalOf(unpaid: UnpaidWager, now: Date): AppError {
  if (unpaid.why !== 'BAR') return insufficientBalance();
  return barRefusal({ bar: { kind: unpaid.bar, until: unpaid.until } }, now) ?? insufficientBalance();
}

/** Locks the account of who is about to play with something other than money; 403 where they may not. */
export async function lockToPlay(tx: Tx, userId: Id<'user'>, now: Date): Promise<void> {
  const refusal = barRefusal(await lockPlayGuard(tx, userId), now);
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
  const refused = (await judgeStakes(tx, [{ userId, stakeCents }], now)).get(userId);
  if (refused !== undefined) throw refused;
  await countPlays(tx, [stakeOf({ userId, stakeCents })], now);
}

async function countPlays(tx: Tx, plays: readonly CountedPlay[], now: Date): Promise<void> {
  if (plays.length > 0) await addToCounters(tx, plays, periodsAt(now));
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
  return countPlays(
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
  countPlays(
    tx,
    returned.map(({ userId, amountCents }) => ({ userId, wageredCents: -amountCents, wonCents: 0n })),
    now,
  );
