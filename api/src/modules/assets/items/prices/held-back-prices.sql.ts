import type { Db, Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList } from '../../../../platform/lists.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { GuardedPrice, HeldBack, HeldBackPrice } from '../items.rules.ts';

/** Finds items with the range of their prices since then; unknown names are absent. */
export async function findGuardedPrices(
  tx: Tx,
  marketHashNames: readonly string[],
  since: Date,
): Promise<GuardedPrice[]> {
  type Row = Pick<GuardedPrice, 'itemId' | 'marketHashName' | 'isMadeUp' | 'valueCentsBrl'> &
    Record<'inForceCents' | 'lowestCents' | 'highestCents' | 'firstPriceCents', Cents> &
    Pick<HeldBack<Cents>, 'firstSaidAt' | 'lastSaidAt'> & { priceCents: Cents | null };
  const rows = await tx.query<Row>(sql`
    select items.id as item_id, market_hash_name, original_price_cents as in_force_cents, value_cents_brl,
      least(original_price_cents, past.lowest) as lowest_cents,
      greatest(original_price_cents, past.highest) as highest_cents,
      made_up.item_id is not null as is_made_up, price_cents, first_price_cents, first_said_at, last_said_at
    from items left join held_back_prices held on held.item_id = items.id
    left join prices_made_up made_up on made_up.item_id = items.id
    left join lateral (
      select min(lowest_cents) as lowest, max(highest_cents) as highest from item_price_hours hours
      where hours.item_id = items.id and hour > ${since}::timestamptz - interval '1 hour'
    ) past on true
    where market_hash_name = any(${marketHashNames}::text[])`);
  return rows.map(({ priceCents: value, firstPriceCents: firstValue, firstSaidAt, lastSaidAt, ...price }) => ({
    ...price,
    inForce: price.inForceCents,
    lowest: price.lowestCents,
    highest: price.highestCents,
    held: value === null ? null : { value, firstValue, firstSaidAt, lastSaidAt },
  }));
}

export type PriceToHold = HeldBack<Cents> & { itemId: Id<'item'>; stepPercent: number };

export async function storeHeldBackPrices(
  tx: Tx,
  syncId: Id<'item-sync'>,
  held: readonly PriceToHold[],
): Promise<void> {
  if (held.length === 0) return;
  await tx.query(sql`
    insert into held_back_prices (item_id, price_cents, first_price_cents, step_percent, first_said_at, last_said_at,
      sync_id)
    select held.*, ${syncId}::bigint
    from unnest(
      ${held.map(({ itemId }) => itemId)}::bigint[], ${held.map(({ value }) => value)}::bigint[],
      ${held.map(({ firstValue }) => firstValue)}::bigint[],
      ${held.map(({ stepPercent }) => stepPercent)}::numeric[],
      ${held.map(({ firstSaidAt }) => firstSaidAt.toISOString())}::timestamptz[],
      ${held.map(({ lastSaidAt }) => lastSaidAt.toISOString())}::timestamptz[]
    ) as held
    on conflict (item_id) do update
    set price_cents = excluded.price_cents, first_price_cents = excluded.first_price_cents,
      step_percent = excluded.step_percent, first_said_at = excluded.first_said_at,
      last_said_at = excluded.last_said_at, sync_id = excluded.sync_id`);
}

export async function deleteHeldBackPrices(tx: Tx, itemIds: readonly Id<'item'>[]): Promise<void> {
  if (itemIds.length === 0) return;
  await tx.query(sql`delete from held_back_prices where item_id = any(${itemIds}::bigint[])`);
}

const HELD_COLUMNS = sql`
  item_id, name, market_hash_name, original_price_cents, price_cents as held_back_price_cents,
  step_percent::float8 as step_percent, sync_id, first_said_at, last_said_at`;

/** Null: the sync's prices of all items. */
export async function findHeldBackPrices(
  tx: Tx,
  syncId: Id<'item-sync'>,
  itemIds: readonly Id<'item'>[] | null,
): Promise<HeldBackPrice[]> {
  return tx.query<HeldBackPrice>(sql`
    select ${HELD_COLUMNS} from held_back_prices join items on items.id = item_id
    where sync_id = ${syncId} and (${itemIds}::bigint[] is null or item_id = any(${itemIds}::bigint[]))
    order by item_id`);
}

/** The furthest from the price in force come first. */
export async function listHeldBackPrices(
  db: Db | Tx,
  syncId: Id<'item-sync'> | null,
  part: ListPart,
): Promise<{ held: HeldBackPrice[]; total: number }> {
  const list: RowList = {
    from: 'held_back_prices',
    where: syncId === null ? [] : [sql`sync_id = ${syncId}`],
    order: { by: ['step_percent', 'item_id'], way: 'desc' },
    key: ['step_percent', 'item_id'],
  };
  const [held, total] = await Promise.all([
    db.query<HeldBackPrice>(sql`
      select ${HELD_COLUMNS} from (${partOf(list, part)}) held join items on items.id = item_id
      ${orderBy(list.order)}`),
    countRows(db, list),
  ]);
  return { held, total };
}

interface ReplacedPrice {
  itemId: Id<'item'>;
  priceCents: Cents;
}

export async function rememberPrices(tx: Tx, replaced: readonly ReplacedPrice[], now: Date): Promise<void> {
  if (replaced.length === 0) return;
  await tx.query(sql`
    insert into item_price_hours as hours (item_id, hour, lowest_cents, highest_cents)
    select item_id, date_trunc('hour', ${now}::timestamptz), price_cents, price_cents
    from unnest(
      ${replaced.map(({ itemId }) => itemId)}::bigint[], ${replaced.map(({ priceCents }) => priceCents)}::bigint[]
    ) as replaced (item_id, price_cents)
    on conflict (item_id, hour) do update
    set lowest_cents = least(hours.lowest_cents, excluded.lowest_cents),
      highest_cents = greatest(hours.highest_cents, excluded.highest_cents)`);
}

/** Prices before one of an administrator limit nothing any more. */
export async function forgetPrices(tx: Tx, itemIds: readonly Id<'item'>[]): Promise<void> {
  await tx.query(sql`delete from item_price_hours where item_id = any(${itemIds}::bigint[])`);
}

export async function insertMadeUp(tx: Tx, itemId: Id<'item'>): Promise<void> {
  await tx.query(sql`insert into prices_made_up (item_id) values (${itemId}) on conflict do nothing`);
}

/** A source has confirmed the prices in force. */
export async function deleteMadeUp(tx: Tx, itemIds: readonly Id<'item'>[]): Promise<void> {
  if (itemIds.length === 0) return;
  await tx.query(sql`delete from prices_made_up where item_id = any(${itemIds}::bigint[])`);
}

export async function insertPriceRise(
  tx: Tx,
  { syncId, raisedCents, now }: { syncId: Id<'item-sync'>; raisedCents: Cents; now: Date },
): Promise<void> {
  if (raisedCents === 0n) return;
  await tx.query(sql`
    insert into price_rises (sync_id, raised_cents, raised_at) values (${syncId}, ${raisedCents}, ${now})`);
}

export async function sumPriceRises(tx: Tx, since: Date): Promise<Cents> {
  const rows = await tx.query<{ sumCents: Cents }>(
    sql`select coalesce(sum(raised_cents), 0) as sum_cents from price_rises where raised_at > ${since}`,
  );
  return rows[0]?.sumCents ?? 0n;
}

export async function deleteOldPriceDays(tx: Tx, since: Date): Promise<void> {
  await tx.query(sql`delete from item_price_hours where hour <= ${since}::timestamptz - interval '1 hour'`);
  await tx.query(sql`delete from price_rises where raised_at <= ${since}`);
}
