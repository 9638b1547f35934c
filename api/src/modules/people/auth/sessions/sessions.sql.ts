import type { Db, Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { DAY_TIME_ZONE } from '../../../../platform/days.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Session } from './sessions.records.ts';

const SESSION_COLUMNS = sql`
  id, user_id, platform_id, ip, user_agent, device_id,
  created_at, last_activity, expires_at`;

export type NewSession = Pick<Session, 'id' | 'userId' | 'platformId' | 'ip' | 'userAgent' | 'deviceId'>;

/** A login is activity of the day. The user's row must be locked. */
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

/** Keeps the most recently active sessions and returns the ids of the others. The user's row must be locked. */
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

/** The session may be named by its id or its hash. Returns nothing where it belongs to another user. */
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

/** The users' rows are not locked here, so it skips locked sessions; the next sweep finds them. */
export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.query(sql`
    delete from sessions where id in (select id from sessions where expires_at <= now() for update skip locked)`);
}

/** Locks rows in one order, users by id and then their sessions, so that no two transactions deadlock. */
export async function lockUsersOf(tx: Tx, sessionIds: readonly string[]): Promise<void> {
  await tx.query(sql`
    select from users where id in (select user_id from sessions where id = any(${sessionIds}::text[]))
    order by id for no key update`);
}

/**
 * The users' rows must be locked. No time moves backwards. A day of activity is stored unless it comes so late that the
 * day may be added up already.
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

/** Returns true the first time a session comes from an address. */
export async function insertSessionAddress(tx: Tx, sessionId: string, ip: string): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into session_addresses (session_id, ip)
    select id, ${ip} from sessions where id = ${sessionId}
    on conflict do nothing returning ip`);
  return rows.length === 1;
}

/** Looks at the last hundred entries of the user's trail. */
export async function hasLoggedInFrom(tx: Tx, userId: Id<'user'>, ip: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select from (
      select action, entry.ip from audit_entries entry where user_id = ${userId} order by id desc limit 100) recent
    where action = 'LOGIN' and recent.ip = ${ip} limit 1`);
  return rows.length > 0;
}

/** Returns false where the assertion was used before. */
export async function useLoginNonce(tx: Tx, nonce: string): Promise<boolean> {
  const rows = await tx.query(
    sql`insert into login_nonces (nonce) values (${nonce}) on conflict do nothing returning nonce`,
  );
  return rows.length === 1;
}

/** Older assertions are refused by their own time. */
export async function deleteOldLoginNonces(db: Db): Promise<void> {
  await db.query(sql`delete from login_nonces where used_at < now() - interval '1 hour'`);
}
