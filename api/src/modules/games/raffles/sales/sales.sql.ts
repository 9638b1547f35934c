import type { Db, Tx } from '../../../../platform/database/db.ts';
import { type Sql, sql, upToMilliseconds } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList } from '../../../../platform/lists.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { ShownItem, StoredRaffle, TicketRange } from '../raffles.records.ts';
import { IS_ON_SALE } from '../raffles.sql.ts';
import type { OwnPart, OwnTickets } from './sales.records.ts';

interface SoldTickets extends Pick<StoredRaffle, 'name' | 'ticketPriceCents' | 'maxTickets' | 'maxTicketsPerUser'> {
  firstTicket: number;
  /** With these. */
  ticketsSold: number;
  /** A publisher of the raffle may gain nothing from it. */
  isPublisher: boolean;
}

/**
 * Takes the next numbers and locks the raffle until `tx` ends. Returns null if it is not on sale or too few are left;
 * both are checked on the locked row.
 */
export async function takeTickets(
  tx: Tx,
  id: Id<'raffle'>,
  quantity: number,
  isPublisher: Sql,
): Promise<SoldTickets | null> {
  const rows = await tx.query<SoldTickets>(sql`
    update raffles set tickets_sold = tickets_sold + ${quantity}::int
    where id = ${id} and ${IS_ON_SALE} and tickets_sold + ${quantity}::int <= max_tickets
    returning name, ticket_price_cents, max_tickets,
      max_tickets_per_user, tickets_sold - ${quantity}::int + 1 as first_ticket,
      tickets_sold, ${isPublisher} as is_publisher`);
  return rows[0] ?? null;
}

interface Purchase extends TicketRange {
  raffleId: Id<'raffle'>;
  transferId: Id<'transfer'>;
}

/** Returns the buyer's tickets, these included. The raffle is locked. */
export async function countForBuyer(
  tx: Tx,
  { raffleId, userId, tickets }: Pick<Purchase, 'raffleId' | 'userId' | 'tickets'>,
  paidCents: Cents,
): Promise<number> {
  const rows = await tx.query<{ tickets: number }>(sql`
    insert into raffle_buyers as buyer (raffle_id, user_id, tickets, spent_cents)
    values (${raffleId}, ${userId}, ${tickets}, ${paidCents})
    on conflict (raffle_id, user_id) do update
    set tickets = buyer.tickets + excluded.tickets, spent_cents = buyer.spent_cents + excluded.spent_cents
    returning tickets`);
  return rows[0]?.tickets ?? 0;
}

export async function findOwnTickets(db: Db, raffleId: Id<'raffle'>, userId: Id<'user'>): Promise<number> {
  const rows = await db.query<{ tickets: number }>(
    sql`select tickets from raffle_buyers where raffle_id = ${raffleId} and user_id = ${userId}`,
  );
  return rows[0]?.tickets ?? 0;
}

export async function insertPurchase(tx: Tx, purchase: Purchase): Promise<void> {
  const { raffleId, firstTicket, tickets, userId, transferId } = purchase;
  await tx.query(sql`
    insert into raffle_purchases (raffle_id, first_ticket, tickets, user_id, transfer_id)
    values (${raffleId}, ${firstTicket}, ${tickets}, ${userId}, ${transferId})`);
}

export function listRangesAfter(
  db: Db | Tx,
  raffleId: Id<'raffle'>,
  lastTicket: number,
  limit: number,
): Promise<TicketRange[]> {
  return db.query<TicketRange>(sql`
    select first_ticket, tickets, user_id from raffle_purchases
    where raffle_id = ${raffleId} and first_ticket > ${lastTicket} order by first_ticket limit ${limit}`);
}

/**
 * Returns null if it was not on sale. Sales close at the announced time, however late the job is: after that moment
 * nobody could buy, and the round of the beacon follows from it. A purchase that had taken its tickets before may be
 * written a moment later.
 */
export async function updateToDrawing(tx: Tx, id: Id<'raffle'>): Promise<ClosedSales | null> {
  const closedAt = sql`greatest(least(closes_at, clock_timestamp()), (
    select created_at from raffle_purchases where raffle_id = ${id} order by first_ticket desc limit 1))`;
  const rows = await tx.query<ClosedSales>(sql`
    update raffles set status = 'DRAWING', closed_at = ${upToMilliseconds(closedAt)}
    where id = ${id} and status = 'ACTIVE'
    returning tickets_sold, closed_at`);
  return rows[0] ?? null;
}

interface ClosedSales {
  ticketsSold: number;
  closedAt: Date;
}

/** The database's. */
export async function readClock(tx: Tx): Promise<Date> {
  const rows = await tx.query<{ now: Date }>(sql`select clock_timestamp() as now`);
  return rows[0]?.now as Date;
}

/** A round that is written never changes. */
export async function updateBeaconRound(
  tx: Tx,
  id: Id<'raffle'>,
  { round, dueAt }: { round: number; dueAt: Date },
): Promise<void> {
  await tx.query(sql`
    update raffles set beacon_round = ${round}, beacon_at = ${dueAt} where id = ${id} and beacon_round is null`);
}

/** Returns false if another was first. Without a beacon the hash is the client seed. */
export async function updateListHash(tx: Tx, id: Id<'raffle'>, hash: string): Promise<boolean> {
  const rows = await tx.query(sql`
    update raffles set ticket_list_hash = ${hash},
      client_seed = case randomness when 'server' then ${hash} end
    where id = ${id} and status = 'DRAWING' and ticket_list_hash is null returning id`);
  return rows.length > 0;
}

interface OwnPartRow extends Omit<OwnPart, 'won'>, ShownItem {
  displayOrder: number | null;
  winningTicket: number;
}

export async function listOwnParts(
  db: Db,
  userId: Id<'user'>,
  part: ListPart,
): Promise<{ parts: OwnPart[]; total: number }> {
  const list: RowList = {
    from: sql`(select *, raffle_id as id from raffle_buyers) bought`,
    of: sql`user_id = ${userId}`,
    order: { by: ['id'], way: 'desc' },
    key: ['user_id', 'id'],
  };
  const [rows, total] = await Promise.all([
    db.query<OwnPartRow>(sql`
      select bought.raffle_id, bought.tickets, bought.spent_cents,
        bought.refund_transfer_id is not null as is_refunded, prize.display_order,
        prize.winning_ticket, items.id as item_id, items.name, items.image_url,
        items.rarity, prize.item_value_cents as value_cents
      from (${partOf(list, part)}) bought
      left join raffle_prizes prize on prize.raffle_id = bought.raffle_id and prize.winner_id = bought.user_id
      left join items on items.id = prize.item_id
      ${orderBy(list.order, 'bought')}`),
    countRows(db, list),
  ]);
  return { parts: rows.map(ownPartOf), total };
}

const ownPartOf = ({
  raffleId,
  tickets,
  spentCents,
  isRefunded,
  displayOrder,
  winningTicket,
  ...item
}: OwnPartRow): OwnPart => ({
  raffleId,
  tickets,
  spentCents,
  isRefunded,
  won: displayOrder === null ? null : { displayOrder, winningTicket, item },
});

/** The first ticket names a purchase. */
export async function listOwnPurchases(
  db: Db,
  { raffleId, userId }: { raffleId: Id<'raffle'>; userId: Id<'user'> },
  part: ListPart,
): Promise<{ purchases: OwnTickets[]; total: number }> {
  const list: RowList = {
    from: sql`(select *, first_ticket as id from raffle_purchases) purchase`,
    of: sql`raffle_id = ${raffleId} and user_id = ${userId}`,
    order: { by: ['id'], way: 'desc' },
    key: ['raffle_id', 'id'],
  };
  const [purchases, total] = await Promise.all([
    db.query<OwnTickets>(sql`
      select first_ticket, first_ticket + tickets - 1 as last_ticket, tickets, created_at as bought_at from (${partOf(list, part)}) purchase
      ${orderBy(list.order, 'purchase')}`),
    countRows(db, list),
  ]);
  return { purchases, total };
}

interface Buyer {
  id: Id<'user'>;
  username: string;
  avatarUrl: string | null;
  tickets: number;
}

/** The user names a buyer. */
export async function listBuyers(
  db: Db,
  raffleId: Id<'raffle'>,
  part: ListPart,
): Promise<{ buyers: Buyer[]; total: number }> {
  const list: RowList = {
    from: sql`(select *, user_id as id from raffle_buyers) buyer`,
    of: sql`raffle_id = ${raffleId}`,
    order: { by: ['tickets', 'id'], way: 'desc' },
    key: ['raffle_id', 'id'],
  };
  const [buyers, total] = await Promise.all([
    db.query<Buyer>(sql`
      select users.id, users.username, users.avatar_url, buyer.tickets from (${partOf(list, part)}) buyer
      join users on users.id = buyer.user_id ${orderBy(list.order, 'buyer')}`),
    countRows(db, list),
  ]);
  return { buyers, total };
}
