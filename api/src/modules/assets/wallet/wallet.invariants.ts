import { sql } from '../../../platform/database/sql.ts';
import type { Invariants } from '../../../platform/invariants/invariants.ts';

/** A transfer does not name its author, so this asks the trail. */
export const adjustedBalances = sql`
  select 'user' as entity_type, entity_id, 'adjust' as action, user_id as owner_id, actor_id as decided_by
  from audit_entries where entity_type = 'user' and action = 'BALANCE_ADJUSTED'`;

export const walletInvariants: Invariants = {
  'every user has an account': sql`
    select id from users where not exists (select from accounts where user_id = users.id)`,
  'no balance is negative': sql`select user_id from accounts where balance_cents < 0`,
  'a balance is its credits less its debits, and the lines of a statement are counted': sql`
    select accounts.user_id, balance_cents, booked.cents, transfer_count, booked.entries from accounts
    left join (
      select user_id, count(*) as entries,
        sum(case 'USER' when credit_account then amount_cents when debit_account then -amount_cents else 0 end) as cents
      from transfers group by user_id) booked using (user_id)
    where balance_cents <> coalesce(booked.cents, 0) or transfer_count <> coalesce(booked.entries, 0)`,
  'what is held is what open holds reserve': sql`
    with booked as (
      select user_id, sum(case when credit_account = 'HELD' then amount_cents else -amount_cents end) as cents
      from transfers where 'HELD' in (credit_account, debit_account) group by user_id
    ), reserved as (
      select user_id, sum(amount_cents) filter (where status = 'HELD') as cents from holds group by user_id)
    select user_id, booked.cents as booked, reserved.cents as reserved from booked full join reserved using (user_id)
    where coalesce(booked.cents, 0) <> coalesce(reserved.cents, 0)`,
  'every step of every hold was booked once': sql`
    with booked as (
      select user_id, type, count(*) as entries, sum(amount_cents) as cents from transfers
      where 'HELD' in (credit_account, debit_account) group by user_id, type
    ), expected as (
      select user_id, step.type, count(*) as entries, sum(amount_cents) as cents from holds
      join (values ('HELD', 'WITHDRAWAL_HOLD'), ('SETTLED', 'WITHDRAWAL_HOLD'), ('RELEASED', 'WITHDRAWAL_HOLD'),
        ('SETTLED', 'WITHDRAWAL'), ('RELEASED', 'WITHDRAWAL_RELEASE')) step (status, type) using (status)
      group by user_id, step.type)
    select user_id, type from booked full join expected using (user_id, type)
    where (booked.entries, booked.cents) is distinct from (expected.entries, expected.cents)`,
  'a debt is what is owed less what was paid of it, and who owes has no balance': sql`
    select accounts.user_id, debt_cents, booked.cents, balance_cents from accounts
    left join (
      select user_id, sum(case 'DEBT' when debit_account then amount_cents else -amount_cents end) as cents
      from transfers where 'DEBT' in (debit_account, credit_account) group by user_id) booked using (user_id)
    where debt_cents <> coalesce(booked.cents, 0) or (debt_cents > 0 and balance_cents > 0)`,
  'each type of transfer moves between its own accounts': sql`
    select id, type, debit_account, credit_account from transfers
    where case type
      when 'WITHDRAWAL_HOLD' then (debit_account, credit_account) <> ('USER', 'HELD')
      when 'WITHDRAWAL' then (debit_account, credit_account) <> ('HELD', 'SYSTEM')
      when 'WITHDRAWAL_RELEASE' then (debit_account, credit_account) <> ('HELD', 'USER')
      when 'DEPOSIT_RETURN' then (debit_account, credit_account) <> ('DEBT', 'SYSTEM')
      when 'DEPOSIT_RETURN_UNDONE' then (debit_account, credit_account) <> ('SYSTEM', 'DEBT')
      when 'DEBT_PAYMENT' then (debit_account, credit_account) <> ('USER', 'DEBT')
      when 'DEBT_REFUND' then (debit_account, credit_account) <> ('DEBT', 'USER')
      else array['HELD', 'DEBT'] && array[debit_account, credit_account] end`,
  'every adjustment by an administrator is on the trail': sql`
    select transfers.id from transfers
    left join audit_entries on action = 'BALANCE_ADJUSTED' and metadata ->> 'transferId' = transfers.id::text
    where type = 'ADMIN_ADJUSTMENT' and audit_entries.id is null`,
  'the kept figures of the books are the truth': sql`
    with truth as (
      select (created_at at time zone 'America/Sao_Paulo')::date as day, type, count(*) as transfers,
        sum(amount_cents) as amount_cents,
        sum(case credit_account when 'USER' then amount_cents else 0 end) as credited_cents
      from transfers group by 1, 2)
    select day, type from (select * from truth where day in (select day from rolled_days)) truth
    full join transfer_days kept using (day, type)
    where (truth.transfers, truth.amount_cents, truth.credited_cents)
      is distinct from (kept.transfers, kept.amount_cents, kept.credited_cents)`,
};

export const transferTypesInvariants = (types: readonly string[]): Invariants => ({
  'every line of the books is of a type that somebody makes': sql`
    select id, type from transfers where type <> all(${types}::text[])`,
});
