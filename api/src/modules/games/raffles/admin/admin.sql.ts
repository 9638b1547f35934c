import type { Db, Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Stream } from '../../rolls/index.ts';
import type { DescribedRaffle, PrizeInput, RaffleFields, StoredRaffle } from '../raffles.records.ts';
import { readRaffle } from '../raffles.sql.ts';

export async function insertRaffle(
  tx: Tx,
  fields: RaffleFields & Pick<StoredRaffle, 'beaconDelaySeconds'>,
  createdBy: Id<'user'> | null,
): Promise<Id<'raffle'>> {
  const { name, description, imageUrl, ticketPriceCents, maxTickets, maxTicketsPerUser, closesAt, randomness } = fields;
  const rows = await tx.query<{ id: Id<'raffle'> }>(sql`
    insert into raffles (name, description, image_url, ticket_price_cents, max_tickets, max_tickets_per_user, closes_at,
      randomness, beacon_delay_seconds, created_by)
    values (${name}, ${description}, ${imageUrl}, ${ticketPriceCents}, ${maxTickets}, ${maxTicketsPerUser}, ${closesAt},
      ${randomness}, ${fields.beaconDelaySeconds}, ${createdBy}) returning id`);
  return rows[0]?.id as Id<'raffle'>;
}

export async function updateRaffle(
  tx: Tx,
  id: Id<'raffle'>,
  fields: RaffleFields & Pick<StoredRaffle, 'beaconDelaySeconds'>,
): Promise<void> {
  const { name, description, imageUrl, ticketPriceCents, maxTickets, maxTicketsPerUser, closesAt, randomness } = fields;
  await tx.query(sql`
    update raffles set name = ${name}, description = ${description}, image_url = ${imageUrl},
      ticket_price_cents = ${ticketPriceCents}, max_tickets = ${maxTickets},
      max_tickets_per_user = ${maxTicketsPerUser}, closes_at = ${closesAt}, randomness = ${randomness},
      beacon_delay_seconds = ${fields.beaconDelaySeconds}
    where id = ${id}`);
}

interface CommittedPrize extends PrizeInput {
  serverSeedHash: string;
}

/** No ticket of the raffle is sold yet. */
export async function replacePrizes(tx: Tx, raffleId: Id<'raffle'>, prizes: readonly CommittedPrize[]): Promise<void> {
  await Promise.all([
    tx.query(sql`delete from raffle_prizes where raffle_id = ${raffleId}`),
    tx.query(sql`
      insert into raffle_prizes (raffle_id, display_order, item_id, server_seed_hash)
      select ${raffleId}::bigint, display_order, item_id, server_seed_hash
      from unnest(
        ${prizes.map(({ displayOrder }) => displayOrder)}::int[], ${prizes.map(({ itemId }) => itemId)}::bigint[],
        ${prizes.map(({ serverSeedHash }) => serverSeedHash)}::text[]
      ) as given (display_order, item_id, server_seed_hash)`),
  ]);
}

export async function listSkippedNonces(tx: Tx, stream: Stream): Promise<number[]> {
  const rows = await tx.query<{ nonce: string }>(sql`
    select nonce from skipped_nonces cross join lateral generate_series(first_nonce, last_nonce) nonce
    where stream = ${stream}`);
  return rows.map(({ nonce }) => Number(nonce));
}

interface BuyerRow {
  userId: Id<'user'>;
  spentCents: bigint;
}

/** The order is that in which accounts are locked. */
export async function listBuyers(tx: Tx, raffleId: Id<'raffle'>): Promise<{ userId: Id<'user'>; spentCents: Cents }[]> {
  const rows = await tx.query<BuyerRow>(sql`
    select user_id, spent_cents from raffle_buyers
    where raffle_id = ${raffleId} order by user_id`);
  return rows.map(({ userId, spentCents }) => ({ userId, spentCents }));
}

interface Refund {
  userId: Id<'user'>;
  transferId: Id<'transfer'>;
}

export async function updateToCancelled(tx: Tx, id: Id<'raffle'>, refunds: readonly Refund[]): Promise<void> {
  await Promise.all([
    tx.query(sql`update raffles set status = 'CANCELLED', cancelled_at = clock_timestamp() where id = ${id}`),
    tx.query(sql`
      update raffle_buyers set refund_transfer_id = refund.transfer_id
      from unnest(
        ${refunds.map(({ userId }) => userId)}::bigint[], ${refunds.map(({ transferId }) => transferId)}::bigint[]
      ) as refund (user_id, transfer_id)
      where raffle_id = ${id} and raffle_buyers.user_id = refund.user_id`),
  ]);
}

async function countBuyers(db: Db | Tx, raffleId: Id<'raffle'>): Promise<number> {
  const rows = await db.query<{ count: number }>(
    sql`select count(*)::int as count from raffle_buyers where raffle_id = ${raffleId}`,
  );
  return rows[0]?.count ?? 0;
}

/** Their round has been due since then, or was never computed because no source is configured. */
export async function listSilentRaffles(db: Db, since: Date): Promise<Id<'raffle'>[]> {
  const rows = await db.query<{ id: Id<'raffle'> }>(sql`
    select id from raffles
    where status = 'DRAWING' and randomness = 'drand' and tickets_sold > 0 and coalesce(beacon_at, closed_at) <= ${since}
    order by closed_at limit 100`);
  return rows.map(({ id }) => id);
}

export interface RaffleDetail extends DescribedRaffle {
  buyers: number;
}

export async function readRaffleDetail(db: Db | Tx, id: Id<'raffle'>): Promise<RaffleDetail> {
  const [raffle, buyers] = await Promise.all([readRaffle(db, id), countBuyers(db, id)]);
  return { ...raffle, buyers };
}
