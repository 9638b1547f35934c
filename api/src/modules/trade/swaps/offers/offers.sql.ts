import type { Db, Tx } from '../../../../platform/database/db.ts';
import { join, type Sql, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { countRows, type ListPart, partOf, type RowList } from '../../../../platform/lists.ts';
import type { Offer } from './offers.records.ts';
import type { Ask, Direction, LockedOffer, SwapItem, SwapStatus } from './offers.rules.ts';

const TRADER = sql`json_build_object('id', id::text, 'username', username, 'avatarUrl', avatar_url)`;

const ITEM = sql`
  json_build_object('inventoryItemId', part.inventory_item_id::text, 'itemId', item.id::text, 'name', item.name,
    'imageUrl', item.image_url, 'rarity', item.rarity, 'valueCentsBrl', item.value_cents_brl::text)`;
const ITEM_OF_PART = sql`cross join lateral (select * from items where items.id = part.item_id limit 1) item`;

/** The page is cut before anything is joined, and each lateral look-up uses the key. */
function readOffers(db: Db | Tx, offers: Sql): Promise<Offer[]> {
  return db.query<Offer>(sql`
    select swap.id, swap.status, is_public, creator.trader as creator, acceptor.trader as acceptor,
      coalesce(moved.offered, '[]') as offered, coalesce(wanted.asked, '[]') as asked,
      coalesce(moved.given, '[]') as given, swap.created_at, ended_at
    from (${offers}) swap
    cross join lateral (select ${TRADER} as trader from users where users.id = swap.creator_id limit 1) creator
    left join lateral (select ${TRADER} as trader from users where users.id = swap.acceptor_id limit 1) acceptor on true
    cross join lateral (
      select json_agg(${ITEM} order by part.inventory_item_id) filter (where is_offered) as offered,
        json_agg(${ITEM} order by part.inventory_item_id) filter (where not is_offered) as given
      from swap_items part ${ITEM_OF_PART} where part.swap_id = swap.id) moved
    cross join lateral (
      select json_agg(${ITEM} order by part.place) as asked
      from swap_asks part ${ITEM_OF_PART} where part.swap_id = swap.id) wanted
    order by swap.id desc`);
}

export async function findOffer(db: Db | Tx, id: Id<'swap'>): Promise<Offer | null> {
  const rows = await readOffers(db, sql`select * from swaps where id = ${id}`);
  return rows[0] ?? null;
}

interface OwnOffersFilter {
  status: SwapStatus | undefined;
  direction: Direction | undefined;
}

/** Each direction has its own index, and no user is on both sides of an offer. */
function ownOffers(userId: Id<'user'>, { status, direction }: OwnOffersFilter): RowList[] {
  const where = status === undefined ? [] : [sql`status = ${status}`];
  const side = { SENT: sql`creator_id = ${userId}`, RECEIVED: sql`acceptor_id = ${userId}` };
  return (direction === undefined ? Object.values(side) : [side[direction]]).map((of) => ({
    from: 'swaps',
    of,
    where,
    order: { by: ['id'], way: 'desc' },
  }));
}

/** Merges at most as many of each direction as the page could hold. */
export async function listOwnOffers(
  db: Db | Tx,
  userId: Id<'user'>,
  filter: OwnOffersFilter,
  { limit, offset, before }: ListPart,
): Promise<{ offers: Offer[]; total: number }> {
  const sides = ownOffers(userId, filter);
  const reach = { limit: offset + limit, offset: 0, before };
  const merged = join(
    sides.map((side) => sql`(${partOf(side, reach)})`),
    ' union all ',
  );
  const [offers, ...totals] = await Promise.all([
    readOffers(db, sql`select * from (${merged}) own order by id desc limit ${limit} offset ${offset}`),
    ...sides.map((side) => countRows(db, side)),
  ]);
  return { offers, total: totals.reduce((sum, total) => sum + total, 0) };
}

const PUBLIC_OFFERS: RowList = {
  from: 'swaps',
  where: [
    sql`is_public and status = 'PENDING'`,
    sql`exists (select from users where users.id = swaps.creator_id and users.status = 'ACTIVE')`,
  ],
  order: { by: ['id'], way: 'desc' },
};

export async function listPublicOffers(db: Db | Tx, part: ListPart): Promise<{ offers: Offer[]; total: number }> {
  const [offers, total] = await Promise.all([
    readOffers(db, partOf(PUBLIC_OFFERS, part)),
    countRows(db, PUBLIC_OFFERS),
  ]);
  return { offers, total };
}

export async function takeSwapId(tx: Tx): Promise<Id<'swap'>> {
  const rows = await tx.query<{ id: Id<'swap'> }>(sql`select nextval('swaps_id_seq') as id`);
  return rows[0]?.id as Id<'swap'>;
}

interface NewOffer {
  id: Id<'swap'>;
  creatorId: Id<'user'>;
  acceptorId: Id<'user'> | null;
  offered: readonly SwapItem[];
  asked: readonly Ask[];
}

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

/** Locks it before accounts and items. The offered items never change. */
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

interface OfferEnd {
  id: Id<'swap'>;
  status: Exclude<SwapStatus, 'PENDING'>;
  acceptorId: Id<'user'> | null;
  given: readonly SwapItem[];
}

/**
 * The clock gives the time, because all locks are held now: of two exchanges of an item the later has the later time.
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
