import { sql } from '../../../src/platform/database/sql.ts';
import { copyOf, first, NOBODY, twoHalvesOf, type ViolationFixtures } from './violation-fixture.ts';

const CREDIT = `reference_type = 'deposit'`;
const PAID = `status = 'CONFIRMED' and decided_by is null`;
const CONFIRMED_MANUALLY = `status = 'CONFIRMED' and decided_by is not null and credited_cents = amount_cents`;
const paidPayment = sql`deposit_id = (select min(id) from deposits where status = 'CONFIRMED' and decided_by is null)`;

export const paymentsViolationFixtures: ViolationFixtures = {
  'a confirmed deposit was credited once, to its user, and no other was': [
    sql`delete from transfers where ${first('transfers', CREDIT)}`,
    copyOf('transfers', CREDIT),
    twoHalvesOf(CREDIT),
    sql`update transfers set amount_cents = amount_cents + 1 where ${first('transfers', CREDIT)}`,
    sql`update transfers set user_id = ${NOBODY} where ${first('transfers', CREDIT)}`,
    sql`update transfers set type = 'ITEM_SALE' where ${first('transfers', CREDIT)}`,
    sql`update transfers set reference_id = ${String(NOBODY)} where ${first('transfers', CREDIT)}`,
    sql`update deposits set status = 'EXPIRED', credited_cents = null where ${first('deposits', PAID)}`,
    sql`update deposits set status = 'CONFIRMED', credited_cents = amount_cents where ${first('deposits', `status = 'PENDING'`)}`,
  ],
  'every deposit on the books names its deposit': [
    sql`update transfers set reference_type = null, reference_id = null where ${first('transfers', CREDIT)}`,
    sql`update transfers set reference_type = 'other' where ${first('transfers', CREDIT)}`,
  ],
  'a deposit was credited for money that arrived, or by an administrator who is on the trail': [
    sql`delete from deposit_payments where ${paidPayment}`,
    sql`update deposit_payments set amount_cents = amount_cents + 1 where ${paidPayment}`,
    sql`update deposit_payments set status = 'WAITING', fault = 'PAID_BEFORE' where ${paidPayment}`,
    sql`delete from audit_entries where action = 'DEPOSIT_CONFIRMED'`,
  ],
  'what was credited differs from what was asked only where an administrator has said so': [
    sql`update deposits set credited_cents = credited_cents + 1 where ${first('deposits', PAID)}`,
    sql`update deposits set decided_by = null, decision_reason = null where credited_cents <> amount_cents`,
  ],
  'what an administrator has decided on a deposit is on the trail': [
    sql`delete from audit_entries where action = 'DEPOSIT_REJECTED'`,
    sql`update deposits set decided_by = ${NOBODY} where ${first('deposits', CONFIRMED_MANUALLY)}`,
    sql`update deposits set decided_by = ${NOBODY}, decision_reason = 'x' where ${first('deposits', PAID)}`,
  ],
  'what is owed for money that went back is on the books of its user, once': [
    sql`delete from transfers where type = 'DEPOSIT_RETURN'`,
    sql`delete from transfers where type = 'DEPOSIT_RETURN_UNDONE'`,
    copyOf('transfers', `type = 'DEPOSIT_RETURN'`),
    sql`update transfers set user_id = ${NOBODY} where type = 'DEPOSIT_RETURN'`,
    sql`update deposit_returns set owed_cents = owed_cents - 1 where status = 'OPEN'`,
    sql`update deposit_returns set owed_cents = null where status = 'DONE'`,
    sql`delete from deposit_returns where status = 'OPEN'`,
    sql`update deposit_returns set owed_by = ${NOBODY} where status = 'DONE'`,
  ],
  'who has come back owes what is owed for their closed accounts': [
    sql`insert into brought_facts (user_id, name, value)
      select ${NOBODY}, 'accounts:closed', jsonb_build_object(user_id::text, now()) from accounts where debt_cents > 0`,
  ],
  'no debt is for anything but money that went back': [
    sql`update transfers set reference_type = 'deposit' where type = 'DEPOSIT_RETURN'`,
    sql`update transfers set reference_type = null, reference_id = null where type = 'DEPOSIT_RETURN_UNDONE'`,
  ],
  'what went back of a credited deposit is owed up to what was credited, and what did not is not': [
    sql`update deposit_returns set owed_cents = 0 where status = 'DONE'`,
    sql`update deposit_returns set owed_cents = owed_cents + 5000 where status = 'OPEN'`,
    sql`update deposit_returns set owed_cents = 1 where status = 'FAILED'`,
    sql`update deposit_returns set status = 'DONE' where status = 'FAILED'`,
    sql`update deposits set status = 'EXPIRED', credited_cents = null
      where id in (select deposit_id from deposit_returns where status = 'OPEN')`,
  ],
  'a payment of a deposit that is not confirmed waits or was dismissed': [
    sql`update deposit_payments set status = 'CREDITED' where fault = 'DEPOSIT_REJECTED'`,
    sql`update deposits set status = 'EXPIRED', credited_cents = null where ${first('deposits', PAID)}`,
  ],
  'a payment by Pix that was reported has led to what was recorded of it, once': [
    sql`delete from deposit_payments where ${paidPayment}`,
    sql`update deposit_payments set amount_cents = amount_cents + 1 where ${paidPayment}`,
    sql`update provider_events set outcome = 'WAITING' where ${first('provider_events', `outcome = 'CREDITED'`)}`,
    sql`update provider_events set outcome = 'CREDITED' where ${first('provider_events', `outcome = 'UNKNOWN_CHARGE'`)}`,
    sql`update provider_events set outcome = 'UNKNOWN_CHARGE' where ${first('provider_events', `outcome = 'CREDITED'`)}`,
    sql`update provider_events set outcome = 'REPEATED' where ${first('provider_events', `outcome = 'UNKNOWN_CHARGE'`)}`,
  ],
  'money that was reported as given back is recorded on its deposit, once': [
    sql`delete from deposit_returns`,
    sql`update deposit_returns set amount_cents = amount_cents + 1`,
    sql`update deposit_returns set deposit_id = (select max(id) from deposits)`,
    sql`update deposit_returns set status = 'OPEN' where status = 'DONE'`,
    sql`update deposit_returns set status = 'OPEN' where status = 'FAILED'`,
    sql`update provider_events set outcome = 'UNKNOWN_CHARGE' where kind = 'PIX_RETURN'`,
    sql`delete from provider_events where kind = 'PIX_RETURN'`,
  ],
  'every payment of a deposit was reported by a provider': [
    sql`delete from provider_events where ${first('provider_events', `outcome = 'CREDITED'`)}`,
    sql`update provider_events set outcome = null where ${first('provider_events', `outcome = 'CREDITED'`)}`,
  ],
};
