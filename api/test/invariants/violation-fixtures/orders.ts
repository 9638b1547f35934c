import { sql } from '../../../src/platform/database/sql.ts';
import { copyOf, first, type ViolationFixtures } from './violation-fixture.ts';

const BOUGHT = first('orders', `status = 'BOUGHT'`);
const REFUSED = first('orders', `status = 'REFUSED'`);
const REFUSED_PLAINLY = first('orders', `status = 'REFUSED' and refusal = 'Item sold'`);
const UNKNOWN = first('orders', `status = 'UNKNOWN'`);

export const ordersViolationFixtures: ViolationFixtures = {
  'a project id has one order': [copyOf('orders', 'true')],
  'a purchase at the marketplace is for one order': [
    copyOf('orders', `bought ? 'marketId'`, { project_id: 'another' }),
    copyOf('orders', `bought ? 'marketId'`, { project_id: 'another', kind: 'ANOTHER' }),
  ],
  'an order has what its status says': [
    sql`update orders set bought = null where ${BOUGHT}`,
    sql`update orders set bought = '{}' where ${REFUSED}`,
    sql`update orders set refusal = null where ${REFUSED}`,
    sql`update orders set refusal = 'Item sold' where ${UNKNOWN}`,
    sql`update orders set settled_at = null where ${REFUSED}`,
    sql`update orders set settled_at = sent_at where ${UNKNOWN}`,
    sql`update orders set status = 'REQUESTED' where ${UNKNOWN}`,
    sql`update orders set sent_at = null where ${BOUGHT}`,
    sql`update orders set sent_at = null where ${UNKNOWN}`,
  ],
  'only an order that was given up is looked for again': [
    sql`insert into order_second_looks select id, now() from orders where ${BOUGHT}`,
    sql`insert into order_second_looks select id, now() from orders where ${REFUSED_PLAINLY}`,
    sql`insert into order_second_looks select id, now() from orders where ${UNKNOWN}`,
  ],
  'an order goes forward in time': [
    sql`update orders set sent_at = requested_at - interval '1 second' where ${UNKNOWN}`,
    sql`update orders set settled_at = sent_at - interval '1 second' where ${BOUGHT}`,
    sql`update orders set sent_at = null, settled_at = requested_at - interval '1 second' where ${REFUSED}`,
  ],
};
