import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { BarredAs, PlatformProfile, TradeUrlCheck, User, UserRole, UserStatus } from './users.types.ts';

/** The account of a user who is being made is not to be seen yet: nothing was rolled. */
const NONCE = sql`coalesce((select nonce from accounts where user_id = users.id), 0)`;
const USER_COLUMNS = sql`
  users.id, platform_id, username, avatar_url, role, status, trade_url,
  trade_url_check, trade_url_checked_at,
  client_seed, created_at, last_active_at,
  ${NONCE} as nonce`;

export async function findUser(db: Db | Tx, id: Id<'user'>): Promise<User | null> {
  const rows = await db.query<User>(sql`select ${USER_COLUMNS} from users where id = ${id}`);
  return rows[0] ?? null;
}

/** Until the end of `tx`. A user's row comes before the rows of their sessions. */
export async function lockUser(tx: Tx, id: Id<'user'>): Promise<void> {
  await tx.query(sql`select from users where id = ${id} for no key update`);
}

/**
 * Creates the user of an account, or updates what the provider says; who has no name is called by their account.
 * The row stays locked until the end of `tx`.
 */
export async function upsertUser(
  tx: Tx,
  profile: PlatformProfile,
  role: UserRole,
): Promise<{ user: User; isNew: boolean }> {
  const { platformId, username, avatarUrl } = profile;
  // A row that this statement has inserted was never locked or updated, which its xmax shows.
  const rows = await tx.query<User & { isNew: boolean }>(sql`
    insert into users (platform_id, username, avatar_url, role)
    values (${platformId}, coalesce(${username}::text, ${platformId}), ${avatarUrl}, ${role})
    on conflict (platform_id) do update
    set username = coalesce(${username}::text, users.username), avatar_url = coalesce(${avatarUrl}::text, users.avatar_url),
      role = excluded.role, last_active_at = now()
    returning ${USER_COLUMNS}, xmax = 0 as is_new`);
  const { isNew, ...user } = rows[0] as User & { isNew: boolean };
  return { user, isNew };
}

/** What is left of who has closed the account: the bare id. The row stays locked until the end of `tx`. */
export async function closeUser(tx: Tx, id: Id<'user'>, now: Date): Promise<void> {
  await tx.query(sql`
    update users set status = 'CLOSED', closed_at = ${now}, platform_id = 'closed:' || id::text,
      username = 'Conta encerrada', avatar_url = null, trade_url = null, client_seed = null, role = 'USER'
    where id = ${id}`);
}

/** Of one that is locked and not closed. */
export async function updateUserStatus(tx: Tx, id: Id<'user'>, status: UserStatus): Promise<void> {
  await tx.query(sql`update users set status = ${status} where id = ${id}`);
}

/** Of one that is locked and closed: whether its person may come in again. */
export async function updateBarredAs(tx: Tx, id: Id<'user'>, barredAs: BarredAs | null): Promise<void> {
  await tx.query(sql`update users set barred_as = ${barredAs} where id = ${id}`);
}

/** What keeps the person of closed accounts out; null where nothing does. */
export async function findBarredAs(tx: Tx, closedIds: readonly Id<'user'>[]): Promise<BarredAs | null> {
  const rows = await tx.query<{ barredAs: BarredAs }>(sql`
    select barred_as from users
    where id = any(${closedIds}::bigint[]) and barred_as is not null order by id desc limit 1`);
  return rows[0]?.barredAs ?? null;
}

export async function updateTradeUrl(tx: Tx, id: Id<'user'>, tradeUrl: string): Promise<void> {
  await tx.query(sql`update users set trade_url = ${tradeUrl} where id = ${id}`);
}

export interface AskedTradeUrl {
  userId: Id<'user'>;
  platformId: string;
  tradeUrl: string;
}

/** One that is asked about, or `after` those that were tried as often: the least often tried come first. */
export function listUncheckedTradeUrls(db: Db, which: { userId: Id<'user'> } | { limit: number }) {
  return db.query<AskedTradeUrl>(sql`
    select id as user_id, platform_id, trade_url from users
    where trade_url is not null and trade_url_check = 'UNCONFIRMED' and trade_url_tries < 24
      ${'userId' in which ? sql`and id = ${which.userId}` : sql`order by trade_url_tries, id limit ${which.limit}`}`);
}

/** An answer about a URL that was replaced meanwhile changes nothing. */
export async function updateTradeUrlCheck(
  db: Db,
  { userId, tradeUrl, check, now }: Omit<AskedTradeUrl, 'platformId'> & { check: TradeUrlCheck; now: Date },
): Promise<void> {
  await db.query(sql`
    update users set trade_url_check = ${check}, trade_url_tries = trade_url_tries + 1,
      trade_url_checked_at = case when ${check} = 'UNCONFIRMED' then trade_url_checked_at else ${now}::timestamptz end
    where id = ${userId} and trade_url = ${tradeUrl} and trade_url_check = 'UNCONFIRMED'`);
}

export async function updateClientSeed(tx: Tx, id: Id<'user'>, clientSeed: string | null): Promise<void> {
  await tx.query(sql`update users set client_seed = ${clientSeed} where id = ${id}`);
}

/** What the account itself has; what was played is read from the games. */
export interface UserStats {
  memberSince: Date;
  lastActiveAt: Date;
  activeSessions: number;
  unreadNotifications: number;
}

export async function readUserStats(db: Db, id: Id<'user'>): Promise<UserStats | null> {
  const rows = await db.query<UserStats>(sql`
    select created_at as member_since, last_active_at,
      (select count(*)::int from sessions where user_id = users.id and expires_at > now()) as active_sessions,
      (select count(*)::int from notifications where user_id = users.id and status = 'UNREAD') as unread_notifications
    from users where id = ${id}`);
  return rows[0] ?? null;
}
