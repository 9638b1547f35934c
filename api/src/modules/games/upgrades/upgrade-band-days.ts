import { sql } from '../../../platform/database/sql.ts';
import { keepDays } from '../../../platform/roll-ups/kept-days.ts';

/**
 * The same by chance: band 0 is below 10 percent, band 1 from there to below 20 and so on; 90 percent, which is the most
 * there is, is in band 9. The sum of the chances is how many wins were to be expected, in millionths.
 */
export const upgradeBandDays = keepDays({
  table: 'upgrade_band_days',
  columns: ['band', 'upgrades', 'upgrades_won', 'chance_units', 'wagered_cents', 'won_cents'],
  running: { keys: ['band'] },
  firstMoment: sql`select min(created_at) from upgrades`,
  figures: ({ day, isWithin }) => sql`
    select ${day}, least(chance_units / 100000, 9), count(*), count(*) filter (where status = 'WON'), sum(chance_units),
      sum(items_value_cents + balance_cents), coalesce(sum(target_value_cents) filter (where status = 'WON'), 0)
    from upgrades where ${isWithin} group by 1, 2`,
});
