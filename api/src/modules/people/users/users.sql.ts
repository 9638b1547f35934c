import type { Db, Tx } from '../../../platform/database/db.ts';
import { join, type Sql, sql } from '../../../platform/database/sql.ts';
import { type Id, isId, toId } from '../../../platform/ids.ts';
import { containing, countRows, type ListPart, orderBy, partOf, type RowOrder } from '../../../platform/lists.ts';
import type {
  BarredAs,
  ListedUser,
  PlatformProfile,
  TradeUrlCheck,
  User,
  UserFigures,
  UserRole,
  UserStatus,
} from './users.records.ts';

/** A user who is being created has no account yet. */
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

/** Lock a user's row before the rows of their sessions. */
export async function lockUser(tx: Tx, id: Id<'user'>): Promise<void> {
  await tx.query(sql`select from users where id = ${id} for no key update`);
}

/** The account id replaces a missing name. The row stays locked until the end of `tx`. */
export async function upsertUser(
  tx: Tx,
  profile: PlatformProfile,
  role: UserRole,
): Promise<{ user: User; isNew: boolean }> {
  const { platformId, username, avatarUrl } = profile;
  // A zero xmax shows that this statement inserted the row.
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

/** Only the bare id stays. The row stays locked until the end of `tx`. */
export async function closeUser(tx: Tx, id: Id<'user'>, now: Date): Promise<void> {
  await tx.query(sql`
    update users set status = 'CLOSED', closed_at = ${now}, platform_id = 'closed:' || id::text,
      username = 'Conta encerrada', avatar_url = null, trade_url = null, client_seed = null, role = 'USER'
    where id = ${id}`);
}

/** The user must be locked and not closed. */
export async function updateUserStatus(tx: Tx, id: Id<'user'>, status: UserStatus): Promise<void> {
  await tx.query(sql`update users set status = ${status} where id = ${id}`);
}

/** The user must be locked and closed. */
export async function updateBarredAs(tx: Tx, id: Id<'user'>, barredAs: BarredAs | null): Promise<void> {
  await tx.query(sql`update users set barred_as = ${barredAs} where id = ${id}`);
}

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

/** Returns one user's URL, or those with the fewest tries. */
export function listUncheckedTradeUrls(db: Db, which: { userId: Id<'user'> } | { limit: number }) {
  return db.query<AskedTradeUrl>(sql`
    select id as user_id, platform_id, trade_url from users
    where trade_url is not null and trade_url_check = 'UNCONFIRMED' and trade_url_tries < 24
      ${'userId' in which ? sql`and id = ${which.userId}` : sql`order by trade_url_tries, id limit ${which.limit}`}`);
}

/** Ignores an answer about a URL that was replaced meanwhile. */
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

/** Figures of plays come from the games. */
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

export interface UserFilter {
  search?: string | undefined;
  status?: UserStatus | undefined;
  role?: UserRole | undefined;
}

const LISTED = sql`
  users.id, platform_id, username, avatar_url, role, status, trade_url,
  trade_url_check, trade_url_checked_at,
  client_seed, barred_as, created_at, last_active_at,
  nonce, balance_cents, debt_cents`;

const NEWEST_FIRST: RowOrder = { by: ['id'], way: 'desc' };

export function listUsers(db: Db, filter: UserFilter, part: ListPart): Promise<ListedUser[]> {
  const users = partOf({ from: 'users', where: conditions(filter), order: NEWEST_FIRST }, part);
  return db.query<ListedUser>(sql`
    select ${LISTED} from (${users}) users
    cross join lateral (select nonce, balance_cents, debt_cents from accounts where user_id = users.id limit 1) accounts
    ${orderBy(NEWEST_FIRST, 'users')}`);
}

/** Every filter has an index: users_status_role, users_username or a key. */
export const countUsers = (db: Db, filter: UserFilter) => countRows(db, { from: 'users', where: conditions(filter) });

function conditions({ search, status, role }: UserFilter): Sql[] {
  return [
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(role === undefined ? [] : [sql`role = ${role}`]),
    ...(search === undefined ? [] : [sql`(${join(waysToFind(search), ' or ')})`]),
  ];
}

/** The index of names knows parts of three letters; a shorter search would read the whole index and then every row. */
const LEAST_INDEXED = 3;

function waysToFind(search: string): Sql[] {
  const isOneId = isId(search) && toId(search) === search;
  const username = search.length < LEAST_INDEXED ? sql`(username || '')` : sql`username`;
  return [
    sql`${username} ilike ${containing(search)}`,
    sql`platform_id = ${search}`,
    ...(isOneId ? [sql`id = ${search}`] : []),
  ];
}

export async function findUserFigures(db: Db, id: Id<'user'>): Promise<UserFigures | null> {
  const rows = await db.query<UserFigures>(sql`
    select ${LISTED}, transfer_count,
      (select count(*)::int from sessions where user_id = users.id and expires_at > now()) as active_sessions,
      coalesce(stock.available, 0)::text as items_available, coalesce(stock.value, 0) as items_value_cents
    from users join accounts on accounts.user_id = users.id
    left join lateral (
      select sum(count) as available, sum(count * coalesce(value_cents_brl, 0)) as value
      from inventory_counts left join items on items.id = item_id
      where inventory_counts.user_id = users.id and inventory_counts.status = 'AVAILABLE') stock on true
    where users.id = ${id}`);
  return rows[0] ?? null;
}

interface FoundPerson {
  id: Id<'user'>;
  username: string;
  avatarUrl: string | null;
}

/** Every text with a given beginning sorts before the beginning followed by this last character. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Active users, without the caller. The index has such a range of names together. */
export function listPeopleByName(
  db: Db,
  beginning: string,
  exceptId: Id<'user'>,
  limit: number,
): Promise<FoundPerson[]> {
  return db.query<FoundPerson>(sql`
    select id, username, avatar_url from users
    where status = 'ACTIVE' and lower(username) collate "C" >= lower(${beginning}::text)
      and lower(username) collate "C" < lower(${beginning}::text) || ${LAST_CHARACTER} and id <> ${exceptId}
    order by lower(username) collate "C", id limit ${limit}`);
}
