import type { Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import { lockPlayGuard } from '../wallet/index.ts';
import { ageNotConfirmed, barRefusal, limitRefusal } from './limits.errors.ts';
import { faultOf, periodsAt } from './limits.rules.ts';
import { findAgeConfirmation, listLimits } from './limits.sql.ts';
import { readDeposited } from './read-deposited.ts';

interface WantedDeposit {
  userId: Id<'user'>;
  amountCents: Cents;
  /** What the user's deposits that were begun and have neither ended nor been credited would bring. */
  openCents?: Cents;
  now: Date;
}

/**
 * Whether a deposit may be begun: locks the account until the end of `tx`, so that several at once pass no limit together,
 * and throws where it may not. Money that has come in is never asked: it is credited, however late.
 */
export async function assertMayDeposit(
  tx: Tx,
  { userId, amountCents, openCents = 0n, now }: WantedDeposit,
): Promise<void> {
  // Sent together; each sees what the holder of the lock before us committed.
  const [guard, confirmedAt, limits, deposited] = await Promise.all([
    lockPlayGuard(tx, userId),
    findAgeConfirmation(tx, userId),
    listLimits(tx, userId),
    readDeposited(tx, userId, periodsAt(now)),
  ]);
  const barred = barRefusal(guard, now);
  if (barred !== null) throw barred;
  if (confirmedAt === null) throw ageNotConfirmed();
  const fault = faultOf(limits, ['DEPOSIT'], amountCents, (_kind, period) => deposited[period] + openCents, now);
  if (fault !== null) throw limitRefusal(fault);
}
