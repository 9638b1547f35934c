import { raw, type Sql, sql } from '../../../src/platform/database/sql.ts';
import { copyOf, first, NOBODY, type ViolationFixtures } from './violation-fixture.ts';

const of = (column: string, condition: string): Sql => sql`(
  select ${raw(column)} from market_withdrawals where ${raw(condition)} order by id limit 1)`;
const change = (changes: string, condition: string): Sql =>
  sql`update market_withdrawals set ${raw(changes)} where id = ${of('id', condition)}`;
/** The account of the one that is completed is closed, and its order has lost one field alone. */
const closedWithout = (field: string): Sql => sql`
  with closed as (update users set status = 'CLOSED' where id = ${of('user_id', `status = 'COMPLETED'`)})
  update orders set ask = ask - ${field}::text where id = ${of('order_id', `status = 'COMPLETED'`)}`;
const held = (status: string) => first('inventory_items', `status = '${status}'`);

const BOUGHT = `status = 'WAITING_SELLER' and auto_approved`;
const APPROVED = `status = 'WAITING_SELLER' and not auto_approved`;
const REVIEWED = `status = 'PENDING_APPROVAL'`;
const OPEN = `status = 'PENDING'`;
const REFUSED = `status = 'FAILED'`;
const COMPLETED = `status = 'COMPLETED'`;
const REVERSED = 'reversed_at is not null';

export const withdrawalsViolationFixtures: ViolationFixtures = {
  'an item is LOCKED exactly where one withdrawal of it is under way, of the same user': [
    sql`update inventory_items set status = 'LOCKED' where ${held('AVAILABLE')}`,
    sql`update inventory_items set status = 'AVAILABLE' where ${held('LOCKED')}`,
    copyOf('market_withdrawals', OPEN, { project_id: 'another' }),
    ...[REVIEWED, OPEN, BOUGHT].map((condition) => change(`user_id = ${NOBODY}`, condition)),
    change(`status = 'TRADE_SENT'`, REFUSED),
    change(`status = 'CANCELLED'`, REVIEWED),
  ],
  'an item is WITHDRAWN exactly where one withdrawal of it is completed, of the same user': [
    sql`update inventory_items set status = 'WITHDRAWN' where ${held('AVAILABLE')}`,
    sql`update inventory_items set status = 'AVAILABLE' where ${held('WITHDRAWN')}`,
    copyOf('market_withdrawals', COMPLETED, { project_id: 'another' }),
    change(`user_id = ${NOBODY}`, COMPLETED),
    change(`status = 'FAILED'`, COMPLETED),
  ],
  'a withdrawal is of the item that it names': [
    change(`item_id = ${NOBODY}`, REFUSED),
    sql`update inventory_items set item_id = null where id = ${of('inventory_item_id', BOUGHT)}`,
    sql`delete from inventory_items where id = ${of('inventory_item_id', COMPLETED)}`,
  ],
  'a withdrawal has one purchase, under its own project id, and every purchase has its withdrawal': [
    sql`delete from orders where id = ${of('order_id', BOUGHT)}`,
    sql`update orders set kind = 'ANOTHER' where id = ${of('order_id', BOUGHT)}`,
    sql`update orders set project_id = 'another' where id = ${of('order_id', OPEN)}`,
    change('order_id = null', REFUSED),
    copyOf('orders', `kind = 'WITHDRAWAL'`),
  ],
  'a withdrawal stands where its purchase does': [
    change(`market_id = 'another'`, BOUGHT),
    change('market_id = null', COMPLETED),
    change('price_paid_cents = price_paid_cents + 1', BOUGHT),
    change(`status = 'PENDING'`, BOUGHT),
    change(`status = 'PENDING_APPROVAL'`, APPROVED),
    change(`market_id = 'another'`, REFUSED),
    change(`status = 'CANCELLED'`, REFUSED),
    change(`failure_reason = 'another'`, REFUSED),
    change(`market_id = 'another'`, OPEN),
    change(`status = 'FAILED', failure_reason = 'another'`, OPEN),
  ],
  'no order says where the items of a closed account were sent': [closedWithout('partner'), closedWithout('token')],
  'what was not approved by itself was decided on by a person before it was bought, or cancelled by its owner': [
    change('cancelled_at = now()', REVIEWED),
    change('cancelled_at = now()', APPROVED),
    change(`decided_by = ${NOBODY}`, BOUGHT),
    change('order_id = null', BOUGHT),
    change('decided_by = null', APPROVED),
    change('decided_at = null', APPROVED),
    change('auto_approved = false', BOUGHT),
    change(`order_id = ${NOBODY}`, REVIEWED),
    change('decided_at = now()', REVIEWED),
    change(`status = 'FAILED'`, `status = 'CANCELLED' and not auto_approved`),
  ],
  'a withdrawal was reversed within seven days of its delivery, and says why': [
    change('reversal_reason = null', REVERSED),
    change('reversed_at = null', REVERSED),
    change(`reversed_at = completed_at - interval '1 second'`, REVERSED),
    change(`reversed_at = completed_at + interval '8 days'`, REVERSED),
  ],
  'who withdraws nothing has had a trade taken back that was theirs': [
    change('reversed_at = null, reversal_reason = null', REVERSED),
    change(`user_id = ${NOBODY}`, REVERSED),
    sql`update withdrawal_suspensions set withdrawal_id = ${NOBODY}`,
    sql`update withdrawal_suspensions set withdrawal_id = ${of('id', BOUGHT)}`,
  ],
  'who has come back has the suspension of their closed accounts': [
    sql`insert into brought_facts (user_id, name, value)
      select ${NOBODY}, 'accounts:closed', jsonb_build_object(user_id::text, now()) from withdrawal_suspensions`,
  ],
};
