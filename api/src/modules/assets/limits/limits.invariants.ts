import { join, type Sql, sql } from '../../../platform/database/sql.ts';
import type { Invariants } from '../../../platform/invariants/invariants.ts';

export const limitsInvariants: Invariants = {
  'who has excluded themselves is barred until the last day of it, or for good where the account is closed': sql`
    select accounts.user_id, play_bar, play_barred_until, latest from accounts
    join users on users.id = accounts.user_id
    left join (select user_id, max(ends_at) as latest from exclusions group by user_id) asked using (user_id)
    where play_barred_until is distinct from case status when 'CLOSED' then 'infinity' else latest end
      or (play_bar = 'CLOSED') is distinct from case when play_bar is null then null else status = 'CLOSED' end`,
  'an exclusion is only ever lengthened': sql`
    select id from (
      select *, lag(ends_at) over (partition by user_id order by id) as former_end from exclusions) asked
    where ends_at < former_end`,
  'stakes are held against limits of who has some, and counted': sql`
    select accounts.user_id, has_limits from accounts
    left join play_counters using (user_id)
    left join (
      select user_id, true as is_limited from player_limits where kind <> 'DEPOSIT' and limit_cents is not null
      group by user_id) limited using (user_id)
    where has_limits <> (play_counters.user_id is not null) or (is_limited and not has_limits)`,
  // The counted period may be over, and a raise that waits may count by now: both only leave more room.
  'what may be staked without a look at the limits is within them': sql`
    select user_id, kind, period, stake_room_cents from accounts
    join player_limits using (user_id) join play_counters using (user_id)
    cross join lateral (select case when next_from is null then limit_cents else next_cents end) as most (cents)
    cross join lateral (
      select case kind || ' ' || period
        when 'WAGER DAY' then day_wagered_cents when 'WAGER WEEK' then week_wagered_cents
        when 'WAGER MONTH' then month_wagered_cents when 'LOSS DAY' then day_lost_cents
        when 'LOSS WEEK' then week_lost_cents when 'LOSS MONTH' then month_lost_cents end) as used (cents)
    where has_limits and kind <> 'DEPOSIT' and most.cents is not null
      and stake_room_cents > greatest(most.cents - greatest(used.cents, 0), 0)`,
  'every exclusion that was asked for is on the trail': sql`
    select exclusions.id from exclusions where not is_brought and not exists (
      select from audit_entries where action = 'SELF_EXCLUDED' and audit_entries.user_id = exclusions.user_id
        and metadata ->> 'kind' = kind and (metadata ->> 'until')::timestamptz = ends_at)`,
};

interface CountedGames {
  /** Each selects user_id, wagered_cents and won_cents of every play, ticket and prize, negative for one that was returned. */
  plays: readonly Sql[];
  /** Each selects user_id and stake_cents of stakes that are paid and not played yet. */
  unplayedStakes: readonly Sql[];
}

export const countersInvariants = ({ plays, unplayedStakes }: CountedGames): Invariants => ({
  'what is counted for limits is all that was staked and won, in every game': sql`
    with truth as (
      select user_id, sum(wagered_cents) as wagered_cents, sum(won_cents) as won_cents
      from (${join(
        [
          ...plays.map((each) => sql`select user_id, wagered_cents, won_cents from (${each}) play`),
          ...unplayedStakes.map((each) => sql`select user_id, stake_cents, 0 from (${each}) unplayed`),
        ],
        ' union all ',
      )}) played
      group by user_id)
    select user_id, counter.wagered_cents as counted_wagered_cents, truth.wagered_cents, counter.won_cents as counted_won_cents,
      truth.won_cents
    from play_counters counter left join truth using (user_id)
    where (counter.wagered_cents, counter.won_cents)
      is distinct from (coalesce(truth.wagered_cents, 0), coalesce(truth.won_cents, 0))`,
});
