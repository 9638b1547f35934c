import { sql } from '../../../platform/database/sql.ts';
import { type DailyRollUp, within } from '../../../platform/roll-ups/roll-ups.ts';

/** What was staked in upgrades, and what was won. */
export const upgradeDays: DailyRollUp = {
  firstMoment: sql`select min(created_at) from upgrades`,
  fill: async (tx, span) => {
    await tx.query(sql`
      insert into upgrade_days (day, upgrades, upgrades_won, wagered_cents, balance_cents, won_cents)
      select ${span.day}::date, count(*), count(*) filter (where status = 'WON'), sum(items_value_cents + balance_cents),
        sum(balance_cents), coalesce(sum(target_value_cents) filter (where status = 'WON'), 0)
      from upgrades where ${within(span)} having count(*) > 0`);
  },
};
