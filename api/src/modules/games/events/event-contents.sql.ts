import type { Db, Tx } from '../../../platform/database/db.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import {
  type PricedPrize,
  type Reward,
  restrictionOf,
  type ShootTable,
  type ShownItem,
  type TicketPrice,
  type Tier,
  type TierInput,
} from './events.types.ts';

interface ItemColumns {
  itemId: Id<'item'>;
  name: string;
  imageUrl: string;
  rarity: string;
  valueCents: bigint;
}

const ITEM = sql`
  items.id as item_id, items.name, items.image_url, items.rarity, items.value_cents_brl as value_cents`;

const itemOf = ({ itemId, name, imageUrl, rarity, valueCents }: ItemColumns): ShownItem => ({
  itemId,
  name,
  imageUrl,
  rarity,
  valueCents,
});

/** The item's columns are null exactly where the reward is no item. */
interface TierRow extends ItemColumns {
  id: Id<'event-tier'>;
  number: number;
  pointsRequired: string;
  rewardType: Reward<never>['type'];
  balanceCents: bigint;
  tickets: string;
  restrictedToGames: boolean;
}

function tierOf(row: TierRow): Tier {
  const { id, number, pointsRequired } = row;
  return { id, number, pointsRequired: BigInt(pointsRequired), reward: rewardOf(row) };
}

function rewardOf(row: TierRow): Reward<ShownItem> {
  switch (row.rewardType) {
    case 'ITEM':
      return { type: 'ITEM', item: itemOf(row), ...restrictionOf(row) };
    case 'BALANCE':
      return { type: 'BALANCE', balanceCents: row.balanceCents };
    case 'TICKETS':
      return { type: 'TICKETS', tickets: BigInt(row.tickets) };
  }
}

const TIER = sql`
  event_tiers.id, number, points_required, reward_type,
  balance_cents, tickets, restricted_to_games, ${ITEM}
  from event_tiers left join items on items.id = item_id`;

export async function listTiers(db: Db | Tx, eventId: Id<'event'>): Promise<Tier[]> {
  const rows = await db.query<TierRow>(sql`select ${TIER} where event_id = ${eventId} order by number`);
  return rows.map(tierOf);
}

export async function findTier(db: Db | Tx, eventId: Id<'event'>, id: Id<'event-tier'>): Promise<Tier | null> {
  const rows = await db.query<TierRow>(sql`select ${TIER} where event_id = ${eventId} and event_tiers.id = ${id}`);
  return rows[0] === undefined ? null : tierOf(rows[0]);
}

interface PrizeRow extends ItemColumns {
  ticketPrice: TicketPrice;
  hashRangeStart: number;
  hashRangeEnd: number;
  restrictedToGames: boolean;
}

const PRIZE = sql`
  ticket_price, hash_range_start, hash_range_end,
  restricted_to_games, ${ITEM}`;
const FROM_PRIZES = sql`from event_prizes join items on items.id = item_id`;

const prizeOf = (row: PrizeRow): PricedPrize => ({
  ticketPrice: row.ticketPrice,
  hashRangeStart: row.hashRangeStart,
  hashRangeEnd: row.hashRangeEnd,
  ...restrictionOf(row),
  item: itemOf(row),
});

interface ListedPrizes {
  prizes: PricedPrize[];
  /** As it is at the moment of the prices. */
  edgePercent: string;
}

export async function listPrizes(db: Db | Tx, eventId: Id<'event'>, edgePercent: Sql): Promise<ListedPrizes> {
  const rows = await db.query<PrizeRow & { edgePercent: string }>(sql`
    select ${PRIZE}, ${edgePercent} as edge_percent ${FROM_PRIZES}
    where event_id = ${eventId} order by ticket_price, hash_range_start`);
  // Without a prize nothing is held against it.
  return { prizes: rows.map(prizeOf), edgePercent: rows[0]?.edgePercent ?? '0' };
}

/** What a shot at this price can hit. */
export async function listPrizesAt(
  db: Db | Tx,
  eventId: Id<'event'>,
  ticketPrice: TicketPrice,
): Promise<PricedPrize[]> {
  const rows = await db.query<PrizeRow>(
    sql`select ${PRIZE} ${FROM_PRIZES} where event_id = ${eventId} and ticket_price = ${ticketPrice} order by hash_range_start`,
  );
  return rows.map(prizeOf);
}

/** Of a draft: nobody can have claimed any. */
export async function replaceTiers(tx: Tx, eventId: Id<'event'>, tiers: readonly TierInput[]): Promise<void> {
  const rewards = tiers.map(({ reward }) => reward);
  await Promise.all([
    tx.query(sql`delete from event_tiers where event_id = ${eventId}`),
    tx.query(sql`
      insert into event_tiers (event_id, number, points_required, reward_type, item_id, balance_cents, tickets,
        restricted_to_games)
      select ${eventId}::bigint, place, points_required, reward_type, item_id, balance_cents, tickets, restricted_to_games
      from unnest(
        ${tiers.map(({ pointsRequired }) => pointsRequired)}::bigint[], ${rewards.map(({ type }) => type)}::text[],
        ${rewards.map((reward) => (reward.type === 'ITEM' ? reward.item : null))}::bigint[],
        ${rewards.map((reward) => (reward.type === 'BALANCE' ? reward.balanceCents : null))}::bigint[],
        ${rewards.map((reward) => (reward.type === 'TICKETS' ? reward.tickets : null))}::bigint[],
        ${rewards.map((reward) => reward.type === 'ITEM' && reward.restrictedToGames === true)}::boolean[]
      ) with ordinality as given
        (points_required, reward_type, item_id, balance_cents, tickets, restricted_to_games, place)
      order by place`),
  ]);
}

/** Of a draft: nobody can have shot at any. */
export async function replacePrizes(tx: Tx, eventId: Id<'event'>, tables: readonly ShootTable[]): Promise<void> {
  const prizes = tables.flatMap((table) => table.prizes.map((prize) => ({ ...prize, ...table })));
  await Promise.all([
    tx.query(sql`delete from event_prizes where event_id = ${eventId}`),
    tx.query(sql`
      insert into event_prizes (event_id, ticket_price, item_id, hash_range_start, hash_range_end, restricted_to_games)
      select ${eventId}::bigint, ticket_price, item_id, hash_range_start, hash_range_end, restricted_to_games
      from unnest(
        ${prizes.map(({ ticketPrice }) => ticketPrice)}::integer[], ${prizes.map(({ itemId }) => itemId)}::bigint[],
        ${prizes.map(({ hashRangeStart }) => hashRangeStart)}::integer[],
        ${prizes.map(({ hashRangeEnd }) => hashRangeEnd)}::integer[],
        ${prizes.map(({ restrictedToGames = false }) => restrictedToGames)}::boolean[]
      ) as given (ticket_price, item_id, hash_range_start, hash_range_end, restricted_to_games)`),
  ]);
}
