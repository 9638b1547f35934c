import type { Db, Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { FollowedTrade, Resolution, SwapReturn, TradeOutcome } from './deliveries.types.ts';

type TradeRow = Omit<FollowedTrade, 'costCents'> & { costCents: bigint };

const TRADE_COLUMNS = sql`
  swap.id, swap.user_id, swap.market_id, swap.project_id,
  swap.paid_coins::float8 as paid_coins, swap.received_id,
  swap.given_cents - swap.credit_cents as cost_cents, item.name as target_name, trade.bought_at`;

const tradeOf = <Row extends TradeRow>(row: Row): Omit<Row, 'costCents'> & { costCents: bigint } => ({
  ...row,
});

/** Of those whose end is not known those that were asked for longest ago. They are asked for now. */
export async function takeOpenTrades(db: Db, at: Date, limit: number): Promise<FollowedTrade[]> {
  const rows = await db.query<TradeRow>(sql`
    with due as (
      select site_swap_id from site_swap_trades where outcome is null
      order by polled_at nulls first, site_swap_id limit ${limit} for no key update skip locked
    ), trade as (
      update site_swap_trades set polled_at = ${at} where site_swap_id in (select site_swap_id from due)
      returning site_swap_id, bought_at
    )
    select ${TRADE_COLUMNS}
    from trade join site_swaps swap on swap.id = trade.site_swap_id join items item on item.id = swap.item_id`);
  return rows.map(tradeOf);
}

export interface EndedTrade extends FollowedTrade {
  outcome: TradeOutcome | null;
}

/** Until the end of `tx`, before the account of its user and the item. Null where nothing was bought. */
export async function lockTrade(tx: Tx, id: Id<'site-swap'>): Promise<EndedTrade | null> {
  const rows = await tx.query<TradeRow & Pick<EndedTrade, 'outcome'>>(sql`
    select ${TRADE_COLUMNS}, trade.outcome
    from site_swap_trades trade join site_swaps swap on swap.id = trade.site_swap_id
    join items item on item.id = swap.item_id
    where trade.site_swap_id = ${id} for no key update of trade`);
  return rows[0] === undefined ? null : tradeOf(rows[0]);
}

/** Null where nothing was decided. In a statement after that of the lock, which sees what its holder before us has decided. */
export async function findResolution(tx: Tx, id: Id<'site-swap'>): Promise<Resolution | null> {
  const rows = await tx.query<{ resolution: Resolution }>(
    sql`select resolution from site_swap_returns where site_swap_id = ${id}`,
  );
  return rows[0]?.resolution ?? null;
}

export async function insertReturn(tx: Tx, { id, resolution, refundCents, decision, at }: SwapReturn): Promise<void> {
  await tx.query(sql`
    insert into site_swap_returns (site_swap_id, resolution, refund_cents, decided_by, reason, created_at)
    values (${id}, ${resolution}, ${refundCents}, ${decision?.actorId ?? null}, ${decision?.reason ?? null}, ${at})`);
}

/** Gives those that had not ended before: of two who have heard the end one finds it done. */
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
