import type { Db, Tx } from '../../../../platform/database/db.ts';
import { type Sql, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { type ListPart, orderBy, partOf, type RowList } from '../../../../platform/lists.ts';
import { WITHDRAWAL_COLUMNS, type WithdrawalRow, withdrawalOf } from '../withdrawals.sql.ts';
import type { ListedWithdrawal } from './lists.types.ts';

type ItemColumns = Pick<ListedWithdrawal, 'itemImage' | 'itemRarity' | 'decidedAt' | 'boughtAt' | 'tradeSentAt'> & {
  itemValueCents: bigint;
};

const NEWEST_FIRST = { by: ['id'], way: 'desc' } as const;

/** All that are under way, the newest first. */
export function listActive(db: Db | Tx, userId: Id<'user'>): Promise<ListedWithdrawal[]> {
  return listFrom(
    db,
    sql`
      select * from market_withdrawals
      where user_id = ${userId} and status in ('PENDING_APPROVAL', 'PENDING', 'WAITING_SELLER', 'TRADE_SENT')`,
  );
}

/** Of every status, the newest first. */
export function listHistory(db: Db | Tx, userId: Id<'user'>, part: ListPart): Promise<ListedWithdrawal[]> {
  const list: RowList = { from: 'market_withdrawals', of: sql`user_id = ${userId}`, order: NEWEST_FIRST };
  return listFrom(db, partOf(list, part));
}

export async function findListed(db: Db | Tx, id: Id<'itemWithdrawal'>): Promise<ListedWithdrawal | null> {
  const [found = null] = await listFrom(db, sql`select * from market_withdrawals where id = ${id}`);
  return found;
}

async function listFrom(db: Db | Tx, chosen: Sql): Promise<ListedWithdrawal[]> {
  const rows = await db.query<WithdrawalRow & ItemColumns>(sql`
    select ${WITHDRAWAL_COLUMNS}, item.image_url as item_image, item.rarity as item_rarity,
      item.value_cents_brl as item_value_cents, withdrawal.decided_at, withdrawal.bought_at,
      withdrawal.trade_sent_at
    from (${chosen}) withdrawal join items item on item.id = withdrawal.item_id
    ${orderBy(NEWEST_FIRST, 'withdrawal')}`);
  return rows.map((row) => ({ ...withdrawalOf(row), itemValueCents: row.itemValueCents }));
}
