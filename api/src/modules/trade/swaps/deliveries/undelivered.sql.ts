import type { Db } from '../../../../platform/database/db.ts';
import { type Sql, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList } from '../../../../platform/lists.ts';
import type { UndeliveredOutcome, UndeliveredSwap } from './deliveries.types.ts';

export interface UndeliveredFilter {
  /** True: only those on which nothing was decided. False: only the others. */
  needsDecision: boolean | undefined;
  outcome: UndeliveredOutcome | undefined;
  userId: Id<'user'> | undefined;
}

const DECIDED = sql`exists (select from site_swap_returns where site_swap_id = site_swaps.id)`;

const listThat = ({ needsDecision, outcome, userId }: UndeliveredFilter): RowList => ({
  from: 'site_swaps',
  ...(userId === undefined ? {} : { of: sql`user_id = ${userId}` }),
  where: [
    // Both outcomes are named, as the index of them has it.
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

type UndeliveredRow = Omit<UndeliveredSwap, 'costCents' | 'refundCents'> & {
  costCents: bigint;
  refundCents: bigint | null;
};

/** The newest first. */
export async function listUndelivered(
  db: Db,
  filter: UndeliveredFilter,
  part: ListPart,
): Promise<{ swaps: UndeliveredSwap[]; total: number }> {
  const list = listThat(filter);
  const [rows, total] = await Promise.all([
    db.query<UndeliveredRow>(sql`
      select swap.id, swap.user_id, users.username, item.name as target_name, swap.market_id,
        swap.project_id, swap.paid_coins::float8 as paid_coins,
        swap.given_cents - swap.credit_cents as cost_cents, trade.bought_at, trade.ended_at,
        trade.outcome, swap.received_id,
        held.status = 'AVAILABLE' and held.user_id = swap.user_id as is_takeable,
        made.resolution, made.refund_cents, made.decided_by, made.reason,
        made.created_at as decided_at
      from (${partOf(list, part)}) swap
      join site_swap_trades trade on trade.site_swap_id = swap.id
      join users on users.id = swap.user_id join items item on item.id = swap.item_id
      join inventory_items held on held.id = swap.received_id
      left join site_swap_returns made on made.site_swap_id = swap.id
      ${orderBy(list.order, 'swap')}`),
    countRows(db, list),
  ]);
  const swaps = rows.map(({ costCents, refundCents, ...row }) => ({
    ...row,
    costCents,
    refundCents,
  }));
  return { swaps, total };
}
