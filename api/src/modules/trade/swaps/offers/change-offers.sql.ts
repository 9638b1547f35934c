import type { Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Ask, LockedOffer, SwapItem, SwapStatus } from './offers.types.ts';

/** For an offer that is about to be written and read in one round trip. */
export async function takeSwapId(tx: Tx): Promise<Id<'swap'>> {
  const rows = await tx.query<{ id: Id<'swap'> }>(sql`select nextval('swaps_id_seq') as id`);
  return rows[0]?.id as Id<'swap'>;
}

export interface NewOffer {
  id: Id<'swap'>;
  creatorId: Id<'user'>;
  acceptorId: Id<'user'> | null;
  offered: readonly SwapItem[];
  asked: readonly Ask[];
}

/** With everything that belongs to it, in one statement. */
export async function insertOffer(tx: Tx, { id, creatorId, acceptorId, offered, asked }: NewOffer): Promise<void> {
  await tx.query(sql`
    with written as (
      insert into swaps (id, creator_id, acceptor_id, is_public) overriding system value
      values (${id}, ${creatorId}, ${acceptorId}, ${acceptorId === null})
    ), offered as (
      insert into swap_items (swap_id, inventory_item_id, item_id, is_offered, is_held)
      select ${id}, inventory_item_id, item_id, true, true
      from unnest(
        ${offered.map(({ inventoryItemId }) => inventoryItemId)}::bigint[],
        ${offered.map(({ itemId }) => itemId)}::bigint[]) as given (inventory_item_id, item_id)
    )
    insert into swap_asks (swap_id, place, item_id, inventory_item_id)
    select ${id}, place, item_id, inventory_item_id
    from unnest(
      ${asked.map(({ itemId }) => itemId)}::bigint[],
      ${asked.map(({ inventoryItemId }) => inventoryItemId)}::bigint[]
    ) with ordinality as asked (item_id, inventory_item_id, place)`);
}

/** Locked until the end of `tx`, before accounts and items; null where there is none. What is offered never changes. */
export async function lockOffer(tx: Tx, id: Id<'swap'>): Promise<LockedOffer | null> {
  const rows = await tx.query<LockedOffer>(sql`
    select swap.id, swap.status, is_public, creator_id, acceptor_id,
      (select users.status = 'ACTIVE' from users where users.id = swap.creator_id) as is_creator_active,
      (select json_agg(inventory_item_id::text order by inventory_item_id)
        from swap_items where swap_id = swap.id and is_offered) as offered_ids,
      (select coalesce(json_agg(
          json_build_object('itemId', item_id::text, 'inventoryItemId', inventory_item_id::text) order by place), '[]')
        from swap_asks where swap_id = swap.id) as asked
    from swaps swap where swap.id = ${id} for update of swap`);
  return rows[0] ?? null;
}

export interface OfferEnd {
  id: Id<'swap'>;
  status: Exclude<SwapStatus, 'PENDING'>;
  acceptorId: Id<'user'> | null;
  /** What the acceptor gives for it. */
  given: readonly SwapItem[];
}

/**
 * Ends an offer that is locked and pending, and lets go of what it held. By the clock, since all locks are held now: of
 * two exchanges of an item the later one has the later time.
 */
export async function endOffer(tx: Tx, { id, status, acceptorId, given }: OfferEnd): Promise<void> {
  await tx.query(sql`
    with ended as (
      update swaps set status = ${status}, acceptor_id = ${acceptorId}, ended_at = clock_timestamp() where id = ${id}
    ), let_go as (
      update swap_items set is_held = false where swap_id = ${id} and is_held
    )
    insert into swap_items (swap_id, inventory_item_id, item_id, is_offered, is_held)
    select ${id}, inventory_item_id, item_id, false, false
    from unnest(
      ${given.map(({ inventoryItemId }) => inventoryItemId)}::bigint[],
      ${given.map(({ itemId }) => itemId)}::bigint[]) as given (inventory_item_id, item_id)`);
}
