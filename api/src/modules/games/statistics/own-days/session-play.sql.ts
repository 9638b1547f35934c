import type { Db } from '../../../../platform/database/db.ts';
import { join, type Sql, sql } from '../../../../platform/database/sql.ts';
import { type Day, dayOf } from '../../../../platform/days.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';

/** Each selects created_at, wagered_cents and won_cents of what a user has played from a day on. */
export type PlaysFrom = (userId: Id<'user'>, first: Day) => Sql;

/** What was played since a session began. */
export interface SessionPlay {
  startedAt: Date;
  plays: number;
  wageredCents: Cents;
  wonCents: Cents;
}

/** A session lasts a week, so no more than a week is read. Null where it has just ended. */
export async function readSessionPlay(
  db: Db,
  { userId, sessionId }: { userId: Id<'user'>; sessionId: string },
  plays: readonly PlaysFrom[],
): Promise<SessionPlay | null> {
  const [session] = await db.query<{ startedAt: Date }>(
    sql`select created_at as started_at from sessions where id = ${sessionId}`,
  );
  if (session === undefined) return null;
  const { startedAt } = session;
  const played = plays.map(
    (each) => sql`select created_at, wagered_cents, won_cents from (${each(userId, dayOf(startedAt))}) play`,
  );
  const rows = await db.query<Record<'plays' | 'wageredCents' | 'wonCents', string>>(sql`
    select count(*) filter (where wagered_cents > 0) as plays, coalesce(sum(wagered_cents), 0) as wagered_cents,
      coalesce(sum(won_cents), 0) as won_cents
    from (${join(played, ' union all ')}) play where created_at >= ${startedAt}`);
  const [sums] = rows;
  return {
    startedAt,
    plays: Number(sums?.plays ?? 0),
    wageredCents: BigInt(sums?.wageredCents ?? 0),
    wonCents: BigInt(sums?.wonCents ?? 0),
  };
}
