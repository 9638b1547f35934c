import type { Db, Tx } from '../../../../platform/database/db.ts';
import { lookUp, type Sql, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList, type RowOrder } from '../../../../platform/lists.ts';
import type { FiredShot, NewShot, Participant, StoredShot } from '../events.records.ts';
import { type SpentBudget, spendSql } from '../events.sql.ts';

type ValuedShot = Pick<FiredShot, 'itemValueCents' | 'worthCents' | 'edgePercent'> & SpentBudget;

/**
 * Spends the worth of the item of the budget, and returns the present worth of item and table. The time is that of the
 * statement, since the transaction may have begun before a commitment that it waited for, and never before that
 * commitment. A seed that nobody asked for is committed to at the same time.
 */
export async function insertShot(tx: Tx, shot: NewShot, edgePercent: Sql): Promise<ValuedShot> {
  const { id, eventId, userId, ticketPrice, prize, inventoryItemId, nonce, clientSeed, clientSeedSource, roll } = shot;
  const { serverSeed, serverSeedHash, committedAt } = shot;
  const rows = await tx.query<ValuedShot>(sql`
    with shot as (
    insert into event_shots (id, event_id, user_id, ticket_price, item_id, item_value_cents, inventory_item_id,
      chance_width, nonce, server_seed, server_seed_hash, client_seed, client_seed_source, roll, committed_at, created_at)
    overriding system value
    select ${id}, ${eventId}, ${userId}, ${ticketPrice}, items.id, value_cents_brl, ${inventoryItemId},
      ${prize.hashRangeEnd - prize.hashRangeStart + 1}, ${nonce}, ${serverSeed}, ${serverSeedHash}, ${clientSeed},
      ${clientSeedSource}, ${roll},
      coalesce(${committedAt}::timestamptz, statement_timestamp()),
      greatest(${committedAt}::timestamptz, statement_timestamp())
    from items where items.id = ${prize.item.itemId}
    returning item_value_cents, ${edgePercent} as edge_percent, (
      select sum((hash_range_end - hash_range_start + 1)::numeric * value_cents_brl)
      from event_prizes ${lookUp('items', 'item_id')}
      where event_prizes.event_id = ${eventId} and event_prizes.ticket_price = ${ticketPrice}) as worth_cents),
    budget as (${spendSql(eventId, sql`(select item_value_cents from shot)`)})
    select * from shot left join budget on true`);
  return rows[0] as ValuedShot;
}

const BY_NONCE: RowOrder = { by: ['nonce'], way: 'desc' };

type ShotRow = Omit<StoredShot, 'nonce'> & { nonce: string };

/** The shots are cut before the join, so that skipped rows cost no look-up. */
async function readShots(db: Db | Tx, shots: Sql, order: RowOrder = BY_NONCE): Promise<StoredShot[]> {
  const rows = await db.query<ShotRow>(sql`
    select shot.id, event_id, ticket_price, item_id, items.name as item_name,
      items.image_url as item_image_url, items.rarity as item_rarity, item_value_cents,
      inventory_item_id, chance_width, nonce, server_seed,
      server_seed_hash, client_seed, client_seed_source, roll,
      committed_at, shot.created_at
    from (${shots}) shot
    cross join lateral (select * from items where items.id = shot.item_id limit 1) items
    ${orderBy(order, 'shot')}`);
  return rows.map((row) => ({ ...row, nonce: Number(row.nonce) }));
}

/** Newest first by nonce, which rises with a user's shots and has an index with the user and the event. */
export function listUserShots(db: Db | Tx, { eventId, userId }: Participant, part: ListPart): Promise<StoredShot[]> {
  const shots: RowList = {
    from: 'event_shots',
    of: sql`user_id = ${userId} and event_id = ${eventId}`,
    order: { by: ['nonce'], way: 'desc' },
    key: ['user_id', 'event_id', 'nonce'],
  };
  return readShots(db, partOf(shots, part));
}

/** Nobody has the tickets for many shots. */
const shotsOf = (userId: Id<'user'>): RowList => ({
  from: 'event_shots',
  of: sql`user_id = ${userId}`,
  order: { by: ['created_at', 'id'], way: 'desc' },
});

export async function listOwnShots(
  db: Db,
  userId: Id<'user'>,
  part: ListPart,
): Promise<{ shots: StoredShot[]; total: number }> {
  const list = shotsOf(userId);
  const [shots, total] = await Promise.all([readShots(db, partOf(list, part), list.order), countRows(db, list)]);
  return { shots, total };
}

export async function findUserShot(db: Db | Tx, userId: Id<'user'>, id: Id<'event-shot'>): Promise<StoredShot | null> {
  const rows = await readShots(db, sql`select * from event_shots where id = ${id} and user_id = ${userId}`);
  return rows[0] ?? null;
}
