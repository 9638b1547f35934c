import type { Db } from '../../../../platform/database/db.ts';
import { type Sql, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList } from '../../../../platform/lists.ts';
import type { ListedOrder, Proposal } from './queues.types.ts';

type OrderRow = Omit<ListedOrder, 'amountCents'> & { amountCents: bigint | null };

const orderOf = ({ amountCents, ...order }: OrderRow): ListedOrder => ({
  ...order,
  amountCents,
});

/** With what each was made for. */
const ordersFrom = (chosen: Sql) => sql`
  select listed.id, listed.kind, listed.project_id, listed.status,
    listed.requested_at, listed.sent_at, listed.settled_at,
    record.id as record_id, record.user_id, users.username, record.cents as amount_cents
  from (${chosen}) listed
  left join lateral (
    select id, user_id, amount_cents as cents from money_withdrawals where order_id = listed.id
    union all select id, user_id, null from market_withdrawals where order_id = listed.id
    union all select id, user_id, given_cents - credit_cents from site_swaps where order_id = listed.id
    limit 1) record on true
  left join users on users.id = record.user_id`;

/** Open orders, or those that ended; the newest first. */
export async function listOrders(
  db: Db,
  isOpen: boolean,
  part: ListPart,
): Promise<{ orders: ListedOrder[]; total: number }> {
  const open = sql`status in ('REQUESTED', 'SENT', 'UNKNOWN')`;
  const list: RowList = {
    from: 'orders',
    where: [isOpen ? open : sql`not ${open}`],
    order: { by: ['id'], way: 'desc' },
  };
  const [rows, total] = await Promise.all([
    db.query<OrderRow>(sql`${ordersFrom(partOf(list, part))} ${orderBy(list.order, 'listed')}`),
    countRows(db, list),
  ]);
  return { orders: rows.map(orderOf), total };
}

export async function findOrder(db: Db, id: Id<'order'>): Promise<ListedOrder | null> {
  const rows = await db.query<OrderRow>(ordersFrom(sql`select * from orders where id = ${id}`));
  return rows[0] === undefined ? null : orderOf(rows[0]);
}

/** Undefined where records of any kind are wanted, or any record of a kind. */
interface ProposalFilter {
  entityType?: string | undefined;
  entityId?: string | undefined;
}

/** Those that still count, the newest first. */
export async function listProposals(
  db: Db,
  since: Date,
  { entityType, entityId }: ProposalFilter,
  part: ListPart,
): Promise<{ proposals: Proposal[]; total: number }> {
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
    db.query<Proposal>(sql`
      select proposal.id, entity_type, entity_id, action, content,
        owner_id, owner.username as owner_name, proposed_by,
        proposer.username as proposer_name, reason, proposed_at
      from (${partOf(list, part)}) proposal
      join users proposer on proposer.id = proposed_by left join users owner on owner.id = owner_id
      ${orderBy(list.order, 'proposal')}`),
    countRows(db, list),
  ]);
  return { proposals, total };
}
