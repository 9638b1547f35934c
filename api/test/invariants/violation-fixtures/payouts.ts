import { raw, type Sql, sql } from '../../../src/platform/database/sql.ts';
import { copyOf, NOBODY, type ViolationFixtures } from './violation-fixture.ts';

const payoutThat = (condition: string): Sql =>
  sql`id = (select min(id) from money_withdrawals where ${raw(condition)})`;
const set = (status: string, change: string): Sql =>
  sql`update money_withdrawals set ${raw(change)} where ${payoutThat(`status = '${status}'`)}`;
const setHold = (status: string, change: string): Sql => sql`
  update holds set ${raw(change)}
  where id = (select min(hold_id) from money_withdrawals where status = ${status})`;

/** Makes an order to pay that belongs to no withdrawal, or as the changes say. */
const order = (changes: Sql): Sql => sql`
  with ordered as (
    insert into orders (kind, project_id, ask, status, requested_at, sent_at, lease_owner, lease_until)
    select 'PAYOUT', 'planted', jsonb_build_object('payoutId', id::text, 'amountCents', amount_cents::text),
      'SENT', now(), now(), 'planted', now()
    from money_withdrawals where ${payoutThat(`status = 'APPROVED'`)} returning id)
  ${changes}`;
const orderFor = (status: string, change = 'order_id = ordered.id'): Sql =>
  order(sql`
    update money_withdrawals set ${raw(change)} from ordered
    where money_withdrawals.id = (select min(id) from money_withdrawals where status = ${status})`);

export const payoutsViolationFixtures: ViolationFixtures = {
  'withdrawals wait after a Pix key was confirmed first': [
    sql`delete from withdrawal_waits where cause = 'PIX_KEY'`,
    sql`update withdrawal_waits set begun_at = begun_at + interval '1 day' where cause = 'PIX_KEY'`,
  ],
  'an open money withdrawal has its money held, a paid one has it settled, and any other has it given back': [
    set('AWAITING_CONFIRMATION', `status = 'EXPIRED'`),
    set('PENDING', `status = 'COMPLETED'`),
    set('APPROVED', `status = 'COMPLETED'`),
    set('COMPLETED', `status = 'APPROVED'`),
    set('COMPLETED', `status = 'REJECTED'`),
    set('REJECTED', `status = 'PENDING'`),
    set('CANCELLED', `status = 'COMPLETED'`),
    set('PENDING', 'amount_cents = amount_cents - 1'),
    set('PENDING', `user_id = ${NOBODY}`),
    set('PENDING', `hold_id = ${NOBODY}`),
    setHold('PENDING', `status = 'RELEASED'`),
    setHold('APPROVED', `status = 'SETTLED'`),
    setHold('EXPIRED', `status = 'HELD'`),
    setHold('PENDING', 'amount_cents = amount_cents + 1'),
  ],
  'every hold is of one money withdrawal': [
    sql`delete from money_withdrawals where ${payoutThat(`status = 'PENDING'`)}`,
    copyOf('money_withdrawals', `status = 'CANCELLED'`),
    copyOf('holds', `status = 'HELD'`),
  ],
  'the books name each money withdrawal with what was held, and with what became of it': [
    copyOf('transfers', `type = 'WITHDRAWAL_RELEASE'`),
    sql`delete from transfers where type = 'WITHDRAWAL'`,
    sql`update transfers set reference_id = '1000000' where type = 'WITHDRAWAL'`,
    sql`update transfers set reference_type = 'TEST' where type = 'WITHDRAWAL_HOLD'`,
    sql`update transfers set amount_cents = amount_cents + 1 where type = 'WITHDRAWAL'`,
    sql`update transfers set user_id = ${NOBODY} where type = 'WITHDRAWAL'`,
    set('EXPIRED', `status = 'COMPLETED'`),
  ],
  'whoever let a money withdrawal on, or ended it by hand, is on the trail': [
    sql`delete from audit_entries where action = 'WITHDRAWAL_CONFIRMED'`,
    sql`delete from audit_entries where action = 'WITHDRAWAL_APPROVED'`,
    sql`delete from audit_entries where action = 'WITHDRAWAL_COMPLETED'`,
    sql`delete from audit_entries where action = 'WITHDRAWAL_REJECTED'`,
    sql`update audit_entries set actor_id = null where action = 'WITHDRAWAL_REJECTED'`,
    sql`update audit_entries set user_id = null where action = 'WITHDRAWAL_CONFIRMED'`,
    copyOf('audit_entries', `action = 'WITHDRAWAL_APPROVED'`),
    set('PENDING', `approved_by = ${NOBODY}, approved_at = now()`),
    set('AWAITING_CONFIRMATION', 'confirmed_at = now()'),
  ],
  'a money withdrawal that the provider is asked to pay ends with its order, and no order pays another': [
    order(sql`select id from ordered`),
    orderFor('COMPLETED'),
    orderFor('PENDING'),
    orderFor('APPROVED', 'order_id = ordered.id, amount_cents = amount_cents + 1'),
    set('APPROVED', `order_id = ${NOBODY}`),
  ],
  'the Pix key of a money withdrawal stands with it until its owner closes the account, and nowhere else': [
    set('COMPLETED', 'pix_key = null'),
    sql`update users set status = 'CLOSED' where id = (select min(user_id) from money_withdrawals)`,
    sql`update orders set ask = ask || '{"pixKey":"ana@example.com"}' where kind = 'PAYOUT'`,
  ],
};
