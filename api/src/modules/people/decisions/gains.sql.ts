import type { Db, Tx } from '../../../platform/database/db.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';

/** Somebody who gained from what an administrator published or gave, and who shares an address or a device with them. */
export interface NearGain {
  userId: Id<'user'>;
  administratorId: Id<'user'>;
  /** How often they gained from it. */
  gains: number;
}

/** An address of the machine itself is that of everybody who tries the product out. */
const TELLS_NOTHING = sql`('127.0.0.1', '::1', '::ffff:127.0.0.1')`;

/** What users had since a moment of what an administrator published or gave: user_id and administrator_id. */
const gainsSince = (since: Date, userId: Id<'user'> | null): Sql => {
  const of = (column: Sql) => (userId === null ? sql`true` : sql`${column} = ${userId}`);
  return sql`
    select event_claims.user_id, publishers.user_id as administrator_id from event_claims
    join publishers on entity_type = 'event' and entity_id = event_id::text
    where event_claims.created_at >= ${since} and ${of(sql`event_claims.user_id`)}
    union all
    select event_shots.user_id, publishers.user_id from event_shots
    join publishers on entity_type = 'event' and entity_id = event_id::text
    where event_shots.created_at >= ${since} and ${of(sql`event_shots.user_id`)}
    union all
    select winner_id, publishers.user_id from raffle_prizes
    join raffles on raffles.id = raffle_id
    join publishers on entity_type = 'raffle' and entity_id = raffle_id::text
    where drawn_at >= ${since} and winner_id is not null and ${of(sql`winner_id`)}
    union all
    select beneficiary_id, administrator from giveaways
    cross join lateral (values (administrator_id), (second_administrator_id)) gave (administrator)
    where created_at >= ${since} and cents > 0 and beneficiary_id is not null and administrator is not null
      and ${of(sql`beneficiary_id`)}`;
};

/** All of them since a moment, or those of one user. */
export async function findNearGains(db: Db | Tx, since: Date, userId: Id<'user'> | null): Promise<NearGain[]> {
  return db.query<NearGain>(sql`
    with gained as (
      select user_id, administrator_id, count(*)::int as gains from (${gainsSince(since, userId)}) gain
      where user_id <> administrator_id group by user_id, administrator_id),
    concerned as (select user_id from gained union select administrator_id from gained),
    came as (
      select user_id, 'address' as kind, ip as at from sessions where user_id in (select user_id from concerned)
      union
      select user_id, 'address', seen.ip from session_addresses seen join sessions on sessions.id = session_id
      where user_id in (select user_id from concerned)
      union
      select user_id, 'device', device_id from sessions
      where device_id is not null and user_id in (select user_id from concerned))
    select user_id, administrator_id, gains from gained
    where exists (
      select from came own join came theirs using (kind, at)
      where own.user_id = gained.user_id and theirs.user_id = gained.administrator_id
        and not (kind = 'address' and at in ${TELLS_NOTHING}))
    order by gains desc, user_id, administrator_id`);
}
