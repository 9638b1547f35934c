import type { Db, Tx } from '../../../../platform/database/db.ts';
import { type Sql, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList } from '../../../../platform/lists.ts';
import type {
  FollowedTrade,
  SwapReturn,
  TradeOutcome,
  UndeliveredOutcome,
  UndeliveredSwap,
} from './deliveries.records.ts';

const TRADE_COLUMNS = sql`
  swap.id, swap.user_id, swap.market_id, swap.project_id,
  swap.paid_coins::float8 as paid_coins, swap.received_id as received_inventory_item_id,
  swap.given_cents - swap.credit_cents as cost_cents, item.name as target_name, trade.bought_at`;

/** Takes those that were asked about longest ago and marks them as asked. */
export function takeOpenTrades(db: Db, at: Date, limit: number): Promise<FollowedTrade[]> {
  return db.query<FollowedTrade>(sql`
    with due as (
      select site_swap_id from site_swap_trades where outcome is null
      order by polled_at nulls first, site_swap_id limit ${limit} for no key update skip locked
    ), trade as (
      update site_swap_trades set polled_at = ${at} where site_swap_id in (select site_swap_id from due)
      returning site_swap_id, bought_at
    )
    select ${TRADE_COLUMNS}
    from trade join site_swaps swap on swap.id = trade.site_swap_id join items item on item.id = swap.item_id`);
}

interface EndedTrade extends FollowedTrade {
  outcome: TradeOutcome | null;
}

/** Locks it before the account and the item. Returns null if nothing was bought. */
export async function lockTrade(tx: Tx, id: Id<'site-swap'>): Promise<EndedTrade | null> {
  const rows = await tx.query<EndedTrade>(sql`
    select ${TRADE_COLUMNS}, trade.outcome
    from site_swap_trades trade join site_swaps swap on swap.id = trade.site_swap_id
    join items item on item.id = swap.item_id
    where trade.site_swap_id = ${id} for no key update of trade`);
  return rows[0] ?? null;
}

/** A statement after that of the lock sees the decision of the last holder. */
export async function findResolution(tx: Tx, id: Id<'site-swap'>): Promise<SwapReturn['resolution'] | null> {
  const rows = await tx.query<Pick<SwapReturn, 'resolution'>>(
    sql`select resolution from site_swap_returns where site_swap_id = ${id}`,
  );
  return rows[0]?.resolution ?? null;
}

export async function insertReturn(
  tx: Tx,
  { id, resolution, refundCents, decision, decidedAt }: SwapReturn,
): Promise<void> {
  await tx.query(sql`
    insert into site_swap_returns (site_swap_id, resolution, refund_cents, decided_by, reason, created_at)
    values (${id}, ${resolution}, ${refundCents}, ${decision?.actorId ?? null}, ${decision?.reason ?? null}, ${decidedAt})`);
}

/** Returns those that had not ended before, so one of two callers ends a trade. */
export async function endTrades(
  tx: Db | Tx,
  ids: readonly Id<'site-swap'>[],
  outcome: TradeOutcome,
  at: Date,
): Promise<Id<'site-swap'>[]> {
  const rows = await tx.query<{ id: Id<'site-swap'> }>(sql`
    update site_swap_trades set outcome = ${outcome}, ended_at = ${at}
    where site_swap_id = any(${ids}::bigint[]) and outcome is null returning site_swap_id as id`);
  return rows.map(({ id }) => id);
}

interface UndeliveredFilter {
  needsDecision: boolean | undefined;
  outcome: UndeliveredOutcome | undefined;
  userId: Id<'user'> | undefined;
}

const DECIDED = sql`exists (select from site_swap_returns where site_swap_id = site_swaps.id)`;

const listThat = ({ needsDecision, outcome, userId }: UndeliveredFilter): RowList => ({
  from: 'site_swaps',
  ...(userId === undefined ? {} : { of: sql`user_id = ${userId}` }),
  where: [
    // The index names both outcomes.
    sql`id in (
      select site_swap_id from site_swap_trades
      where outcome in ('CAME_TO_NOTHING', 'NEVER_ENDED')${outcome === undefined ? sql`` : sql` and outcome = ${outcome}`})`,
    ...decidedOrNot(needsDecision),
  ],
  order: { by: ['id'], way: 'desc' },
});

function decidedOrNot(needsDecision: boolean | undefined): Sql[] {
  if (needsDecision === undefined) return [];
  return [needsDecision ? sql`not ${DECIDED}` : DECIDED];
}

/** The newest first. */
export async function listUndelivered(
  db: Db,
  filter: UndeliveredFilter,
  part: ListPart,
): Promise<{ swaps: UndeliveredSwap[]; total: number }> {
  const list = listThat(filter);
  const [swaps, total] = await Promise.all([
    db.query<UndeliveredSwap>(sql`
      select swap.id, swap.user_id, users.username, item.name as target_name, swap.market_id,
        swap.project_id, swap.paid_coins::float8 as paid_coins,
        swap.given_cents - swap.credit_cents as cost_cents, trade.bought_at, trade.ended_at,
        trade.outcome, swap.received_id as received_inventory_item_id,
        held.status = 'AVAILABLE' and held.user_id = swap.user_id as is_takeable,
        made.resolution, made.refund_cents, made.decided_by, made.reason as decision_reason,
        made.created_at as decided_at
      from (${partOf(list, part)}) swap
      join site_swap_trades trade on trade.site_swap_id = swap.id
      join users on users.id = swap.user_id join items item on item.id = swap.item_id
      join inventory_items held on held.id = swap.received_id
      left join site_swap_returns made on made.site_swap_id = swap.id
      ${orderBy(list.order, 'swap')}`),
    countRows(db, list),
  ]);
  return { swaps, total };
}
