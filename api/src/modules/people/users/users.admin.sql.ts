import type { Db } from '../../../platform/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { PageRequest } from '../../../platform/schemas.ts';
import { join, type Sql, sql } from '../../../platform/sql.ts';
import type { User, UserRole, UserStatus } from './users.types.ts';

export interface UserFilter {
  search?: string | undefined;
  status?: UserStatus | undefined;
  role?: UserRole | undefined;
}

export interface ListedUser extends User {
  balanceCents: string;
}

const LISTED = sql`
  users.id, platform_id as "platformId", username, avatar_url as "avatarUrl", role, status, trade_url as "tradeUrl",
  client_seed as "clientSeed", created_at as "createdAt", last_active_at as "lastActiveAt",
  balance_cents as "balanceCents"`;

/** More than this are not counted: nobody turns so many pages, and counting all would read all. */
const MAX_COUNTED = 10_001;

export async function listUsers(db: Db, filter: UserFilter, page: PageRequest): Promise<ListedUser[]> {
  return db.query<ListedUser>(sql`
    select ${LISTED} from users join accounts on accounts.user_id = users.id where ${conditions(filter)}
    order by users.id desc limit ${page.limit} offset ${page.offset}`);
}

export async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  const rows = await db.query<{ total: number }>(sql`
    select count(*)::int as total from (select from users where ${conditions(filter)} limit ${MAX_COUNTED}) found`);
  return rows[0]?.total ?? 0;
}

/** A search is part of the name, or exactly an id or an account. */
function conditions({ search, status, role }: UserFilter): Sql {
  const all: Sql[] = [sql`true`];
  if (status !== undefined) all.push(sql`status = ${status}`);
  if (role !== undefined) all.push(sql`role = ${role}`);
  if (search !== undefined) {
    const part = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
    all.push(sql`(username ilike ${part} or platform_id = ${search} or users.id::text = ${search})`);
  }
  return join(all, ' and ');
}

export interface UserFigures extends ListedUser {
  transferCount: string;
  nonce: string;
  activeSessions: number;
  itemsAvailable: string;
  itemsValueCents: string;
}

export async function findUserFigures(db: Db, id: Id<'user'>): Promise<UserFigures | null> {
  const rows = await db.query<UserFigures>(sql`
    select ${LISTED}, transfer_count as "transferCount", nonce,
      (select count(*)::int from sessions where user_id = users.id and expires_at > now()) as "activeSessions",
      coalesce(stock.available, 0)::text as "itemsAvailable", coalesce(stock.value, 0)::text as "itemsValueCents"
    from users join accounts on accounts.user_id = users.id
    left join lateral (
      select sum(count) as available, sum(count * coalesce(value_cents_brl, 0)) as value
      from inventory_counts left join items on items.id = item_id
      where inventory_counts.user_id = users.id and inventory_counts.status = 'AVAILABLE') stock on true
    where users.id = ${id}`);
  return rows[0] ?? null;
}
