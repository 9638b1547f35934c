import type { Db, Tx } from '../../../platform/database/db.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList, type RowOrder } from '../../../platform/lists.ts';
import type { Cents } from '../../../platform/money.ts';
import type { NamedRound } from '../beacon/index.ts';
import {
  type DescribedRaffle,
  type ListedRaffle,
  type Prize,
  type RaffleStatus,
  raffleNotFound,
  type ShownItem,
  type StoredRaffle,
} from './raffles.records.ts';

interface RaffleRow extends Omit<StoredRaffle, 'beacon'> {
  beaconRound: string | null;
  beaconAt: NamedRound['dueAt'];
  beaconRandomness: NamedRound['randomness'];
  beaconSignature: NamedRound['signature'];
  beaconChain: NamedRound['chain'];
}

/** The transaction may have waited for a lock, so the present time counts. */
export const IS_ON_SALE = sql`status = 'ACTIVE' and (closes_at is null or closes_at > clock_timestamp())`;

const RAFFLE = sql`
  raffles.id, name, description, image_url, ticket_price_cents,
  max_tickets, max_tickets_per_user, closes_at, randomness, status,
  tickets_sold, ticket_list_hash, beacon_round,
  beacon_at, beacon_chain, beacon_randomness, beacon_signature, client_seed,
  beacon_delay_seconds,  created_at, closed_at, drawn_at, cancelled_at,
  ${IS_ON_SALE} as is_on_sale`;

function raffleOf<Row extends RaffleRow>({ beaconRound, beaconAt: dueAt, beaconChain: chain, ...row }: Row) {
  const { beaconRandomness: randomness, beaconSignature: signature, ...raffle } = row;
  const beacon = beaconRound === null ? null : { round: Number(beaconRound), dueAt, randomness, signature, chain };
  return { ...raffle, beacon };
}

async function findOne(db: Db | Tx, rest: Sql): Promise<StoredRaffle | null> {
  const rows = await db.query<RaffleRow>(sql`select ${RAFFLE} from raffles ${rest}`);
  return rows[0] === undefined ? null : raffleOf(rows[0]);
}

export const findRaffle = (db: Db | Tx, id: Id<'raffle'>) => findOne(db, sql`where id = ${id}`);

/** Sales and changes of one raffle follow each other. The raffle is locked before any account. */
export const lockRaffle = (tx: Tx, id: Id<'raffle'>) => findOne(tx, sql`where id = ${id} for no key update`);

type PrizeRow = Omit<Prize, 'item' | 'winner'> &
  ShownItem & { winnerId: Id<'user'> | null; username: string; avatarUrl: string | null };

/** They are listed in the order in which they are drawn. */
export async function listPrizes(db: Db | Tx, raffleId: Id<'raffle'>): Promise<Prize[]> {
  const rows = await db.query<PrizeRow>(sql`
    select display_order, server_seed_hash, server_seed, eligible_tickets, roll, winning_index, winning_ticket,
      winner_id, users.username, users.avatar_url, items.id as item_id, items.name, items.image_url, items.rarity,
      coalesce(prize.item_value_cents, items.value_cents_brl) as value_cents
    from raffle_prizes prize join items on items.id = item_id left join users on users.id = winner_id
    where raffle_id = ${raffleId} order by display_order`);
  return rows.map(({ winnerId, username, avatarUrl, itemId, name, imageUrl, rarity, valueCents, ...prize }) => ({
    ...prize,
    item: { itemId, name, imageUrl, rarity, valueCents },
    winner: winnerId === null ? null : { id: winnerId, username, avatarUrl },
  }));
}

type ListedRow = RaffleRow &
  Record<`first${'Name' | 'ImageUrl' | 'Rarity'}`, string> & { firstItemId: Id<'item'>; firstValueCents: Cents } & Pick<
    ListedRaffle,
    'prizeCount' | 'prizesValueCents'
  >;

async function readList(db: Db | Tx, list: RowList, part: ListPart): Promise<ListedRaffle[]> {
  const rows = await db.query<ListedRow>(sql`
    select ${RAFFLE}, prizes.prize_count, prizes.prizes_value_cents, first_prize.item_id as first_item_id,
      first_prize.item_name as first_name, first_prize.item_image as first_image_url,
      first_prize.rarity as first_rarity, first_prize.value_cents as first_value_cents
    from (${partOf(list, part)}) raffles
    cross join lateral (
      select count(*)::int as prize_count, sum(coalesce(item_value_cents, value_cents_brl)) as prizes_value_cents
      from raffle_prizes prize join items on items.id = item_id where raffle_id = raffles.id) prizes
    cross join lateral (
      select items.id as item_id, items.name as item_name, items.image_url as item_image, items.rarity,
        coalesce(item_value_cents, value_cents_brl) as value_cents
      from raffle_prizes prize join items on items.id = item_id where raffle_id = raffles.id
      order by display_order limit 1) first_prize
    ${orderBy(list.order, 'raffles')}`);
  return rows.map(({ firstItemId: itemId, firstName: name, firstImageUrl: imageUrl, ...row }) => {
    const { firstRarity: rarity, firstValueCents: valueCents, ...raffle } = row;
    return { ...raffleOf(raffle), firstPrize: { itemId, name, imageUrl, rarity, valueCents } };
  });
}

interface Listing {
  raffles: ListedRaffle[];
  total: number;
}

async function listing(db: Db, list: RowList, part: ListPart): Promise<Listing> {
  const [raffles, total] = await Promise.all([readList(db, list, part), countRows(db, list)]);
  return { raffles, total };
}

export async function listRafflesById(
  db: Db,
  ids: readonly Id<'raffle'>[],
): Promise<ReadonlyMap<Id<'raffle'>, ListedRaffle>> {
  const list: RowList = { from: 'raffles', where: [sql`id = any(${ids}::bigint[])`], order: NEWEST };
  const raffles = await readList(db, list, { limit: ids.length, offset: 0 });
  return new Map(raffles.map((raffle) => [raffle.id, raffle]));
}

const NEWEST: RowOrder = { by: ['id'], way: 'desc' };

/** These raffles are on sale, or closed and waiting for the draw. */
export const listOpenRaffles = (db: Db, part: ListPart) =>
  listing(db, { from: 'raffles', where: [sql`status in ('ACTIVE', 'DRAWING')`], order: NEWEST }, part);

export const listCompletedRaffles = (db: Db, part: ListPart) =>
  listing(
    db,
    { from: 'raffles', where: [sql`status = 'COMPLETED'`], order: { by: ['drawn_at', 'id'], way: 'desc' } },
    part,
  );

export const listRaffles = (db: Db, status: RaffleStatus | undefined, part: ListPart) =>
  listing(db, { from: 'raffles', where: status === undefined ? [] : [sql`status = ${status}`], order: NEWEST }, part);

export async function readRaffle(db: Db | Tx, id: Id<'raffle'>): Promise<DescribedRaffle> {
  const [raffle, prizes] = await Promise.all([findRaffle(db, id), listPrizes(db, id)]);
  if (raffle === null) throw raffleNotFound();
  return { ...raffle, prizes };
}
