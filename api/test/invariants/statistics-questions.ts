import { type Sql, sql } from '../../src/platform/sql.ts';

/** What must hold of the figures kept of closed days; each must find nothing. */
export const statisticsQuestions: Readonly<Record<string, Sql>> = {
  'the days that are added up have no gap, and none before them was played': sql`
    with played as (
      select min((created_at at time zone 'America/Sao_Paulo')::date) as day
      from (
        select created_at from case_openings union all select created_at from upgrades
        union all select created_at from transfers) play)
    select min(rolled_days.day), max(rolled_days.day), count(*), min(played.day) as first_played
    from rolled_days, played
    having max(rolled_days.day) - min(rolled_days.day) + 1 <> count(*)
      or min(rolled_days.day) is distinct from coalesce(min(played.day), min(rolled_days.day))`,
  'the kept figures of each case are the truth': sql`
    with truth as (
      select (created_at at time zone 'America/Sao_Paulo')::date as day, case_id, count(*) as openings,
        sum(price_cents) as wagered_cents, sum(item_value_cents) as won_cents
      from case_openings group by 1, 2)
    select day, case_id from (select * from truth where day in (select day from rolled_days)) truth
    full join case_days kept using (day, case_id)
    where (truth.openings, truth.wagered_cents, truth.won_cents)
      is distinct from (kept.openings, kept.wagered_cents, kept.won_cents)`,
  'the kept figures of upgrades are the truth': sql`
    with truth as (
      select (created_at at time zone 'America/Sao_Paulo')::date as day, count(*) as upgrades,
        count(*) filter (where status = 'WON') as upgrades_won, sum(items_value_cents + balance_cents) as wagered_cents,
        sum(balance_cents) as balance_cents,
        sum(case status when 'WON' then target_value_cents else 0 end) as won_cents
      from upgrades group by 1)
    select day from (select * from truth where day in (select day from rolled_days)) truth
    full join upgrade_days kept using (day)
    where (truth.upgrades, truth.upgrades_won, truth.wagered_cents, truth.balance_cents, truth.won_cents)
      is distinct from (kept.upgrades, kept.upgrades_won, kept.wagered_cents, kept.balance_cents, kept.won_cents)`,
  'the kept figures of each user are the truth': sql`
    with truth as (
      select (created_at at time zone 'America/Sao_Paulo')::date as day, user_id, sum(opening) as openings,
        sum(1 - opening) as upgrades, sum(upgrade_won) as upgrades_won, sum(wagered) as wagered_cents,
        sum(won) as won_cents, max(won) as best_win_cents
      from (
        select created_at, user_id, 1 as opening, 0 as upgrade_won, price_cents as wagered, item_value_cents as won
        from case_openings
        union all
        select created_at, user_id, 0, (status = 'WON')::int, items_value_cents + balance_cents,
          case status when 'WON' then target_value_cents else 0 end
        from upgrades) play
      group by 1, 2)
    select day, user_id from (select * from truth where day in (select day from rolled_days)) truth
    full join user_days kept using (day, user_id)
    where (truth.openings, truth.upgrades, truth.upgrades_won, truth.wagered_cents, truth.won_cents,
      truth.best_win_cents) is distinct from
      (kept.openings, kept.upgrades, kept.upgrades_won, kept.wagered_cents, kept.won_cents, kept.best_win_cents)`,
  'the kept figures of the books are the truth': sql`
    with truth as (
      select (created_at at time zone 'America/Sao_Paulo')::date as day, type, count(*) as transfers,
        sum(amount_cents) as amount_cents,
        sum(case credit_account when 'USER' then amount_cents else 0 end) as credited_cents
      from transfers group by 1, 2)
    select day, type from (select * from truth where day in (select day from rolled_days)) truth
    full join transfer_days kept using (day, type)
    where (truth.transfers, truth.amount_cents, truth.credited_cents)
      is distinct from (kept.transfers, kept.amount_cents, kept.credited_cents)`,
  'the nonces of a user rise with time, by which the plays since the kept days are found': sql`
    select user_id, nonce from (
      select user_id, nonce, created_at, lag(created_at) over (partition by user_id order by nonce) as last_created_at
      from (
        select user_id, nonce, created_at from case_openings
        union all
        select user_id, nonce, created_at from upgrades) roll) roll
    where created_at < last_created_at`,
};
