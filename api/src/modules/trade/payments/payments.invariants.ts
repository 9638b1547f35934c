import { sql } from '../../../platform/database/sql.ts';
import type { Invariants } from '../../../platform/invariants/invariants.ts';

/** The trail has every decision; the deposit names only the last one. */
export const decidedDeposits = sql`
  select 'deposit' as entity_type, entity_id, 'confirm' as action, deposits.user_id as owner_id, actor_id as decided_by
  from deposits join audit_entries entry on entity_type = 'deposit' and entity_id = deposits.id::text
  where status = 'CONFIRMED' and entry.action = 'DEPOSIT_CONFIRMED'`;

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
    // Before there were deposits, money was credited in other ways.
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

export const inboxInvariants: Invariants = {
  'a payment by Pix that was reported has led to what was recorded of it, once': sql`
    select event.id, outcome, payment.status from provider_events event
    left join deposit_payments payment on end_to_end_id = content ->> 'endToEndId'
    left join deposits deposit on deposit.id = deposit_id
    where kind = 'PIX_PAYMENT' and outcome is not null and case outcome
      when 'UNKNOWN_CHARGE' then exists (select from deposits where txid = content ->> 'txid')
      when 'REPEATED' then payment.status is null
      else (payment.amount_cents::text, deposit.txid) is distinct from (content ->> 'amountCents', content ->> 'txid')
        or case outcome when 'CREDITED' then payment.status <> 'CREDITED' when 'MATCHED' then payment.status <> 'CREDITED'
          when 'WAITING' then payment.fault is null else true end end`,
  'money that was reported as given back is recorded on its deposit, once': sql`
    select event.id, event.outcome from provider_events event
    left join deposit_returns gone
      on end_to_end_id = event.content ->> 'endToEndId' and return_id = event.content ->> 'returnId'
    left join deposits deposit on deposit.id = deposit_id
    left join provider_events paid
      on paid.provider = event.provider and paid.event_key = event.content ->> 'endToEndId' and paid.kind = 'PIX_PAYMENT'
    where event.kind = 'PIX_RETURN' and event.outcome is not null and case event.outcome
      when 'UNKNOWN_CHARGE' then deposit.id is not null
      else gone.status is null
        or (event.content ->> 'status' is null
          and (gone.status, gone.amount_cents::text) is distinct from ('DONE', event.content ->> 'amountCents'))
        or (event.outcome = 'RECORDED' and event.content ->> 'status' = 'FAILED' and gone.status = 'OPEN')
        or (deposit.txid = any(array[event.content ->> 'txid', paid.content ->> 'txid'])) is not true end
    union all
    select deposit_id, return_id from deposit_returns where not exists (
      select from provider_events where kind = 'PIX_RETURN' and outcome = 'RECORDED'
        and event_key = end_to_end_id || ':return:' || return_id || case status when 'DONE' then '' else ':' || status end)`,
  'every payment of a deposit was reported by a provider': sql`
    select end_to_end_id from deposit_payments payment
    where not exists (
      select from provider_events where event_key = end_to_end_id and kind = 'PIX_PAYMENT' and outcome is not null)`,
};

export const decidedPayouts = sql`
  select 'money-withdrawal', id::text, 'approve', user_id, approved_by from money_withdrawals where approved_by is not null
  union all
  select 'money-withdrawal', id::text, 'complete', user_id, ended_by from money_withdrawals
  where status = 'COMPLETED' and ended_by is not null
  union all
  select 'money-withdrawal', id::text, 'reject', user_id, ended_by from money_withdrawals
  where status = 'REJECTED' and approved_by is not null and ended_by is not null`;

export const payoutsInvariants: Invariants = {
  'an open money withdrawal has its money held, a paid one has it settled, and any other has it given back': sql`
    select payout.id, payout.status, holds.status as hold from money_withdrawals payout
    left join holds on holds.id = hold_id
    where (holds.user_id, holds.amount_cents, holds.status) is distinct from (payout.user_id, payout.amount_cents,
      case when payout.status in ('AWAITING_CONFIRMATION', 'PENDING', 'APPROVED') then 'HELD'
        when payout.status = 'COMPLETED' then 'SETTLED' else 'RELEASED' end)`,
  'every hold is of one money withdrawal': {
    byOwnWays: sql`
      select holds.id from holds left join money_withdrawals on hold_id = holds.id
      group by holds.id having count(hold_id) <> 1`,
  },
  'the books name each money withdrawal with what was held, and with what became of it': sql`
    with expected as (
      select id::text, user_id, amount_cents, 'WITHDRAWAL_HOLD' as type from money_withdrawals
      union all
      select id::text, user_id, amount_cents, case status when 'COMPLETED' then 'WITHDRAWAL' else 'WITHDRAWAL_RELEASE' end
      from money_withdrawals where status in ('COMPLETED', 'REJECTED', 'EXPIRED', 'CANCELLED')
    ), booked as (
      select reference_id as id, user_id, amount_cents, type from transfers where reference_type = 'money-withdrawal'
    )
    (select * from expected except all select * from booked)
    union all (select * from booked except all select * from expected)`,
  'whoever let a money withdrawal on, or ended it by hand, is on the trail': sql`
    with steps as (
      select id, user_id, user_id as actor_id, 'WITHDRAWAL_CONFIRMED' as action from money_withdrawals
      where confirmed_at is not null
      union all
      select id, user_id, approved_by, 'WITHDRAWAL_APPROVED' from money_withdrawals where approved_at is not null
      union all
      select id, user_id, ended_by, 'WITHDRAWAL_' || status from money_withdrawals where status in ('COMPLETED', 'REJECTED')
    ), entries as (
      select entity_id, user_id, actor_id, action from audit_entries where entity_type = 'money-withdrawal')
    select steps.id, steps.action, count(entity_id) from steps left join entries
      on entity_id = steps.id::text and entries.action = steps.action and entries.user_id = steps.user_id
        and entries.actor_id is not distinct from steps.actor_id
    group by steps.id, steps.action having count(entity_id) <> 1`,
  'a money withdrawal that the provider is asked to pay ends with its order, and no order pays another': sql`
    select payout.id, orders.id as order_id, payout.status, orders.status as order_status
    from (select * from money_withdrawals where order_id is not null) payout
    full join (select * from orders where kind = 'PAYOUT') orders on orders.id = order_id
    where payout.status is distinct from case orders.status
        when 'BOUGHT' then 'COMPLETED' when 'REFUSED' then 'REJECTED' else 'APPROVED' end
      or orders.id is null
      or (ask ->> 'payoutId', ask ->> 'amountCents') is distinct from (payout.id::text, payout.amount_cents::text)`,
  'the Pix key of a money withdrawal stands with it until its owner closes the account, and nowhere else': sql`
    select payout.id from money_withdrawals payout join users on users.id = user_id
    where (pix_key is null) <> (users.status = 'CLOSED')
    union all
    select id from orders where kind = 'PAYOUT' and ask ? 'pixKey'`,
  'withdrawals wait after a Pix key was confirmed first': sql`
    select id from money_withdrawals payout
    where status in ('PENDING', 'APPROVED') and pix_key is not null
      and not exists (
        select from withdrawal_waits wait
        where wait.user_id = payout.user_id and cause = 'PIX_KEY' and begun_at <= payout.confirmed_at)
      and not exists (
        select from money_withdrawals before
        where before.user_id = payout.user_id and before.pix_key = payout.pix_key
          and before.confirmed_at < payout.confirmed_at)`,
};
