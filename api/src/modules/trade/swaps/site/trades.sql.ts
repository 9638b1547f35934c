import type { Db, Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { FollowedTrade, TradeOutcome } from './site.types.ts';

export async function insertTrade(tx: Tx, id: Id<'site-swap'>, boughtAt: Date): Promise<void> {
  await tx.query(sql`insert into site_swap_trades (site_swap_id, bought_at) values (${id}, ${boughtAt})`);
}

/** Of those whose end is not known those that were asked for longest ago. They are asked for now. */
export function takeOpenTrades(db: Db, at: Date, limit: number): Promise<FollowedTrade[]> {
  return db.query<FollowedTrade>(sql`
    with due as (
      select site_swap_id from site_swap_trades where outcome is null
      order by polled_at nulls first, site_swap_id limit ${limit} for no key update skip locked
    ), taken as (
      update site_swap_trades set polled_at = ${at} where site_swap_id in (select site_swap_id from due)
      returning site_swap_id, bought_at
    )
    select swap.id, swap.user_id as "userId", swap.market_id as "marketId", swap.project_id as "projectId",
      swap.paid_coins::float8 as "paidCoins", item.name as "targetName", bought_at as "boughtAt"
    from taken join site_swaps swap on swap.id = site_swap_id join items item on item.id = swap.item_id`);
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
