import type { Db } from '../../../../platform/database/db.ts';
import { join, type Sql, sql } from '../../../../platform/database/sql.ts';
import type { QueueCount, QueueName } from './queues.types.ts';

/** Since when what is open counts as waiting. */
export interface QueueTimes {
  /** An order that was asked for before this is stuck. */
  stuckBefore: Date;
  /** A proposal that was made after this still counts. */
  proposedSince: Date;
}

/** Rows of status, is_waiting and since. Each names the statuses that are not final, which indexes find. */
const openRecords = ({ stuckBefore, proposedSince }: QueueTimes): Readonly<Record<QueueName, Sql>> => ({
  DEPOSITS: sql`
    select 'WAITING' as status, true as is_waiting, paid_at as since from deposit_payments where status = 'WAITING'
    union all select status, false, null from deposits where status = 'PENDING'`,
  MONEY_WITHDRAWALS: sql`
    select status, status = 'PENDING' as is_waiting, confirmed_at as since from money_withdrawals
    where status in ('AWAITING_CONFIRMATION', 'PENDING', 'APPROVED')`,
  ITEM_WITHDRAWALS: sql`
    select status, status = 'PENDING_APPROVAL' as is_waiting, created_at as since from market_withdrawals
    where status in ('PENDING_APPROVAL', 'PENDING', 'WAITING_SELLER', 'TRADE_SENT')`,
  SITE_SWAPS: sql`
    select outcome as status, true as is_waiting, ended_at as since from site_swap_trades trade
    where outcome in ('CAME_TO_NOTHING', 'NEVER_ENDED')
      and not exists (select from site_swap_returns made where made.site_swap_id = trade.site_swap_id)`,
  ORDERS: sql`
    select status, requested_at <= ${stuckBefore} as is_waiting, requested_at as since from orders
    where status in ('REQUESTED', 'SENT', 'UNKNOWN')`,
  SUSPECTS: sql`select state as status, true as is_waiting, opened_at as since from suspicions where state = 'OPEN'`,
  PRICES: sql`select 'HELD_BACK' as status, true as is_waiting, first_said_at as since from held_back_prices`,
  PROPOSALS: sql`
    select 'WAITING' as status, true as is_waiting, proposed_at as since from decision_proposals
    where carried_out_at is null and proposed_at > ${proposedSince}
      and exists (select from users where id = proposed_by and status = 'ACTIVE')`,
});

/** By queue and status, in one statement. A queue without open records has no row. */
export function countQueues(db: Db, times: QueueTimes): Promise<QueueCount[]> {
  const counts = Object.entries(openRecords(times)).map(
    ([queue, records]) => sql`
      select ${queue}::text as queue, status::text as status, count(*)::int as count,
        (count(*) filter (where is_waiting))::int as waiting, min(since) filter (where is_waiting) as oldest_at
      from (${records}) record group by status`,
  );
  return db.query<QueueCount>(sql`
    select * from (${join(counts, ' union all ')}) counted order by queue, status`);
}
