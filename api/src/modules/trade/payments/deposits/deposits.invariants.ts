import { sql } from '../../../../platform/database/sql.ts';
import type { Invariants } from '../../../../platform/invariants/invariants.ts';

/** By the trail: the deposit itself names whoever has decided on it last, be it on another payment. */
export const decidedDeposits = sql`
  select 'deposit' as entity_type, entity_id, 'confirm' as action, deposits.user_id as owner_id, actor_id as decided_by
  from deposits join audit_entries entry on entity_type = 'deposit' and entity_id = deposits.id::text
  where status = 'CONFIRMED' and entry.action = 'DEPOSIT_CONFIRMED'`;

/** What must hold of deposits at any moment. */
export const depositsInvariants: Invariants = {
  'a confirmed deposit was credited once, to its user, and no other was': sql`
    with booked as (
      select reference_id, count(*) as entries, sum(amount_cents) as cents, min(user_id) as user_id,
        bool_and(type = 'DEPOSIT' and credit_account = 'USER') as is_deposit
      from transfers where reference_type = 'deposit' group by 1)
    select id, reference_id from (select * from deposits where status = 'CONFIRMED') deposit
    full join booked on reference_id = deposit.id::text
    where (entries, cents, booked.user_id, is_deposit) is distinct from (1, credited_cents, deposit.user_id, true)`,
  'every deposit on the books names its deposit': {
    // What was on the books before there were deposits came otherwise.
    byOwnWays: sql`
      select id from transfers where type = 'DEPOSIT' and reference_type is distinct from 'deposit'
        and created_at >= (select min(created_at) from deposits)`,
  },
  'a deposit was credited for money that arrived, or by an administrator who is on the trail': sql`
    select deposit.id from deposits deposit
    left join deposit_payments payment on deposit_id = deposit.id and payment.status = 'CREDITED'
    where deposit.status = 'CONFIRMED' and payment.amount_cents is distinct from credited_cents
      and (payment.amount_cents is not null or not exists (
        select from audit_entries where action = 'DEPOSIT_CONFIRMED' and entity_type = 'deposit'
          and entity_id = deposit.id::text))`,
  'what was credited differs from what was asked only where an administrator has said so': sql`
    select id from deposits where credited_cents <> amount_cents and decided_by is null`,
  'what an administrator has decided on a deposit is on the trail': sql`
    select id from deposits where decided_by is not null and not exists (
      select from audit_entries where action in ('DEPOSIT_CONFIRMED', 'DEPOSIT_REJECTED') and entity_type = 'deposit'
        and entity_id = deposits.id::text and actor_id = decided_by)`,
  'what is owed for money that went back is on the books of its user, once': sql`
    with booked as (
      select reference_id, user_id, sum(case debit_account when 'DEBT' then amount_cents else -amount_cents end) as cents
      from transfers where reference_type = 'deposit-return' group by 1, 2
    ), owed as (
      select end_to_end_id || ':' || return_id as reference_id, coalesce(owed_by, deposit.user_id) as user_id,
        owed_cents as cents
      from deposit_returns join deposits deposit on deposit.id = deposit_id)
    select reference_id, owed.cents as owed, booked.cents as booked
    from owed full join booked using (reference_id, user_id)
    where coalesce(owed.cents, 0) <> coalesce(booked.cents, 0)`,
  'who has come back owes what is owed for their closed accounts': sql`
    select accounts.user_id, debt_cents from brought_facts
    cross join jsonb_object_keys(value) closed_id join accounts on accounts.user_id = closed_id::bigint
    where name = 'accounts:closed' and debt_cents > 0`,
  'no debt is for anything but money that went back': sql`
    select id from transfers where type in ('DEPOSIT_RETURN', 'DEPOSIT_RETURN_UNDONE')
      and reference_type is distinct from 'deposit-return'`,
  'what went back of a credited deposit is owed up to what was credited, and what did not is not': sql`
    select deposit.id, credited_cents, sum(owed_cents) as owed from deposit_returns gone
    join deposits deposit on deposit.id = deposit_id
    left join deposit_payments payment on payment.end_to_end_id = gone.end_to_end_id and payment.status = 'CREDITED'
    where owed_cents is not null
    group by deposit.id
    having sum(owed_cents) > coalesce(credited_cents, 0)
      or coalesce(sum(owed_cents) filter (where gone.status = 'FAILED'), 0) <> 0
      or sum(owed_cents) < least(credited_cents, coalesce(
        sum(gone.amount_cents) filter (where gone.status <> 'FAILED' and payment.status = 'CREDITED'), 0))`,
  'a payment of a deposit that is not confirmed waits or was dismissed': sql`
    select end_to_end_id from deposit_payments payment join deposits deposit on deposit.id = deposit_id
    where payment.status = 'CREDITED' and deposit.status <> 'CONFIRMED'`,
};
