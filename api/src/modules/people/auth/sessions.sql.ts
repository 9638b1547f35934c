import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { DAY_TIME_ZONE } from '../../../platform/days.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Session } from './auth.types.ts';

const SESSION_COLUMNS = sql`
  id, user_id, platform_id, ip, user_agent, device_id,
  created_at, last_activity, expires_at`;

export type NewSession = Pick<Session, 'id' | 'userId' | 'platformId' | 'ip' | 'userAgent' | 'deviceId'>;

/** Whoever logs in was active on that day, also where nothing follows. The user's row must be locked. */
export async function insertSession(tx: Tx, session: NewSession): Promise<Session> {
  const { id, userId, platformId, ip, userAgent, deviceId } = session;
  const rows = await tx.query<Session>(sql`
    with active as (
      insert into user_activity (day, user_id) values ((now() at time zone ${DAY_TIME_ZONE}::text)::date, ${userId})
      on conflict do nothing)
    insert into sessions (id, user_id, platform_id, ip, user_agent, device_id)
    values (${id}, ${userId}, ${platformId}, ${ip}, ${userAgent}, ${deviceId})
    returning ${SESSION_COLUMNS}`);
  return rows[0] as Session;
}

/** Leaves the `kept` most recently active ones; gives the ids of those removed. The user's row must be locked. */
export async function trimSessions(tx: Tx, userId: Id<'user'>, kept: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    delete from sessions where user_id = ${userId} and id not in (
      select id from sessions where user_id = ${userId} and expires_at > now()
      order by last_activity desc, created_at desc, id limit ${kept})
    returning id`);
  return rows.map(({ id }) => id);
}

export async function findSession(db: Db, id: string): Promise<Session | null> {
  const rows = await db.query<Session>(
    sql`select ${SESSION_COLUMNS} from sessions where id = ${id} and expires_at > now()`,
  );
  return rows[0] ?? null;
}

/** Which of these are valid. */
export async function listValidIds(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`select id from sessions where id = any(${ids}::text[]) and expires_at > now()`,
  );
  return rows.map(({ id }) => id);
}

export async function listSessions(db: Db, userId: Id<'user'>): Promise<Session[]> {
  return db.query<Session>(sql`
    select ${SESSION_COLUMNS} from sessions where user_id = ${userId} and expires_at > now()
    order by last_activity desc, created_at desc, id`);
}

/** Removes a session of its owner, which may be called by any of these ids; gives its id, or none where it is another's. */
export async function deleteSession(tx: Tx, userId: Id<'user'>, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    sql`delete from sessions where id = any(${ids}::text[]) and user_id = ${userId} returning id`,
  );
  return rows.map(({ id }) => id);
}

/** The user's row must be locked. */
export async function deleteUserSessions(tx: Tx, userId: Id<'user'>): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`delete from sessions where user_id = ${userId} returning id`);
  return rows.map(({ id }) => id);
}

/** It has not the rows of their users, so it waits for no session: what others hold is found by the next sweep. */
export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.query(sql`
    delete from sessions where id in (select id from sessions where expires_at <= now() for update skip locked)`);
}

/**
 * Rows are locked in one order: of users by id, then of their sessions. Whoever would lock several sessions has the row
 * of their user first, so that nobody meets another halfway.
 */
export async function lockUsersOf(tx: Tx, sessionIds: readonly string[]): Promise<void> {
  await tx.query(sql`
    select from users where id in (select user_id from sessions where id = any(${sessionIds}::text[]))
    order by id for no key update`);
}

/**
 * Writes the activity of many sessions, and of their users, at once, whose rows must be locked. Never moves a time
 * backwards. That a user was active on a day is kept unless it comes so late that the day may be added up by then.
 */
export async function writeActivity(tx: Tx, ids: readonly string[], times: readonly Date[]): Promise<void> {
  await tx.query(sql`
    with seen as (select * from unnest(${ids}::text[], ${times}::timestamptz[]) as seen (id, at)),
    touched as (
      update sessions set last_activity = greatest(last_activity, seen.at)
      from seen where sessions.id = seen.id returning user_id, seen.at
    ), active as (
      insert into user_activity (day, user_id)
      select distinct (at at time zone ${DAY_TIME_ZONE}::text)::date, user_id from touched
      where (at at time zone ${DAY_TIME_ZONE}::text)::date
        >= ((now() - interval '10 minutes') at time zone ${DAY_TIME_ZONE}::text)::date
      on conflict do nothing
    )
    update users set last_active_at = greatest(last_active_at, latest.at)
    from (select user_id, max(at) as at from touched group by user_id) latest where users.id = latest.user_id`);
}

/** True the first time a session is seen from an address. */
export async function insertSessionAddress(tx: Tx, sessionId: string, ip: string): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into session_addresses (session_id, ip)
    select id, ${ip} from sessions where id = ${sessionId}
    on conflict do nothing returning ip`);
  return rows.length === 1;
}

/** Whether one of the user's last hundred entries of the trail is a login from the address. */
export async function hasLoggedInFrom(tx: Tx, userId: Id<'user'>, ip: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select from (
      select action, entry.ip from audit_entries entry where user_id = ${userId} order by id desc limit 100) recent
    where action = 'LOGIN' and recent.ip = ${ip} limit 1`);
  return rows.length > 0;
}

/** False where the assertion was used before. */
export async function useLoginNonce(tx: Tx, nonce: string): Promise<boolean> {
  const rows = await tx.query(
    sql`insert into login_nonces (nonce) values (${nonce}) on conflict do nothing returning nonce`,
  );
  return rows.length === 1;
}

/** An assertion older than this is refused by its own time, so its nonce need not be remembered. */
export async function deleteOldLoginNonces(db: Db): Promise<void> {
  await db.query(sql`delete from login_nonces where used_at < now() - interval '1 hour'`);
}
