import { sql } from '../../../src/platform/database/sql.ts';
import { copyOf, first, NOBODY, twoHalvesOf, type ViolationFixtures } from './violation-fixture.ts';

export const walletViolationFixtures: ViolationFixtures = {
  'every user has an account': [sql`delete from accounts where nonce = 0`],
  'no balance is negative': [sql`update accounts set balance_cents = -1 where nonce = 0`],
  'a balance is its credits less its debits, and the lines of a statement are counted': [
    sql`update accounts set balance_cents = balance_cents + 1 where nonce > 0`,
    sql`update accounts set balance_cents = 1 where transfer_count = 0`,
    sql`update accounts set transfer_count = transfer_count + 1 where nonce > 0`,
    sql`update accounts set transfer_count = 1 where transfer_count = 0`,
    sql`update transfers set amount_cents = amount_cents + 1 where ${first('transfers', `type = 'CASE_OPEN'`)}`,
    sql`update transfers set amount_cents = amount_cents + 1 where ${first('transfers', `type = 'ITEM_SALE'`)}`,
    sql`delete from transfers where ${first('transfers', `type = 'WITHDRAWAL'`)}`,
  ],
  'what is held is what open holds reserve': [
    sql`update holds set amount_cents = amount_cents + 1 where status = 'HELD'`,
    sql`delete from holds`,
    sql`delete from transfers where 'HELD' in (debit_account, credit_account)`,
    sql`update transfers set amount_cents = amount_cents + 1 where ${first('transfers', `type = 'WITHDRAWAL_HOLD'`)}`,
    sql`update transfers set amount_cents = amount_cents + 1 where type = 'WITHDRAWAL'`,
  ],
  'every step of every hold was booked once': [
    sql`delete from transfers where ${first('transfers', `type = 'WITHDRAWAL_HOLD'`)}`,
    sql`delete from transfers where type = 'WITHDRAWAL'`,
    sql`delete from transfers where type = 'WITHDRAWAL_RELEASE'`,
    copyOf('transfers', `type = 'WITHDRAWAL'`),
    twoHalvesOf(`type = 'WITHDRAWAL'`),
    sql`update transfers set amount_cents = amount_cents + 1 where type = 'WITHDRAWAL_RELEASE'`,
    sql`update holds set status = 'SETTLED' where status = 'RELEASED'`,
    sql`delete from holds where status = 'HELD'`,
  ],
  'a debt is what is owed less what was paid of it, and who owes has no balance': [
    sql`update accounts set debt_cents = debt_cents + 1 where debt_cents > 0`,
    sql`update accounts set debt_cents = 0 where debt_cents > 0`,
    sql`update accounts set debt_cents = 1 where transfer_count = 0`,
    sql`update accounts set balance_cents = 1 where debt_cents > 0`,
    sql`delete from transfers where type = 'DEBT_PAYMENT'`,
    sql`update transfers set amount_cents = amount_cents + 1 where type = 'DEPOSIT_RETURN'`,
    sql`delete from transfers where type = 'DEPOSIT_RETURN_UNDONE'`,
  ],
  'each type of transfer moves between its own accounts': [
    sql`update transfers set debit_account = 'USER' where type = 'DEPOSIT_RETURN'`,
    sql`update transfers set debit_account = 'USER' where type = 'DEPOSIT_RETURN_UNDONE'`,
    sql`update transfers set credit_account = 'SYSTEM' where type = 'DEBT_PAYMENT'`,
    sql`update transfers set credit_account = 'DEBT' where type = 'CASE_OPEN'`,
    sql`update transfers set debit_account = 'SYSTEM' where type = 'WITHDRAWAL_HOLD'`,
    sql`update transfers set credit_account = 'USER' where type = 'WITHDRAWAL'`,
    sql`update transfers set debit_account = 'SYSTEM' where type = 'WITHDRAWAL_RELEASE'`,
    sql`update transfers set debit_account = 'HELD' where type = 'CASE_OPEN'`,
    sql`update transfers set credit_account = 'HELD' where type = 'ITEM_SALE'`,
  ],
  'every line of the books is of a type that somebody makes': [
    sql`update transfers set type = 'UNKNOWN_GAME' where type = 'CASE_OPEN'`,
  ],
  'every adjustment by an administrator is on the trail': [
    sql`delete from audit_entries where ${first('audit_entries', `action = 'BALANCE_ADJUSTED'`)}`,
    sql`update audit_entries set metadata = metadata - 'transferId' where action = 'BALANCE_ADJUSTED'`,
    sql`update audit_entries set action = 'ITEM_CREATED' where action = 'BALANCE_ADJUSTED'`,
    copyOf('transfers', `type = 'ADMIN_ADJUSTMENT'`),
  ],
  'the kept figures of the books are the truth': [
    sql`update transfer_days set transfers = transfers + 1`,
    sql`update transfer_days set amount_cents = amount_cents + 1`,
    sql`update transfer_days set credited_cents = credited_cents + 1 where type = 'DEPOSIT'`,
    sql`delete from transfer_days where type = 'UPGRADE'`,
    sql`update transfer_days set type = 'BATTLE_WIN' where type = 'DEPOSIT'`,
    sql`delete from transfers where ${first('transfers', `type = 'CASE_OPEN'`)}`,
  ],
};

export const itemsViolationFixtures: ViolationFixtures = {
  'there is one exchange rate, and the fallback is 5': [
    sql`delete from exchange_rate`,
    sql`insert into exchange_rate select false, usd_to_brl, source, is_fallback from exchange_rate`,
    sql`update exchange_rate set is_fallback = true, usd_to_brl = 5.1`,
  ],
  'the rate in force is the one that was taken last': [
    sql`update exchange_rate set is_fallback = false`,
    sql`insert into exchange_rates_taken (usd_to_brl, source, reason, taken_at) values (5.1, 'x', 'FALLBACK', now())`,
    sql`insert into exchange_rates_taken (usd_to_brl, source, reason, taken_at) values (5, 'x', 'FIRST', now())`,
  ],
  'a sync that ended says when and why, and one that is done did all': [
    sql`update item_syncs set finished_at = null`,
    sql`update item_syncs set message = null`,
    sql`update item_syncs set status = 'RUNNING' where status = 'FAILED'`,
    sql`update item_syncs set processed = processed - 1 where status = 'DONE'`,
  ],
  'a price that is held back is another than the one in force': [
    sql`insert into held_back_prices
      select id, original_price_cents, original_price_cents, 60, 1, now(), now() from items limit 1`,
    sql`insert into held_back_prices select ${NOBODY}, 1, 1, 60, 1, now(), now()`,
  ],
  'prices follow from margin and rate': [
    sql`update items set value_cents = value_cents + 1`,
    sql`update items set value_cents_brl = value_cents_brl + 1`,
    sql`update items set original_price_cents = original_price_cents + 10`,
    sql`update exchange_rate set usd_to_brl = usd_to_brl + 1`,
    sql`insert into settings (key, value) values ('priceMargin', '1.3')`,
  ],
};

export const inventoryViolationFixtures: ViolationFixtures = {
  'an item belongs to a user and, where it names one, to an item of the catalogue': [
    sql`update inventory_items set user_id = ${NOBODY} where ${first('inventory_items', 'true')}`,
    sql`update inventory_items set item_id = ${NOBODY} where ${first('inventory_items', 'true')}`,
    sql`delete from items where id = (select min(item_id) from inventory_items)`,
  ],
  'the kept counts of items are the truth': [
    sql`update inventory_counts set count = count + 1`,
    sql`delete from inventory_counts where status = 'SOLD'`,
    sql`insert into inventory_counts (user_id, item_id, status, count) values (${NOBODY}, 0, 'LOCKED', 1)`,
    sql`update inventory_items set status = 'LOCKED' where status = 'AVAILABLE'`,
    sql`update inventory_items set item_id = null where ${first('inventory_items', 'true')}`,
  ],
  'a sale has one credit of the sum of its items': [
    sql`update inventory_items set sold_for_cents = sold_for_cents + 1 where ${first('inventory_items', 'sale_id > 0')}`,
    sql`delete from transfers where ${first('transfers', `type = 'ITEM_SALE'`)}`,
    sql`update inventory_items set sale_id = null, sold_for_cents = null where sale_id > 0`,
    twoHalvesOf(`type = 'ITEM_SALE'`),
    sql`update transfers set type = 'DEPOSIT' where type = 'ITEM_SALE'`,
    sql`update transfers set reference_type = 'UPGRADE' where type = 'ITEM_SALE'`,
    sql`update inventory_items set user_id = ${NOBODY} where id = (
      select max(id) from inventory_items group by sale_id having count(sale_id) > 1)`,
    sql`update transfers set user_id = ${NOBODY} where type = 'ITEM_SALE'`,
  ],
  'a credit for sold items belongs to a sale': [
    sql`update transfers set reference_type = null where type = 'ITEM_SALE'`,
    sql`update transfers set reference_type = 'UPGRADE' where type = 'ITEM_SALE'`,
    sql`update transfers set debit_account = 'HELD' where type = 'ITEM_SALE'`,
    sql`update transfers set credit_account = 'HELD' where type = 'ITEM_SALE'`,
  ],
  'a cause gives each of its items once': [copyOf('inventory_items', 'opening_id is not null')],
};
