import { sql } from '../../../platform/database/sql.ts';
import type { Invariants } from '../../../platform/invariants/invariants.ts';

export const endedOrders = sql`
  select 'order' as entity_type, entity_id, 'end' as action, user_id as owner_id, actor_id as decided_by
  from audit_entries entry join orders on orders.id::text = entity_id
  where entity_type = 'order' and entry.action = 'ORDER_ENDED_BY_HAND' and settled_at is not null`;

export const ordersInvariants: Invariants = {
  'a project id has one order': sql`
    select project_id from orders group by project_id having count(*) > 1`,
  'a purchase at the marketplace is for one order': sql`
    select bought ->> 'marketId' as market_id from orders where bought ? 'marketId' group by 1 having count(*) > 1`,
  'an order has what its status says': sql`
    select id, status from orders
    where (status = 'BOUGHT') <> (bought is not null)
      or (status = 'REFUSED') <> (refusal is not null)
      or (status in ('BOUGHT', 'REFUSED')) <> (settled_at is not null)
      or (status = 'REQUESTED' and sent_at is not null)
      or (status in ('SENT', 'UNKNOWN', 'BOUGHT') and sent_at is null)`,
  'only an order that was given up is looked for again': sql`
    select order_id from order_second_looks left join orders on orders.id = order_id
    where status is distinct from 'REFUSED'
      or refusal not in ('The order never arrived', 'An administrator has found that it was not carried out')`,
  'an order goes forward in time': sql`
    select id from orders where sent_at < requested_at or settled_at < sent_at or settled_at < requested_at`,
};
