import { type Sql, sql } from '../../src/platform/sql.ts';

/** What must hold of money, items and prices at any moment; each must find nothing. */
export const assetsQuestions: Readonly<Record<string, Sql>> = {
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
  'each type of transfer moves between its own accounts': sql`
    select id, type, debit_account, credit_account from transfers
    where case type
      when 'WITHDRAWAL_HOLD' then (debit_account, credit_account) <> ('USER', 'HELD')
      when 'WITHDRAWAL' then (debit_account, credit_account) <> ('HELD', 'SYSTEM')
      when 'WITHDRAWAL_RELEASE' then (debit_account, credit_account) <> ('HELD', 'USER')
      else 'HELD' in (debit_account, credit_account) end`,
  'an item belongs to a user and, where it names one, to an item of the catalogue': sql`
    select held.id from inventory_items held
    left join users on users.id = held.user_id left join items on items.id = held.item_id
    where users.id is null or (held.item_id is not null and items.id is null)`,
  'the kept counts of items are the truth': sql`
    with truth as (
      select user_id, coalesce(item_id, 0) as item_id, status, count(*) as count from inventory_items group by 1, 2, 3)
    select user_id, item_id, status, coalesce(truth.count, 0) as truth, coalesce(kept.count, 0) as kept
    from truth full join inventory_counts kept using (user_id, item_id, status)
    where coalesce(truth.count, 0) <> coalesce(kept.count, 0)`,
  'a sale has one credit of the sum of its items': sql`
    with sold as (
      select sale_id::text as sale_id, min(user_id) as user_id, max(user_id) as last_user_id, sum(sold_for_cents) as cents
      from inventory_items where sale_id is not null group by sale_id
    ), credited as (
      select reference_id as sale_id, min(user_id) as user_id, sum(amount_cents) as cents, count(*) as credits
      from transfers where type = 'ITEM_SALE' and reference_type = 'SALE' group by reference_id)
    select sale_id, sold.cents as sold, credited.cents as credited from sold full join credited using (sale_id)
    where sold.cents is null or sold.cents <> coalesce(credited.cents, 0) or credited.credits > 1
      or sold.user_id <> sold.last_user_id or sold.user_id <> coalesce(credited.user_id, sold.user_id)`,
  'a credit for sold items belongs to a sale': sql`
    select id from transfers where type = 'ITEM_SALE'
      and (reference_type is distinct from 'SALE' or debit_account <> 'SYSTEM' or credit_account <> 'USER')`,
  'there is one exchange rate, and the fallback is 5': sql`
    select count(*), bool_or(is_fallback and usd_to_brl <> 5) from exchange_rate
    having count(*) <> 1 or bool_or(is_fallback and usd_to_brl <> 5)`,
  'a sync that ended says when and why, and one that is done did all': sql`
    select id, status from item_syncs
    where (status in ('DONE', 'FAILED')) <> (finished_at is not null and message is not null)
      or (status = 'DONE' and total is not null and processed <> total)`,
  'a cause gives each of its items once': sql`
    select source_type, source_id, source_index from inventory_items group by 1, 2, 3 having count(*) > 1`,
  'every adjustment by an administrator is on the trail': sql`
    select transfers.id from transfers
    left join audit_entries on action = 'BALANCE_ADJUSTED' and metadata ->> 'transferId' = transfers.id::text
    where type = 'ADMIN_ADJUSTMENT' and audit_entries.id is null`,
};

/** Hold wherever items came in by the product's own ways; tests that write items by hand do not ask them. */
export const ownItemQuestions: typeof assetsQuestions = {
  'every item used up in an upgrade was staked in one': sql`
    select id from inventory_items held where status = 'USED_IN_UPGRADE'
      and not exists (select from upgrade_inputs where inventory_item_id = held.id)`,
  'prices follow from margin and rate': sql`
  select items.id, original_price_cents, value_cents, value_cents_brl from items, exchange_rate,
    (select coalesce((select value #>> '{}' from settings where key = 'priceMargin'), '1.2')::numeric as margin) setting
  where value_cents <> round(original_price_cents * margin)
    or value_cents_brl <> round(round(original_price_cents * margin) * usd_to_brl)`,
};
