import type { Db } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList } from '../../../../platform/lists.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { ShownItem, Winner } from '../raffles.types.ts';

/** What somebody has of a raffle. */
export interface OwnPart {
  raffleId: Id<'raffle'>;
  tickets: number;
  spentCents: Cents;
  isRefunded: boolean;
  /** Mostly none, and never more than one, since who has won leaves with all tickets. */
  won: { displayOrder: number; winningTicket: number; item: ShownItem } | null;
}

interface OwnPartRow extends Omit<OwnPart, 'spentCents' | 'won'> {
  spentCents: bigint;
  displayOrder: number | null;
  winningTicket: number;
  itemId: Id<'item'>;
  name: string;
  imageUrl: string;
  rarity: string;
  valueCents: bigint;
}

/** The newest raffle first. */
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

const ownPartOf = (row: OwnPartRow): OwnPart => ({
  raffleId: row.raffleId,
  tickets: row.tickets,
  spentCents: row.spentCents,
  isRefunded: row.isRefunded,
  won:
    row.displayOrder === null
      ? null
      : {
          displayOrder: row.displayOrder,
          winningTicket: row.winningTicket,
          item: {
            itemId: row.itemId,
            name: row.name,
            imageUrl: row.imageUrl,
            rarity: row.rarity,
            valueCents: row.valueCents,
          },
        },
});

export interface OwnPurchase {
  firstTicket: number;
  tickets: number;
  createdAt: Date;
}

/** Those of one buyer, the last first. A purchase is named by its first ticket. */
export async function listOwnPurchases(
  db: Db,
  { raffleId, userId }: { raffleId: Id<'raffle'>; userId: Id<'user'> },
  part: ListPart,
): Promise<{ purchases: OwnPurchase[]; total: number }> {
  const list: RowList = {
    from: sql`(select *, first_ticket as id from raffle_purchases) purchase`,
    of: sql`raffle_id = ${raffleId} and user_id = ${userId}`,
    order: { by: ['id'], way: 'desc' },
    key: ['raffle_id', 'id'],
  };
  const [purchases, total] = await Promise.all([
    db.query<OwnPurchase>(sql`
      select first_ticket, tickets, created_at from (${partOf(list, part)}) purchase
      ${orderBy(list.order, 'purchase')}`),
    countRows(db, list),
  ]);
  return { purchases, total };
}

export interface Buyer extends Winner {
  tickets: number;
}

/** Who has the most tickets first. A buyer is named by the user. */
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
