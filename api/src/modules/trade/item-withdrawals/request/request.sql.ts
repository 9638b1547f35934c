import type { Db, Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { ItemWithdrawalStatus } from '../item-withdrawals.records.ts';
import type { Candidate, CandidateItem } from './request.records.ts';

interface CandidateRow extends Omit<Candidate, 'item' | 'user'>, Omit<CandidateItem, 'id' | 'name'> {
  itemId: Id<'item'>;
  itemName: string | null;
  platformId: string | null;
  tradeUrl: string | null;
  userCreatedAt: Date;
  isSuspended: boolean;
}

export async function findCandidate(
  db: Db | Tx,
  id: Id<'inventoryItem'>,
  userId: Id<'user'>,
): Promise<Candidate | null> {
  const rows = await db.query<CandidateRow>(sql`
    select held.id, held.user_id as owner_id, held.status, held.restricted_to_games,
      held.acquired_at, held.acquired_from, active.status as active_status,
      item.id as item_id, item.name as item_name, item.market_hash_name,
      item.image_url, item.rarity, item.weapon_category, item.exterior,
      item.is_stat_trak, item.value_cents, item.value_cents_brl,
      item.original_price_cents, item.margin_percent,
      asker.platform_id, asker.trade_url, asker.created_at as user_created_at,
      exists (select from withdrawal_suspensions where user_id = ${userId}) as is_suspended
    from inventory_items held
      left join items item on item.id = held.item_id
      left join market_withdrawals active on active.inventory_item_id = held.id
        and active.status in ('PENDING_APPROVAL', 'PENDING', 'WAITING_SELLER', 'TRADE_SENT', 'COMPLETED')
      left join users asker on asker.id = ${userId}
    where held.id = ${id}`);
  return rows[0] === undefined ? null : candidateOf(rows[0]);
}

function candidateOf(row: CandidateRow): Candidate {
  const { id, ownerId, status, restrictedToGames, acquiredAt, acquiredFrom, activeStatus, ...rest } = row;
  const { itemId, itemName, platformId, tradeUrl, userCreatedAt, isSuspended, ...item } = rest;
  return {
    ...{ id, ownerId, status, restrictedToGames, acquiredAt, acquiredFrom, activeStatus },
    item: itemName === null ? null : { ...item, id: itemId, name: itemName },
    user: platformId === null ? null : { platformId, tradeUrl, createdAt: userCreatedAt, isSuspended },
  };
}

/** Withdrawals that failed or were cancelled do not count. */
export async function sumAutoApproved(tx: Tx, userId: Id<'user'>, from: Date, before: Date): Promise<Cents> {
  const rows = await tx.query<{ cents: Cents }>(sql`
    select coalesce(sum(skin_value_usd_cents), 0) as cents from market_withdrawals
    where user_id = ${userId} and auto_approved and created_at >= ${from} and created_at < ${before}
      and status not in ('CANCELLED', 'FAILED')`);
  return rows[0]?.cents ?? 0n;
}

/** An entry that repeats within an hour is stored once with its first time, so its last time counts too. */
export async function findLastSecurityEntry(tx: Tx, userId: Id<'user'>, since: Date): Promise<Date | null> {
  const rows = await tx.query<{ at: Date | null }>(sql`
    select max(greatest(entry.created_at, repeats.last_at)) as at
    from audit_entries entry left join audit_repeats repeats on repeats.entry_id = entry.id
    where entry.user_id = ${userId} and entry.created_at > ${since}::timestamptz - interval '1 hour'
      and greatest(entry.created_at, repeats.last_at) > ${since} and entry.action in
      ('DEVICE_MISMATCH', 'RECOVERY_CODE_USED', 'SUSPICIOUS_IP_CHANGE', 'TWO_FACTOR_DISABLED', 'TWO_FACTOR_LOCKED')`);
  return rows[0]?.at ?? null;
}

interface NewItemWithdrawal {
  userId: Id<'user'>;
  inventoryItemId: Id<'inventoryItem'>;
  itemId: Id<'item'>;
  /** Null: an administrator has to look at it first. */
  orderId: Id<'order'> | null;
  projectId: string;
  skinValueUsdCents: Cents;
  maxPayCents: Cents;
  now: Date;
}

export async function insertItemWithdrawal(tx: Tx, given: NewItemWithdrawal): Promise<Id<'itemWithdrawal'>> {
  const { userId, inventoryItemId, itemId, orderId, projectId, skinValueUsdCents, maxPayCents, now } = given;
  const status: ItemWithdrawalStatus = orderId === null ? 'PENDING_APPROVAL' : 'PENDING';
  const rows = await tx.query<{ id: Id<'itemWithdrawal'> }>(sql`
    insert into market_withdrawals (user_id, inventory_item_id, item_id, order_id, project_id, skin_value_usd_cents,
      max_pay_cents, status, auto_approved, created_at, updated_at)
    values (${userId}, ${inventoryItemId}, ${itemId}, ${orderId}, ${projectId}, ${skinValueUsdCents}, ${maxPayCents},
      ${status}, ${orderId !== null}, ${now}, ${now})
    returning id`);
  return rows[0]?.id as Id<'itemWithdrawal'>;
}

/** The withdrawal is PENDING_APPROVAL and locked. */
export async function updateToCancelled(
  tx: Tx,
  { id, reason, now }: { id: Id<'itemWithdrawal'>; reason: string; now: Date },
): Promise<void> {
  await tx.query(sql`
    update market_withdrawals
    set status = 'CANCELLED', failure_reason = ${reason}, cancelled_at = ${now}, updated_at = ${now}
    where id = ${id}`);
}

interface Lease {
  inventoryItemId: Id<'inventoryItem'>;
  owner: string;
  now: Date;
  until: Date;
}

/** True if the lease was free or over, or is the owner's already. */
export async function leaseItem(db: Db, { inventoryItemId, owner, now, until }: Lease): Promise<boolean> {
  const rows = await db.query(sql`
    insert into item_leases as held (inventory_item_id, owner, until) values (${inventoryItemId}, ${owner}, ${until})
    on conflict (inventory_item_id) do update set owner = excluded.owner, until = excluded.until
    where held.until <= ${now} or held.owner = excluded.owner
    returning owner`);
  return rows.length > 0;
}

/** It does nothing if another request holds the lease by now. */
export async function endLease(db: Db, inventoryItemId: Id<'inventoryItem'>, owner: string): Promise<void> {
  await db.query(sql`delete from item_leases where inventory_item_id = ${inventoryItemId} and owner = ${owner}`);
}
