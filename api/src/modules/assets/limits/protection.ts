import type { Clock } from '../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import { recordAudit } from '../../people/audit/index.ts';
import { centsSince, readBroughtDays } from '../../people/person-facts/index.ts';
import { lockPlayGuard, type PlayGuard, readPlayGuard, updateHasLimits, updatePlayBar } from '../wallet/index.ts';
import { ageNotConfirmed, barRefusal, DEPOSITS_FACT, exclusionOnlyLengthens, limitRefusal } from './limits.records.ts';
import {
  changed,
  type ExclusionKind,
  exclusionEnd,
  faultOf,
  LIMIT_KINDS,
  type LimitKind,
  type LimitState,
  lengthened,
  limitsPlay,
  PERIODS,
  type Period,
  type PlayerLimit,
  type Protection,
  periodsAt,
  type RequestedLimit,
  type RunningBar,
  runningBar,
  type Spans,
  settled,
  usedOf,
} from './limits.rules.ts';
import {
  beginCounting,
  deleteCounters,
  findAgeConfirmation,
  findCounts,
  insertAgeConfirmation,
  insertExclusion,
  listLimits,
  type PastPlays,
  sumDeposits,
  upsertLimits,
} from './limits.sql.ts';

export interface LimitsDeps {
  db: Db;
  clock: Clock;
  past: PastPlays;
  cancelCharges: CancelCharges;
}

/** Ends the open deposits of a user, if and only if the transaction commits. */
type CancelCharges = (tx: Tx, userId: Id<'user'>) => Promise<void>;

interface ChangeLimits {
  userId: Id<'user'>;
  asked: readonly RequestedLimit[];
  ip: string;
}

/** Takes the lock of the account, as stakes and deposits do, so a lower limit holds for every stake after the commit. */
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
    // The mark on the account depends on all limits, so those that have changed by their time are written too.
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

/** Open charges could bring more than the new limit allows. */
const isLessToDeposit = (before: PlayerLimit, { kind, limitCents }: PlayerLimit) =>
  kind === 'DEPOSIT' && limitCents !== null && (before.limitCents === null || limitCents < before.limitCents);

const isSame = (one: Pick<PlayerLimit, 'kind' | 'period'>, other: Pick<PlayerLimit, 'kind' | 'period'>) =>
  one.kind === other.kind && one.period === other.period;

const keptLimit = (kept: readonly PlayerLimit[], { kind, period }: Pick<PlayerLimit, 'kind' | 'period'>): PlayerLimit =>
  kept.find((limit) => isSame(limit, { kind, period })) ?? { kind, period, limitCents: null, next: null };

interface ExcludeOneself {
  userId: Id<'user'>;
  kind: ExclusionKind;
  /** A pause has days, an exclusion months. */
  days: number;
  months: number;
  ip: string;
}

/**
 * Bars the user from play and deposits by a mark on the account, under the lock that every stake takes. Nobody can take it
 * off, and the database refuses a shorter one.
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

export async function confirmAge(
  { db, clock }: { db: Db; clock: Clock },
  { userId, ip }: { userId: Id<'user'>; ip: string },
): Promise<Date> {
  return transaction(db, async (tx) => {
    const isFirst = await insertAgeConfirmation(tx, userId, clock.now());
    if (isFirst) await recordAudit(tx, [{ action: 'AGE_CONFIRMED', userId, actorId: userId, ip }]);
    return (await findAgeConfirmation(tx, userId)) as Date;
  });
}

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
async function readDeposited(db: Db | Tx, userId: Id<'user'>, spans: Spans): Promise<Readonly<Record<Period, Cents>>> {
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
