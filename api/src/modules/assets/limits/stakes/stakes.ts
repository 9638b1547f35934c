import { strict as assert } from 'node:assert';
import { isRefused, type Refused } from '../../../../platform/batches/batched-writes.ts';
import type { Tx } from '../../../../platform/database/db.ts';
import type { AppError } from '../../../../platform/errors.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import { insufficientBalance } from '../../wallet/index.ts';
import {
  chargeWagers,
  creditWinnings,
  type GameCredit,
  type PaidWager,
  type UnpaidWager,
  uncountWagers,
  type WagerCharge,
} from '../../wallet/wagers/charge-wagers.ts';
import { barRefusal, limitRefusal } from '../limits.records.ts';
import { type CountedPlay, periodsAt, stakeFault, stakeRoom } from '../limits.rules.ts';
import { addToCounters, readStandings } from '../limits.sql.ts';

type StakeAsk = WagerCharge;
type StakeOutcome = PaidWager | Refused;
type Balances = ReadonlyMap<Id<'user'>, Cents>;

/**
 * Takes all stakes within the limits of their users, counts them, and returns an outcome for each in its place. One
 * statement charges every user without limits or with room for the stake. It locks the accounts of the others, whose limits
 * are read then, and another statement charges those who stay within. So concurrent stakes pass no limit together, and a
 * refusal costs neither its user nor the others anything.
 */
export async function chargeWithinLimits(
  tx: Tx,
  stakes: readonly StakeAsk[],
  now: Date,
): Promise<readonly StakeOutcome[]> {
  const { paid, unpaid } = await chargeWagers(tx, stakes, { now, judgedRooms: new Map() });
  const outcomes = new Map<Id<'user'>, StakeOutcome>();
  for (const each of paid) outcomes.set(each.userId, each);
  const toJudge = new Set<Id<'user'>>();
  for (const each of unpaid) {
    if (each.why === 'LIMITS') toJudge.add(each.userId);
    else outcomes.set(each.userId, { refused: refusalOf(each, now) });
  }
  if (toJudge.size > 0) {
    const limited = stakes.filter(({ userId }) => toJudge.has(userId));
    for (const [userId, outcome] of await takeJudged(tx, limited, now)) outcomes.set(userId, outcome);
  }
  await countStakes(tx, stakes, outcomes, now);
  return stakes.map(({ userId }) => outcomes.get(userId) ?? { refused: insufficientBalance() });
}

async function countStakes(
  tx: Tx,
  stakes: readonly StakeAsk[],
  outcomes: ReadonlyMap<Id<'user'>, StakeOutcome>,
  now: Date,
): Promise<void> {
  const limited = stakes.filter(({ userId }) => {
    const outcome = outcomes.get(userId);
    return outcome !== undefined && !isRefused(outcome) && outcome.hasLimits;
  });
  if (limited.length === 0) return;
  const plays = limited.map(({ userId, stakeCents }) => ({ userId, wageredCents: stakeCents, wonCents: 0n }));
  const counted = await addToCounters(tx, plays, periodsAt(now));
  assert(counted === limited.length, 'the stake of a user who has limits was not counted');
}

/** The accounts are locked and have the money. */
async function takeJudged(
  tx: Tx,
  stakes: readonly StakeAsk[],
  now: Date,
): Promise<Iterable<[Id<'user'>, StakeOutcome]>> {
  const { refused, rooms } = await judgeStakes(tx, stakes, now);
  const allowed = stakes.filter(({ userId }) => !refused.has(userId));
  const { paid } = await chargeWagers(tx, allowed, { now, judgedRooms: rooms });
  return [
    ...[...refused].map(([userId, error]): [Id<'user'>, StakeOutcome] => [userId, { refused: error }]),
    ...paid.map((each): [Id<'user'>, StakeOutcome] => [each.userId, each]),
  ];
}

interface JudgedStakes {
  refused: ReadonlyMap<Id<'user'>, AppError>;
  /** The other users may stake this, which is at least the stake. */
  rooms: ReadonlyMap<Id<'user'>, Cents>;
}

async function judgeStakes(tx: Tx, stakes: readonly StakeAsk[], now: Date): Promise<JudgedStakes> {
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

interface Winnings {
  credits: readonly GameCredit[];
  /** These users may have limits; they won money or items. */
  counted: readonly { userId: Id<'user'>; wonCents: Cents }[];
}

/** Pays winnings, and takes them off the losses of users with limits. The accounts are locked. */
export async function payAndCount(tx: Tx, { credits, counted }: Winnings, now: Date): Promise<Balances> {
  const won = [...Map.groupBy(counted, ({ userId }) => userId)].map(([userId, own]) => ({
    userId,
    wageredCents: 0n,
    wonCents: own.reduce((sum, { wonCents }) => sum + wonCents, 0n),
  }));
  const [{ balances }] = await Promise.all([creditWinnings(tx, credits), count(tx, won, now)]);
  return balances;
}

interface ReturnedStake extends GameCredit {
  /** This part was counted as wagered on rolls. */
  wageredCents: Cents;
}

/** Gives back whole stakes of games that are not played, one for each user. Their nonces stay taken. */
export async function returnAndCount(tx: Tx, returned: readonly ReturnedStake[], now: Date) {
  assert(new Set(returned.map(({ userId }) => userId)).size === returned.length, 'a user is paid back twice at once');
  const posted = await creditWinnings(tx, returned);
  const wagered = returned.filter(({ wageredCents }) => wageredCents > 0n);
  if (wagered.length > 0) await uncountWagers(tx, wagered);
  const counted = returned.map(({ userId, amountCents }) => ({ userId, wageredCents: -amountCents, wonCents: 0n }));
  await count(tx, counted, now);
  return posted;
}

async function count(tx: Tx, plays: readonly CountedPlay[], now: Date): Promise<void> {
  if (plays.length > 0) await addToCounters(tx, plays, periodsAt(now));
}
