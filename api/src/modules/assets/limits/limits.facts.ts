import type { Tx } from '../../../platform/database/db.ts';
import type { Day } from '../../../platform/days.ts';
import type { Id } from '../../../platform/ids.ts';
import type { PersonFact } from '../../../platform/personal-data/person-facts.ts';
import { keptDays, readBroughtDays } from '../../people/person-facts/index.ts';
import { lockPlayGuard, readPlayGuard, updateHasLimits, updatePlayBar } from '../wallet/index.ts';
import { DEPOSITS_FACT } from './limits.records.ts';
import {
  type ExclusionKind,
  type LimitKind,
  limitsPlay,
  PERIODS,
  type Period,
  type PlayCounts,
  type PlayerLimit,
  periodsAt,
  runningBar,
  settled,
} from './limits.rules.ts';
import { findCounts, insertCounts, insertExclusion, listDepositDays, listLimits, upsertLimits } from './limits.sql.ts';

interface KeptLimit {
  kind: LimitKind;
  period: Period;
  limitCents: string | null;
  next: { limitCents: string | null; from: string } | null;
}

type KeptCounts = Readonly<Record<Period, { first: Day; wageredCents: string; lostCents: string }>>;

interface KeptLimits {
  limits: KeptLimit[];
  /** They are null where only deposits are limited. */
  counts: KeptCounts | null;
}

const textOrNull = (cents: bigint | null) => (cents === null ? null : cents.toString());
const centsOrNull = (text: string | null) => (text === null ? null : BigInt(text));

const keptLimit = ({ kind, period, limitCents, next }: PlayerLimit): KeptLimit => ({
  kind,
  period,
  limitCents: textOrNull(limitCents),
  next: next === null ? null : { limitCents: textOrNull(next.limitCents), from: next.from.toISOString() },
});
const limitOf = ({ kind, period, limitCents, next }: KeptLimit): PlayerLimit => ({
  kind,
  period,
  limitCents: centsOrNull(limitCents),
  next: next === null ? null : { limitCents: centsOrNull(next.limitCents), from: new Date(next.from) },
});

const mapPeriods = <Value>(of: (period: Period) => Value) =>
  Object.fromEntries(PERIODS.map((period) => [period, of(period)])) as Record<Period, Value>;

const keptCounts = (counts: PlayCounts): KeptCounts =>
  mapPeriods((period) => {
    const { first, wageredCents, lostCents } = counts[period];
    return { first, wageredCents: wageredCents.toString(), lostCents: lostCents.toString() };
  });
const countsOf = (kept: KeptCounts): PlayCounts =>
  mapPeriods((period) => {
    const { first, wageredCents, lostCents } = kept[period];
    return { first, wageredCents: BigInt(wageredCents), lostCents: BigInt(lostCents) };
  });

const isLimit = ({ limitCents }: PlayerLimit) => limitCents !== null;
const listLimitsNow = async (tx: Tx, userId: Id<'user'>, now: Date) =>
  (await listLimits(tx, userId)).map((limit) => settled(limit, now)).filter(isLimit);

export const limitsFact: PersonFact = {
  keep: async (tx, userId, now) => {
    const limits = await listLimitsNow(tx, userId, now);
    if (limits.length === 0) return null;
    const counts = limitsPlay(limits, now) ? await findCounts(tx, userId) : null;
    const value: KeptLimits = { limits: limits.map(keptLimit), counts: counts && keptCounts(counts) };
    return { value, until: null };
  },
  bring: async (tx, userId, { value }, now) => {
    const kept = value as KeptLimits;
    const limits = kept.limits.map((limit) => settled(limitOf(limit), now)).filter(isLimit);
    if (limits.length === 0) return;
    await lockPlayGuard(tx, userId);
    const hasLimits = limitsPlay(limits, now);
    await upsertLimits(tx, userId, limits);
    if (hasLimits && kept.counts !== null) await insertCounts(tx, userId, countsOf(kept.counts));
    await updateHasLimits(tx, userId, hasLimits);
  },
};

/** A limit covers the deposits of all accounts of the person. */
export const depositsFact: PersonFact = {
  keep: async (tx, userId, now) => {
    const limits = await listLimitsNow(tx, userId, now);
    if (!limits.some(({ kind }) => kind === 'DEPOSIT')) return null;
    const { WEEK, MONTH } = periodsAt(now);
    // A week may have begun in the month before, and end in the next.
    const first = WEEK.first < MONTH.first ? WEEK.first : MONTH.first;
    const until = WEEK.endsAt > MONTH.endsAt ? WEEK.endsAt : MONTH.endsAt;
    const [own, brought] = await Promise.all([
      listDepositDays(tx, userId, first),
      readBroughtDays(tx, userId, DEPOSITS_FACT),
    ]);
    return keptDays(brought, own, { first, until });
  },
};

interface KeptExclusion {
  kind: ExclusionKind;
  endsAt: string;
}

/** A person cannot escape a bar by closing the account. */
export const exclusionFact: PersonFact = {
  keep: async (tx, userId, now) => {
    const bar = runningBar(await readPlayGuard(tx, userId), now);
    if (bar === null) return null;
    const value: KeptExclusion = { kind: bar.kind, endsAt: bar.until.toISOString() };
    return { value, until: bar.until };
  },
  bring: async (tx, userId, { value }, now) => {
    const { kind, endsAt: end } = value as KeptExclusion;
    const endsAt = new Date(end);
    await lockPlayGuard(tx, userId);
    await Promise.all([
      updatePlayBar(tx, userId, kind, endsAt),
      insertExclusion(tx, { userId, kind, startsAt: now, endsAt, isBrought: true }),
    ]);
  },
};
