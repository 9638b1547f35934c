import type { Db, Tx } from '../../../../platform/database/db.ts';
import { join, type Sql, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { countRows, type ListPart, partOf, type RowList } from '../../../../platform/lists.ts';
import { DIRECTIONS, type Direction, type Offer, type ShownItem, type SwapStatus } from './offers.types.ts';

type ItemRow = Omit<ShownItem, 'valueCents'> & { valueCents: string };
type OfferRow = Omit<Offer, 'offered' | 'asked' | 'given'> & Record<'offered' | 'asked' | 'given', ItemRow[]>;

const TRADER = sql`json_build_object('id', id::text, 'username', username, 'avatarUrl', avatar_url)`;

/** Of a table of swapped or asked items as `part` and `items` as `item`. */
const ITEM = sql`
  json_build_object('inventoryItemId', part.inventory_item_id::text, 'itemId', item.id::text, 'name', item.name,
    'imageUrl', item.image_url, 'rarity', item.rarity, 'valueCents', item.value_cents_brl::text)`;
const ITEM_OF_PART = sql`cross join lateral (select * from items where items.id = part.item_id limit 1) item`;

/** The offers are cut before anything is joined; each look-up is lateral, so that it is one by the key. Newest first. */
async function readOffers(db: Db | Tx, offers: Sql): Promise<Offer[]> {
  const rows = await db.query<OfferRow>(sql`
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
  return rows.map(({ offered, asked, given, ...row }) => ({
    ...row,
    offered: offered.map(shownItem),
    asked: asked.map(shownItem),
    given: given.map(shownItem),
  }));
}

const shownItem = ({ valueCents, ...item }: ItemRow): ShownItem => ({ ...item, valueCents: BigInt(valueCents) });

export async function findOffer(db: Db | Tx, id: Id<'swap'>): Promise<Offer | null> {
  const rows = await readOffers(db, sql`select * from swaps where id = ${id}`);
  return rows[0] ?? null;
}

export interface OwnOffersFilter {
  status: SwapStatus | undefined;
  direction: Direction | undefined;
}

/** Each direction has an index of its own, and nobody is on both sides of an offer. */
function ownOffers(userId: Id<'user'>, { status, direction }: OwnOffersFilter): RowList[] {
  const where = status === undefined ? [] : [sql`status = ${status}`];
  const side = { SENT: sql`creator_id = ${userId}`, RECEIVED: sql`acceptor_id = ${userId}` };
  return (direction === undefined ? DIRECTIONS : [direction]).map((each) => ({
    from: 'swaps',
    of: side[each],
    where,
    order: { by: ['id'], way: 'desc' },
  }));
}

/** Of each direction no more than the page could hold of it, merged. */
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

/** What anybody may accept now. */
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
