import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import { readPlayGuard } from '../../wallet/index.ts';
import { type RunningBar, runningBar } from '../exclusions/exclude-oneself.ts';
import { periodsAt, settled, usedOf } from '../limits.rules.ts';
import { findAgeConfirmation, findCounts, listLimits } from '../limits.sql.ts';
import { LIMIT_KINDS, type LimitKind, PERIODS, type Period, type PlayerLimit } from '../limits.types.ts';
import { readDeposited } from '../read-deposited.ts';

/** A limit with what is used of it. */
export interface LimitState extends PlayerLimit {
  /** Null where it is not counted, since there is no limit of stakes or losses. */
  usedCents: Cents | null;
  endsAt: Date;
}

export interface Protection {
  limits: readonly LimitState[];
  bar: RunningBar | null;
  ageConfirmedAt: Date | null;
}

/** Everything that protects a user, as it is now. */
export async function readProtection({ db, clock }: { db: Db; clock: Clock }, userId: Id<'user'>): Promise<Protection> {
  const now = clock.now();
  const spans = periodsAt(now);
  const [kept, counts, deposited, guard, ageConfirmedAt] = await Promise.all([
    listLimits(db, userId),
    findCounts(db, userId),
    readDeposited(db, userId, spans),
    readPlayGuard(db, userId),
    findAgeConfirmation(db, userId),
  ]);
  const stateOf = (kind: LimitKind, period: Period): LimitState => {
    const found = kept.find((limit) => limit.kind === kind && limit.period === period);
    const limit = settled(found ?? { kind, period, limitCents: null, next: null }, now);
    const usedCents = kind === 'DEPOSIT' ? deposited[period] : usedOf(counts, kind, period, now);
    return { ...limit, usedCents, endsAt: spans[period].endsAt };
  };
  const limits = LIMIT_KINDS.flatMap((kind) => PERIODS.map((period) => stateOf(kind, period)));
  return { limits, bar: runningBar(guard, now), ageConfirmedAt };
}
