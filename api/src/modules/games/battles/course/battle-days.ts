import { sql } from '../../../../platform/database/sql.ts';
import { type DailyRollUp, within } from '../../../../platform/roll-ups/roll-ups.ts';

/** What was played of each mode: by people, and by the bots of the house. */
export const battleDays: DailyRollUp = {
  firstMoment: sql`select min(ended_at) from battle_seats`,
  fill: async (tx, span) => {
    await tx.query(sql`
      insert into battle_days (day, mode, battles, wagered_cents, won_cents, bot_seats, bot_wagered_cents, bot_won_cents)
      select ${span.day}::date, mode, count(distinct id), sum(entry_cents) filter (where user_id is not null),
        sum(won_cents) filter (where user_id is not null), count(*) filter (where user_id is null),
        coalesce(sum(entry_cents) filter (where user_id is null), 0),
        coalesce(sum(won_cents) filter (where user_id is null), 0)
      from (
        select battles.id, mode, entry_cents, user_id, won_cents, battles.ended_at as created_at
        from battles join battle_seats on battle_id = battles.id) played
      where ${within(span)} group by mode`);
  },
};
