import type { Clock } from '../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { recordAudit } from '../../people/audit/index.ts';
import { lockPlayGuard, updateHasLimits } from '../wallet/index.ts';
import { changed, limitsPlay, periodsAt, settled } from './limits.rules.ts';
import { listLimits, upsertLimits } from './limits.sql.ts';
import type { LimitCents, LimitKind, Period, PlayerLimit } from './limits.types.ts';
import { beginCounting, deleteCounters, type PastPlays } from './past-plays.sql.ts';

export interface RequestedLimit {
  kind: LimitKind;
  period: Period;
  limitCents: LimitCents;
}

export interface LimitsDeps {
  db: Db;
  clock: Clock;
  past: PastPlays;
  cancelCharges: CancelCharges;
}

/** What a user has begun to deposit is called off, if and only if the transaction commits. */
type CancelCharges = (tx: Tx, userId: Id<'user'>) => Promise<void>;

interface ChangeLimits {
  userId: Id<'user'>;
  asked: readonly RequestedLimit[];
  ip: string;
}

/**
 * Under the lock of the account, which every stake and every deposit takes: a lower limit holds for whatever is staked
 * after this has committed.
 */
export async function changeLimits(
  { db, clock, past, cancelCharges }: LimitsDeps,
  { userId, asked, ip }: ChangeLimits,
): Promise<void> {
  if (asked.length === 0) return;
  const now = clock.now();
  await transaction(db, async (tx) => {
    const [, kept] = await Promise.all([lockPlayGuard(tx, userId), listLimits(tx, userId)]);
    const limits = asked.map((each) => changed(keptLimit(kept, each), each.limitCents, now));
    const others = kept.filter((limit) => !limits.some((each) => isSame(each, limit)));
    // What others have become meanwhile is written down too: the mark on the account is made of all of them.
    const all = [...limits, ...others.map((limit) => settled(limit, now))];
    const hasLimits = limitsPlay(all, now);
    await (hasLimits ? beginCounting(tx, past, userId, periodsAt(now)) : deleteCounters(tx, userId));
    await Promise.all([
      upsertLimits(tx, userId, all),
      updateHasLimits(tx, userId, hasLimits),
      recordAudit(tx, [{ action: 'LIMITS_CHANGED', userId, actorId: userId, metadata: { limits }, ip }]),
      limits.some((limit) => isLessToDeposit(settled(keptLimit(kept, limit), now), limit))
        ? cancelCharges(tx, userId)
        : null,
    ]);
  });
}

/** Charges that are open could bring more than the limit allows from now on. */
const isLessToDeposit = (before: PlayerLimit, { kind, limitCents }: PlayerLimit) =>
  kind === 'DEPOSIT' && limitCents !== null && (before.limitCents === null || limitCents < before.limitCents);

const isSame = (one: Pick<PlayerLimit, 'kind' | 'period'>, other: Pick<PlayerLimit, 'kind' | 'period'>) =>
  one.kind === other.kind && one.period === other.period;

const keptLimit = (kept: readonly PlayerLimit[], { kind, period }: Pick<PlayerLimit, 'kind' | 'period'>): PlayerLimit =>
  kept.find((limit) => isSame(limit, { kind, period })) ?? { kind, period, limitCents: null, next: null };
