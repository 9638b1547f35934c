import type { Db } from '../../../platform/database/db.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Day } from '../../../platform/days.ts';
import type { DayFigures } from './comparison.types.ts';

interface Days {
  from: Day;
  to: Day;
}

type StakesDay = Pick<DayFigures, 'day' | 'wageredCents' | 'wonCents'>;
type CameDay = Pick<DayFigures, 'day' | 'activeUsers' | 'newUsers'>;

/** Of all games together; only days on which something was played. */
export async function listStakesDays(db: Db, games: Sql): Promise<StakesDay[]> {
  const rows = await db.query<{ day: Day; wageredCents: bigint; wonCents: bigint }>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, sum(wagered_cents) as wagered_cents, sum(won_cents) as won_cents
    from (${games}) played group by played.day`);
  return rows.map(({ day, wageredCents, wonCents }) => ({
    day,
    wageredCents,
    wonCents,
  }));
}

/** Only days on which somebody came. */
export const listCameDays = (db: Db, came: Sql): Promise<CameDay[]> =>
  db.query<CameDay>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, active_users::int as active_users, new_users::int as new_users
    from (${came}) came`);

/** Who was there on any day of each range. */
export async function countActive(db: Db, now: Days, before: Days): Promise<{ now: number; before: number }> {
  const activeIn = ({ from, to }: Days) => sql`
    (select count(distinct user_id)::int from user_activity where day between ${from}::date and ${to}::date)`;
  const rows = await db.query<{ now: number; before: number }>(sql`
    select ${activeIn(now)} as now, ${activeIn(before)} as before`);
  return rows[0] as { now: number; before: number };
}
