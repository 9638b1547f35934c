import { transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import { lockPlayGuard, type PlayGuard, updatePlayBar } from '../../wallet/index.ts';
import type { LimitsDeps } from '../change-limits.ts';
import { barRefusal, exclusionOnlyLengthens } from '../limits.errors.ts';
import { exclusionEnd, lengthened } from '../limits.rules.ts';
import type { ExclusionKind } from '../limits.types.ts';
import { insertExclusion } from './exclusions.sql.ts';

interface ExcludeOneself {
  userId: Id<'user'>;
  kind: ExclusionKind;
  /** Of a pause. */
  days: number;
  /** Of an exclusion. */
  months: number;
  ip: string;
}

export interface RunningBar {
  kind: ExclusionKind;
  until: Date;
}

/** The bar of an account that is not closed. */
export const runningBar = ({ bar }: PlayGuard, now: Date): RunningBar | null =>
  bar === null || bar.kind === 'CLOSED' || bar.until <= now ? null : { kind: bar.kind, until: bar.until };

/**
 * Bars the user from play and deposits by a mark on the account, under the lock that every stake takes. There is no way to
 * take it off: neither here nor for administrators, and the database refuses a shorter one.
 */
export async function excludeOneself(
  { db, clock, cancelCharges }: Pick<LimitsDeps, 'db' | 'clock' | 'cancelCharges'>,
  { userId, kind, days, months, ip }: ExcludeOneself,
): Promise<RunningBar> {
  const now = clock.now();
  return transaction(db, async (tx) => {
    const guard = await lockPlayGuard(tx, userId);
    const current = runningBar(guard, now);
    const bar = lengthened(current, { kind, until: exclusionEnd({ kind, days, months }, now) }, now);
    if (guard.bar?.kind === 'CLOSED') throw barRefusal(guard, now);
    if (bar === null) throw exclusionOnlyLengthens((current as RunningBar).until);
    const metadata = { kind: bar.kind, until: bar.until };
    await Promise.all([
      updatePlayBar(tx, userId, bar.kind, bar.until),
      insertExclusion(tx, { userId, kind: bar.kind, startsAt: now, endsAt: bar.until, isBrought: false }),
      recordAudit(tx, [{ action: 'SELF_EXCLUDED', userId, actorId: userId, metadata, ip }]),
      cancelCharges(tx, userId),
    ]);
    return bar;
  });
}
