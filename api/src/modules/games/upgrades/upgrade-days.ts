import { sql } from '../../../platform/database/sql.ts';
import { keepDays } from '../../../platform/roll-ups/kept-days.ts';

/** What was staked in upgrades, and what was won. */
export const upgradeDays = keepDays({
  table: 'upgrade_days',
  columns: ['upgrades', 'upgrades_won', 'wagered_cents', 'balance_cents', 'won_cents'],
  firstMoment: sql`select min(created_at) from upgrades`,
  figures: ({ day, isWithin }) => sql`
    select ${day}, count(*), count(*) filter (where status = 'WON'), sum(items_value_cents + balance_cents),
      sum(balance_cents), coalesce(sum(target_value_cents) filter (where status = 'WON'), 0)
    from upgrades where ${isWithin} group by 1`,
});
