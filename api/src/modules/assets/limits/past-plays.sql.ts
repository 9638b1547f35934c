import type { Tx } from '../../../platform/database/db.ts';
import { join, type Sql, sql } from '../../../platform/database/sql.ts';
import type { Day } from '../../../platform/days.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { Spans } from './limits.sql.ts';

/** What was played before anything was counted, as the games tell it. */
export interface PastPlays {
  /**
   * Each selects created_at, wagered_cents and won_cents of what a user has played from a day on, a row for each play. It
   * reads nothing older: who plays much sets a limit as fast as anybody.
   */
  plays: readonly ((userId: Id<'user'>, first: Day) => Sql)[];
  /** Each selects user_id and stake_cents: what is paid and not played yet. */
  unplayedStakes: readonly Sql[];
  /** All that a user has ever staked, with what is not played yet, and won. */
  readInAll(tx: Tx, userId: Id<'user'>): Promise<{ wageredCents: Cents; wonCents: Cents }>;
}

/**
 * Counts what the user has played in the periods that run, so that a limit covers the whole of its first period too.
 * Nothing happens where it is counted already. The account is locked, so nothing is staked meanwhile. What waits to be
 * played was staked in these periods as far as anybody knows.
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

/** What was given back may have been staked before: it takes nothing off the losses beyond what was wagered since. */
function sumSince(start: Date): Sql {
  const wagered = sql`greatest(coalesce(sum(wagered) filter (where at >= ${start}), 0), 0)`;
  return sql`${wagered}, ${wagered} - coalesce(sum(won) filter (where at >= ${start}), 0)`;
}

export async function deleteCounters(tx: Tx, userId: Id<'user'>): Promise<void> {
  await tx.query(sql`delete from play_counters where user_id = ${userId}`);
}
