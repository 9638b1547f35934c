import type { Db, Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import { centsSince, readBroughtDays } from '../../people/person-facts/index.ts';
import { lockPlayGuard, type PlayGuard, readPlayGuard } from '../wallet/index.ts';
import { ageNotConfirmed, barRefusal, DEPOSITS_FACT, limitRefusal } from './limits.records.ts';
import { faultOf, type Period, periodsAt, type Spans } from './limits.rules.ts';
import { findAgeConfirmation, listLimits, sumDeposits } from './limits.sql.ts';

/** Plays that cost no money lock the account here; a user with a bar gets a 403. */
export const lockToPlay = async (tx: Tx, userId: Id<'user'>, now: Date): Promise<void> =>
  throwBarred(await lockPlayGuard(tx, userId), now);

/** The account is locked already. */
export const assertMayPlay = async (tx: Tx, userId: Id<'user'>, now: Date): Promise<void> =>
  throwBarred(await readPlayGuard(tx, userId), now);

function throwBarred(guard: PlayGuard, now: Date): void {
  const refusal = barRefusal(guard, now);
  if (refusal !== null) throw refusal;
}

/** Includes deposits to closed accounts of the same person. */
export async function readDeposited(
  db: Db | Tx,
  userId: Id<'user'>,
  spans: Spans,
): Promise<Readonly<Record<Period, Cents>>> {
  const [own, brought] = await Promise.all([
    sumDeposits(db, userId, spans),
    readBroughtDays(db, userId, DEPOSITS_FACT),
  ]);
  return {
    DAY: own.DAY + centsSince(brought, spans.DAY.first),
    WEEK: own.WEEK + centsSince(brought, spans.WEEK.first),
    MONTH: own.MONTH + centsSince(brought, spans.MONTH.first),
  };
}

interface WantedDeposit {
  userId: Id<'user'>;
  amountCents: Cents;
  /** Deposits were begun for this sum and have neither ended nor been credited. */
  openCents?: Cents;
  now: Date;
}

/**
 * Throws if the user may not begin a deposit, and locks the account until the end of `tx`, so that several at once pass no
 * limit together. Money that has come in is always credited.
 */
export async function assertMayDeposit(
  tx: Tx,
  { userId, amountCents, openCents = 0n, now }: WantedDeposit,
): Promise<void> {
  // These are sent together; each sees the commits of the former holder of the lock.
  const [guard, confirmedAt, limits, deposited] = await Promise.all([
    lockPlayGuard(tx, userId),
    findAgeConfirmation(tx, userId),
    listLimits(tx, userId),
    readDeposited(tx, userId, periodsAt(now)),
  ]);
  throwBarred(guard, now);
  if (confirmedAt === null) throw ageNotConfirmed();
  const fault = faultOf(limits, ['DEPOSIT'], amountCents, (_kind, period) => deposited[period] + openCents, now);
  if (fault !== null) throw limitRefusal(fault);
}
