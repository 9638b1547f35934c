import type { Db } from '../../../platform/database/db.ts';
import { join, type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { containing, countRows, type ListPart, orderBy, partOf, type RowList } from '../../../platform/lists.ts';
import {
  type FoundRecord,
  type FoundThing,
  type OrderRow,
  type ProposalRow,
  type QueueCount,
  type QueueName,
  RECORD_KINDS,
} from './console.records.ts';

interface QueueTimes {
  /** An order from before is stuck. */
  stuckBefore: Date;
  /** A proposal from before has lapsed. */
  proposedSince: Date;
}

/** Each selects status, is_waiting and since, and names the open statuses, so that an index is used. */
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

/** A queue without open records has no row. */
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

const ordersFrom = (chosen: Sql) => sql`
  select listed.id, listed.kind, listed.project_id, listed.status, listed.requested_at, listed.sent_at, listed.settled_at,
    record.id as record_id, record.user_id, users.username, record.cents as amount_cents
  from (${chosen}) listed
  left join lateral (
    select id, user_id, amount_cents as cents from money_withdrawals where order_id = listed.id
    union all select id, user_id, null from market_withdrawals where order_id = listed.id
    union all select id, user_id, given_cents - credit_cents from site_swaps where order_id = listed.id
    limit 1) record on true
  left join users on users.id = record.user_id`;

export async function listOrders(
  db: Db,
  isOpen: boolean,
  part: ListPart,
): Promise<{ orders: OrderRow[]; total: number }> {
  const open = sql`status in ('REQUESTED', 'SENT', 'UNKNOWN')`;
  const list: RowList = {
    from: 'orders',
    where: [isOpen ? open : sql`not ${open}`],
    order: { by: ['id'], way: 'desc' },
  };
  const [orders, total] = await Promise.all([
    db.query<OrderRow>(sql`${ordersFrom(partOf(list, part))} ${orderBy(list.order, 'listed')}`),
    countRows(db, list),
  ]);
  return { orders, total };
}

export async function findOrder(db: Db, id: Id<'order'>): Promise<OrderRow | null> {
  const rows = await db.query<OrderRow>(ordersFrom(sql`select * from orders where id = ${id}`));
  return rows[0] ?? null;
}

export async function listProposals(
  db: Db,
  since: Date,
  { entityType, entityId }: { entityType?: string | undefined; entityId?: string | undefined },
  part: ListPart,
): Promise<{ proposals: ProposalRow[]; total: number }> {
  const list: RowList = {
    from: 'decision_proposals',
    where: [
      sql`carried_out_at is null`,
      sql`proposed_at > ${since}`,
      sql`exists (select from users where id = proposed_by and status = 'ACTIVE')`,
      ...(entityType === undefined ? [] : [sql`entity_type = ${entityType}`]),
      ...(entityId === undefined ? [] : [sql`entity_id = ${entityId}`]),
    ],
    order: { by: ['id'], way: 'desc' },
  };
  const [proposals, total] = await Promise.all([
    db.query<ProposalRow>(sql`
      select proposal.id, entity_type, entity_id, action, content, owner_id, owner.username as owner_name, proposed_by,
        proposer.username as proposer_name, reason, proposed_at
      from (${partOf(list, part)}) proposal
      join users proposer on proposer.id = proposed_by left join users owner on owner.id = owner_id
      ${orderBy(list.order, 'proposal')}`),
    countRows(db, list),
  ]);
  return { proposals, total };
}

/** Its id changes with every booking. */
export async function findNewestTransfer(db: Db): Promise<string | null> {
  const rows = await db.query<{ id: string | null }>(sql`select max(id) as id from transfers`);
  return rows[0]?.id ?? null;
}

/** The list of each kind has the others. */
const MOST = 5;

/** Each selects id, status and user_id by a primary key. */
const RECORDS: Readonly<Record<FoundRecord['kind'], Sql>> = {
  DEPOSIT: sql`select id, status, user_id from deposits`,
  MONEY_WITHDRAWAL: sql`select id, status, user_id from money_withdrawals`,
  ITEM_WITHDRAWAL: sql`select id, status, user_id from market_withdrawals`,
  ORDER: sql`select id, status, null::bigint as user_id from orders`,
  SITE_SWAP: sql`select id, status, user_id from site_swaps`,
  BATTLE: sql`select id, status, creator_id as user_id from battles`,
  RAFFLE: sql`select id, status, null::bigint as user_id from raffles`,
};

export function findRecords(db: Db, id: Id<string>): Promise<FoundRecord[]> {
  const parts = RECORD_KINDS.map(
    (kind, place) => sql`
      select ${place}::int as place, ${kind}::text as kind, id, status::text as status, user_id
      from (${RECORDS[kind]}) record where id = ${id}`,
  );
  return db.query<FoundRecord>(sql`
    select kind, record.id, record.status, record.user_id, users.username
    from (${join(parts, ' union all ')}) record left join users on users.id = record.user_id order by place`);
}

/** Active ones come first. */
export function findCases(db: Db, text: string, id: Id<string> | null): Promise<FoundThing[]> {
  return db.query<FoundThing>(sql`
    select id, name, status::text as status from cases where name ilike ${containing(text)} or id = ${id}
    order by status <> 'ACTIVE', name, id limit ${MOST}`);
}

export function findItems(db: Db, text: string, id: Id<string> | null): Promise<FoundThing[]> {
  return db.query<FoundThing>(sql`
    select id, name, case when archived_at is null then 'ACTIVE' else 'ARCHIVED' end as status from items
    where name ilike ${containing(text)} or id = ${id}
    order by archived_at is not null, name, id limit ${MOST}`);
}
