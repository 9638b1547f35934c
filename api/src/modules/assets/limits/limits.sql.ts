import type { Db, Tx } from '../../../platform/database/db.ts';
import { join, raw, type Sql, sql } from '../../../platform/database/sql.ts';
import { type Day, dayStart } from '../../../platform/days.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Module } from '../../../platform/module.ts';
import type { Cents } from '../../../platform/money.ts';
import type {
  CountedPlay,
  ExclusionKind,
  LimitKind,
  Period,
  PeriodSpan,
  PlayCounts,
  PlayerLimit,
  Spans,
  Standing,
} from './limits.rules.ts';

interface LimitRow {
  userId: Id<'user'>;
  kind: LimitKind;
  period: Period;
  limitCents: bigint | null;
  nextCents: bigint | null;
  nextFrom: Date | null;
}

function limitOf({ kind, period, limitCents, nextCents, nextFrom }: LimitRow): PlayerLimit {
  const next = nextFrom === null ? null : { limitCents: nextCents, from: nextFrom };
  return { kind, period, limitCents, next };
}

const listLimitRows = (db: Db | Tx, userIds: readonly Id<'user'>[]) =>
  db.query<LimitRow>(sql`
    select user_id, kind, period, limit_cents, next_cents, next_from from player_limits where user_id = any(${userIds}::bigint[])`);

export async function listLimits(db: Db | Tx, userId: Id<'user'>): Promise<PlayerLimit[]> {
  return (await listLimitRows(db, [userId])).map(limitOf);
}

type CountRow = { userId: Id<'user'> } & Record<'day' | 'week' | 'month', Day> &
  Record<`${'day' | 'week' | 'month'}${'Wagered' | 'Lost'}Cents`, Cents>;

const listCountRows = (db: Db | Tx, userIds: readonly Id<'user'>[]) =>
  db.query<CountRow>(sql`
    select user_id, day::text as day, week::text as week, month::text as month,
      day_wagered_cents, day_lost_cents, week_wagered_cents, week_lost_cents, month_wagered_cents, month_lost_cents
    from play_counters where user_id = any(${userIds}::bigint[])`);

const countsOf = (row: CountRow): PlayCounts => ({
  DAY: { first: row.day, wageredCents: row.dayWageredCents, lostCents: row.dayLostCents },
  WEEK: { first: row.week, wageredCents: row.weekWageredCents, lostCents: row.weekLostCents },
  MONTH: { first: row.month, wageredCents: row.monthWageredCents, lostCents: row.monthLostCents },
});

/** Reads any number of users by two statements; a user without limits is absent. */
export async function readStandings(
  db: Db | Tx,
  userIds: readonly Id<'user'>[],
): Promise<ReadonlyMap<Id<'user'>, Standing>> {
  const [limits, counts] = await Promise.all([listLimitRows(db, userIds), listCountRows(db, userIds)]);
  const countsByUser = new Map(counts.map((row) => [row.userId, countsOf(row)]));
  return new Map(
    Map.groupBy(limits, ({ userId }) => userId)
      .entries()
      .map(([userId, own]) => [userId, { limits: own.map(limitOf), counts: countsByUser.get(userId) ?? null }]),
  );
}

export async function findCounts(db: Db | Tx, userId: Id<'user'>): Promise<PlayCounts | null> {
  const [row] = await listCountRows(db, [userId]);
  return row === undefined ? null : countsOf(row);
}

export async function upsertLimits(tx: Tx, userId: Id<'user'>, limits: readonly PlayerLimit[]): Promise<void> {
  await tx.query(sql`
    insert into player_limits (user_id, kind, period, limit_cents, next_cents, next_from)
    select ${userId}, * from unnest(
      ${limits.map(({ kind }) => kind)}::text[], ${limits.map(({ period }) => period)}::text[],
      ${limits.map(({ limitCents }) => limitCents)}::bigint[],
      ${limits.map(({ next }) => next?.limitCents ?? null)}::bigint[],
      ${limits.map(({ next }) => next?.from ?? null)}::timestamptz[])
    on conflict (user_id, kind, period) do update
    set limit_cents = excluded.limit_cents, next_cents = excluded.next_cents, next_from = excluded.next_from`);
}

/**
 * Counts plays of users who have counters, each user once, and returns how many were counted. Their accounts are locked. A
 * returned stake is negative and may be of an earlier period, so it takes no period below zero.
 */
export async function addToCounters(tx: Tx, plays: readonly CountedPlay[], spans: Spans): Promise<number> {
  const { DAY, WEEK, MONTH } = spans;
  const rows = await tx.query(sql`
    update play_counters set ${counted('day', DAY)}, ${counted('week', WEEK)}, ${counted('month', MONTH)},
      wagered_cents = wagered_cents + wagered, won_cents = won_cents + won
    from unnest(
      ${plays.map(({ userId }) => userId)}::bigint[], ${plays.map(({ wageredCents }) => wageredCents)}::bigint[],
      ${plays.map(({ wonCents }) => wonCents)}::bigint[]
    ) as play (user_id, wagered, won)
    where play_counters.user_id = play.user_id
    returning play_counters.user_id`);
  return rows.length;
}

/** A returned stake takes as much off the losses as off the wagered amount: the rest was no loss of this period. */
function counted(period: 'day' | 'week' | 'month', { first }: PeriodSpan): Sql {
  const [began, wagered, lost] = [raw(period), raw(`${period}_wagered_cents`), raw(`${period}_lost_cents`)];
  const before = (cents: Sql) => sql`case when ${began} >= ${first} then ${cents} else 0 end`;
  return sql`
      ${began} = greatest(${began}, ${first}),
      ${wagered} = greatest(${before(wagered)} + wagered, 0),
      ${lost} = ${before(lost)} + greatest(wagered, -${before(wagered)}) - won`;
}

export async function insertCounts(tx: Tx, userId: Id<'user'>, { DAY, WEEK, MONTH }: PlayCounts): Promise<void> {
  await tx.query(sql`
    insert into play_counters (user_id, day, day_wagered_cents, day_lost_cents, week, week_wagered_cents, week_lost_cents,
      month, month_wagered_cents, month_lost_cents, wagered_cents, won_cents)
    values (${userId}, ${DAY.first}, ${DAY.wageredCents}, ${DAY.lostCents}, ${WEEK.first}, ${WEEK.wageredCents},
      ${WEEK.lostCents}, ${MONTH.first}, ${MONTH.wageredCents}, ${MONTH.lostCents}, 0, 0)`);
}

export async function sumDeposits(
  db: Db | Tx,
  userId: Id<'user'>,
  { DAY, WEEK, MONTH }: Spans,
): Promise<Readonly<Record<Period, Cents>>> {
  const rows = await db.query<Record<`${Lowercase<Period>}Cents`, Cents>>(sql`
    select coalesce(sum(amount_cents) filter (where created_at >= ${DAY.startsAt}), 0) as day_cents,
      coalesce(sum(amount_cents) filter (where created_at >= ${WEEK.startsAt}), 0) as week_cents,
      coalesce(sum(amount_cents) filter (where created_at >= ${MONTH.startsAt}), 0) as month_cents
    from transfers where user_id = ${userId} and type = 'DEPOSIT'
      and created_at >= least(${WEEK.startsAt}::timestamptz, ${MONTH.startsAt}::timestamptz)`);
  const row = rows[0] as (typeof rows)[0];
  return { DAY: row.dayCents, WEEK: row.weekCents, MONTH: row.monthCents };
}

export async function listDepositDays(tx: Tx, userId: Id<'user'>, first: Day): Promise<ReadonlyMap<Day, Cents>> {
  const rows = await tx.query<{ day: Day; cents: bigint }>(sql`
    select (created_at at time zone 'America/Sao_Paulo')::date::text as day, sum(amount_cents) as cents from transfers
    where user_id = ${userId} and type = 'DEPOSIT' and created_at >= ${dayStart(first)} group by 1`);
  return new Map(rows.map(({ day, cents }) => [day, cents]));
}

/** Returns false if it was confirmed before. */
export async function insertAgeConfirmation(tx: Tx, userId: Id<'user'>, now: Date): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into age_confirmations (user_id, confirmed_at) values (${userId}, ${now})
    on conflict do nothing returning user_id`);
  return rows.length > 0;
}

export async function findAgeConfirmation(db: Db | Tx, userId: Id<'user'>): Promise<Date | null> {
  const rows = await db.query<{ confirmedAt: Date }>(
    sql`select confirmed_at from age_confirmations where user_id = ${userId}`,
  );
  return rows[0]?.confirmedAt ?? null;
}

interface NewExclusion {
  userId: Id<'user'>;
  kind: ExclusionKind;
  startsAt: Date;
  endsAt: Date;
  /** The exclusion comes from a closed account of the same person. */
  isBrought: boolean;
}

export async function insertExclusion(tx: Tx, exclusion: NewExclusion): Promise<void> {
  const { userId, kind, startsAt, endsAt, isBrought } = exclusion;
  await tx.query(sql`
    insert into exclusions (user_id, kind, starts_at, ends_at, is_brought)
    values (${userId}, ${kind}, ${startsAt}, ${endsAt}, ${isBrought})`);
}

/** The games tell what was played before anything was counted. */
export interface PastPlays {
  /** Each selects created_at, wagered_cents and won_cents of every play of a user from a day on, and reads nothing older. */
  plays: readonly ((userId: Id<'user'>, first: Day) => Sql)[];
  /** Each selects user_id and stake_cents of stakes that are paid and not played yet. */
  unplayedStakes: readonly Sql[];
  /** These are the sums of all times, and include stakes that are not played yet. */
  readInAll(tx: Tx, userId: Id<'user'>): Promise<{ wageredCents: Cents; wonCents: Cents }>;
}

/**
 * Counts the plays of the current periods, so that a limit covers the whole of its first period too, unless they are
 * counted already. The account is locked, so nothing is staked meanwhile. Stakes that wait count in these periods.
 */
export async function beginCounting(
  tx: Tx,
  { plays, unplayedStakes, readInAll }: PastPlays,
  userId: Id<'user'>,
  { DAY, WEEK, MONTH }: Spans,
): Promise<void> {
  // A week may have begun in the month before.
  const first = WEEK.first < MONTH.first ? WEEK.first : MONTH.first;
  const played = plays.map(
    (each) => sql`select created_at, wagered_cents, won_cents from (${each(userId, first)}) play`,
  );
  const waiting = unplayedStakes.map(
    (each) => sql`
    select 'infinity'::timestamptz, stake_cents, 0 from (${each}) unplayed where user_id = ${userId}`,
  );
  const { wageredCents, wonCents } = await readInAll(tx, userId);
  await tx.query(sql`
    insert into play_counters (user_id, day, day_wagered_cents, day_lost_cents, week, week_wagered_cents, week_lost_cents,
      month, month_wagered_cents, month_lost_cents, wagered_cents, won_cents)
    select ${userId}, ${DAY.first}, ${sumSince(DAY.startsAt)}, ${WEEK.first}, ${sumSince(WEEK.startsAt)},
      ${MONTH.first}, ${sumSince(MONTH.startsAt)}, ${wageredCents}, ${wonCents}
    from (${join([...played, ...waiting], ' union all ')}) past (at, wagered, won)
    where not exists (select from play_counters where user_id = ${userId})
    having not exists (select from play_counters where user_id = ${userId})`);
}

/** A returned stake may be older than the period: it takes no more off the losses than was wagered since. */
function sumSince(start: Date): Sql {
  const wagered = sql`greatest(coalesce(sum(wagered) filter (where at >= ${start}), 0), 0)`;
  return sql`${wagered}, ${wagered} - coalesce(sum(won) filter (where at >= ${start}), 0)`;
}

export async function deleteCounters(tx: Tx, userId: Id<'user'>): Promise<void> {
  await tx.query(sql`delete from play_counters where user_id = ${userId}`);
}

export const limitsPersonalData: Required<Module<never>>['personalData'] = {
  limits: {
    key: 'name',
    rows: (userId) => sql`
      select kind || ' ' || period as name, limit_cents, next_cents, next_from
      from player_limits where user_id = ${userId}`,
  },
  playCounters: {
    key: 'day',
    rows: (userId) => sql`
      select day::text as day, day_wagered_cents, day_lost_cents,
        week::text as week, week_wagered_cents, week_lost_cents,
        month::text as month, month_wagered_cents, month_lost_cents,
        wagered_cents, won_cents
      from play_counters where user_id = ${userId}`,
  },
  exclusions: {
    key: 'id',
    rows: (userId) => sql`
      select id, kind, starts_at, ends_at, is_brought from exclusions where user_id = ${userId}`,
  },
  ageConfirmation: {
    key: 'confirmed_at',
    rows: (userId) => sql`select confirmed_at from age_confirmations where user_id = ${userId}`,
  },
};
