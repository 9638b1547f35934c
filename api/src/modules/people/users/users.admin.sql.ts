import type { Db } from '../../../platform/database/db.ts';
import { join, type Sql, sql } from '../../../platform/database/sql.ts';
import { type Id, isId, toId } from '../../../platform/ids.ts';
import { containing, countRows, type ListPart, orderBy, partOf, type RowOrder } from '../../../platform/lists.ts';
import type { BarredAs, User, UserRole, UserStatus } from './users.types.ts';

export interface UserFilter {
  search?: string | undefined;
  status?: UserStatus | undefined;
  role?: UserRole | undefined;
}

export interface ListedUser extends User {
  /** Of a closed account: what an administrator has set of it since. */
  barredAs: BarredAs | null;
  balanceCents: bigint;
  debtCents: bigint;
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

/** By an index: users_status_role for all, a status or a role; users_username and the keys for a search. */
export const countUsers = (db: Db, filter: UserFilter) => countRows(db, { from: 'users', where: conditions(filter) });

function conditions({ search, status, role }: UserFilter): Sql[] {
  return [
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(role === undefined ? [] : [sql`role = ${role}`]),
    ...(search === undefined ? [] : [sql`(${join(waysToFind(search), ' or ')})`]),
  ];
}

/** The index of names knows parts of three letters. For fewer it would be read whole, and then every row. */
const LEAST_INDEXED = 3;

/** A search is part of the name, or exactly an account or an id. */
function waysToFind(search: string): Sql[] {
  const isOneId = isId(search) && toId(search) === search;
  const username = search.length < LEAST_INDEXED ? sql`(username || '')` : sql`username`;
  return [
    sql`${username} ilike ${containing(search)}`,
    sql`platform_id = ${search}`,
    ...(isOneId ? [sql`id = ${search}`] : []),
  ];
}

export interface UserFigures extends ListedUser {
  transferCount: string;
  activeSessions: number;
  itemsAvailable: string;
  itemsValueCents: bigint;
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
