import { raw, type Sql, sql } from '../../../src/platform/database/sql.ts';
import { copyOf, NOBODY, twoHalvesOf, type ViolationFixtures } from './violation-fixture.ts';

const swapThat = (condition: string): Sql => sql`(select min(id) from site_swaps where ${raw(condition)})`;
const KEPT = 'id not in (select site_swap_id from site_swap_returns)';
const completed = swapThat(`status = 'COMPLETED' and credit_cents > 0 and ${KEPT}`);
const even = swapThat(`status = 'COMPLETED' and credit_cents = 0 and ${KEPT}`);
const failed = swapThat(`status = 'FAILED'`);
const pending = swapThat(`status = 'PENDING'`);

const orderOf = (swap: Sql): Sql => sql`(select order_id from site_swaps where id = ${swap})`;
const givenIn = (swap: Sql): Sql =>
  sql`(select min(inventory_item_id) from site_swap_items where site_swap_id = ${swap})`;
const receivedIn = (swap: Sql): Sql => sql`(select received_id from site_swaps where id = ${swap})`;
const copyOfItem = (from: Sql, to: Sql): Sql => sql`
  insert into site_swap_items (site_swap_id, inventory_item_id, item_id, value_cents)
  select ${to}, inventory_item_id, item_id, value_cents from site_swap_items where site_swap_id = ${from} limit 1`;
const credits = `type = 'SWAP_CHANGE' and reference_type = 'SITE_SWAP'`;
const refunds = `type = 'SWAP_CHANGE' and reference_type = 'SITE_SWAP_RETURN'`;
const undone = sql`(select site_swap_id from site_swap_returns where resolution = 'TAKEN_BACK')`;
const left = sql`(select site_swap_id from site_swap_returns where resolution = 'LEFT')`;

export const heldBySiteSwapsViolationFixtures: readonly Sql[] = [
  sql`update inventory_items set status = 'AVAILABLE' where id = ${givenIn(pending)}`,
  sql`update site_swaps set status = 'FAILED' where id = ${pending}`,
  sql`delete from site_swap_items where site_swap_id = ${pending}`,
  sql`
    insert into swap_items (swap_id, inventory_item_id, item_id, is_offered, is_held)
    select swaps.id, part.inventory_item_id, part.item_id, true, true from swaps, site_swap_items part
    where swaps.status = 'PENDING' and site_swap_id = ${pending}`,
];

export const siteSwapsViolationFixtures: ViolationFixtures = {
  'a site swap is settled as its order is': [
    sql`update site_swaps set status = 'FAILED' where id = ${completed}`,
    sql`update site_swaps set status = 'COMPLETED' where id = ${pending}`,
    sql`update site_swaps set status = 'PENDING' where id = ${failed}`,
    sql`update orders set status = 'REFUSED' where id = ${orderOf(completed)}`,
    sql`update orders set status = 'BOUGHT' where id = ${orderOf(pending)}`,
    sql`update orders set kind = 'OTHER' where id = ${orderOf(pending)}`,
    sql`update orders set project_id = 'sw_0_0' where id = ${orderOf(pending)}`,
    sql`update site_swaps set paid_coins = paid_coins - 1 where id = ${completed}`,
    sql`update site_swaps set market_id = 'another' where id = ${completed}`,
    sql`update site_swaps set failure_reason = 'another' where id = ${failed}`,
    sql`update site_swaps set order_id = ${NOBODY} where id = ${pending}`,
  ],
  'the trade of every purchase for a site swap is followed, from then on': [
    sql`delete from site_swap_trades where site_swap_id = ${even}`,
    sql`insert into site_swap_trades select id, created_at from site_swaps where id = ${pending}`,
    sql`update site_swap_trades set bought_at = bought_at - interval '1 second' where site_swap_id = ${even}`,
    sql`update site_swap_trades set outcome = 'DELIVERED' where site_swap_id = ${even}`,
    sql`
      update site_swap_trades set outcome = 'DELIVERED', ended_at = bought_at - interval '1 second'
      where site_swap_id = ${even}`,
  ],
  'every purchase for a site swap has one': [
    copyOf('orders', `kind = 'SITE_SWAP'`, { project_id: 'sw_0_0' }),
    sql`delete from site_swaps where id = ${pending}`,
  ],
  'what is given in a site swap is one to six items of its user at the value that it says': [
    sql`delete from site_swap_items where site_swap_id = ${pending}`,
    sql`update site_swap_items set value_cents = value_cents + 1 where site_swap_id = ${even}`,
    sql`update site_swaps set given_cents = given_cents - 1 where id = ${even}`,
    sql`update site_swap_items set item_id = ${NOBODY} where site_swap_id = ${even}`,
    sql`update inventory_items set user_id = ${NOBODY} where id = ${givenIn(pending)}`,
    sql`update site_swaps set user_id = ${NOBODY} where id = ${completed}`,
    sql`update site_swap_items set is_taken = false where site_swap_id = ${completed}`,
    sql`update site_swap_items set is_taken = true where site_swap_id = ${failed}`,
    sql`
      insert into site_swap_items (site_swap_id, inventory_item_id, item_id, value_cents)
      select ${pending}, held.id, held.item_id, 0 from inventory_items held, site_swaps
      where site_swaps.id = ${pending} and held.user_id <> site_swaps.user_id limit 6`,
  ],
  'a site swap takes what it was given once, and without a sale': [
    sql`update inventory_items set status = 'AVAILABLE' where id = ${givenIn(completed)}`,
    sql`update inventory_items set status = 'IN_SWAP' where id = ${givenIn(even)}`,
    sql`update inventory_items set sale_id = 1, sold_for_cents = 1 where id = ${givenIn(even)}`,
    copyOfItem(completed, even),
    sql`delete from inventory_items where id = ${givenIn(even)}`,
  ],
  'what was sold without a sale was given in a site swap, or taken back after one': [
    sql`update inventory_items set status = 'SOLD' where id = ${givenIn(pending)}`,
    sql`update inventory_items set status = 'SOLD' where id = ${receivedIn(even)}`,
    sql`delete from site_swap_items where site_swap_id = ${even}`,
    sql`update inventory_items set sale_id = null where sale_id = (select min(sale_id) from inventory_items)`,
  ],
  'a site swap gave its target when it was completed, and nothing otherwise': [
    sql`delete from inventory_items where id = ${receivedIn(even)}`,
    sql`update inventory_items set item_id = null where id = ${receivedIn(even)}`,
    sql`update inventory_items set source_id = '0' where id = ${receivedIn(even)}`,
    sql`update inventory_items set source_type = 'TEST' where id = ${receivedIn(even)}`,
    sql`update site_swaps set received_id = null where id = ${even}`,
    sql`update site_swaps set received_id = ${receivedIn(even)} where id = ${failed}`,
    copyOf('inventory_items', `source_type = 'SITE_SWAP'`),
  ],
  'a site swap credits what was given beyond the target, once and when it is completed': [
    sql`delete from transfers where ${raw(credits)}`,
    sql`update transfers set amount_cents = amount_cents + 1 where ${raw(credits)}`,
    sql`update transfers set user_id = ${NOBODY} where ${raw(credits)}`,
    sql`update transfers set debit_account = 'USER', credit_account = 'SYSTEM' where ${raw(credits)}`,
    sql`update transfers set reference_id = ${failed}::text where ${raw(credits)}`,
    sql`update transfers set reference_id = null where ${raw(credits)}`,
    twoHalvesOf(credits),
  ],
  'a settled swap with the site never raises what its user owns': [
    sql`update site_swaps set worth_cents = given_cents - credit_cents + 1 where id = ${completed}`,
    sql`update site_swaps set target_cents = worth_cents - 1 where id = ${even}`,
    sql`update site_swaps set target_cents = given_cents + 1 where id = ${even}`,
  ],
  'a purchase for a site swap costs at most a tenth more than its quote': [
    sql`update site_swaps set max_coins = quoted_coins * 11 / 10 + 1 where id = ${even}`,
    sql`update site_swaps set max_coins = quoted_coins - 1 where id = ${even}`,
    sql`update site_swaps set credit_cents = credit_cents + 1 where id = ${even}`,
  ],
  'what site swaps of a day may go beyond the catalogue is their sum': [
    sql`update site_swaps set over_cents = over_cents + 1 where id = ${even}`,
    sql`insert into site_swap_days (day, over_cents) values ('2020-01-01', 1)`,
    sql`update site_swap_days set over_cents = over_cents + 1`,
    sql`delete from site_swap_days`,
    sql`update site_swaps set status = 'FAILED' where over_cents > 0`,
  ],
  'a site swap is undone where its purchase was not delivered, for what it has cost its user, once': [
    sql`delete from transfers where ${raw(refunds)}`,
    sql`update transfers set amount_cents = amount_cents + 1 where ${raw(refunds)}`,
    sql`update transfers set user_id = ${NOBODY} where ${raw(refunds)}`,
    sql`update transfers set debit_account = 'USER', credit_account = 'SYSTEM' where ${raw(refunds)}`,
    sql`update transfers set reference_id = ${left}::text where ${raw(refunds)}`,
    twoHalvesOf(refunds),
    sql`delete from site_swap_returns where site_swap_id = ${undone}`,
    sql`update site_swap_returns set resolution = 'LEFT' where site_swap_id = ${undone}`,
    sql`update site_swap_returns set resolution = 'TAKEN_BACK' where site_swap_id = ${left}`,
    sql`update site_swap_returns set refund_cents = refund_cents + 1 where site_swap_id = ${undone}`,
    sql`update site_swap_trades set outcome = 'DELIVERED' where site_swap_id = ${undone}`,
    sql`update site_swap_trades set outcome = null where site_swap_id = ${left}`,
    sql`update inventory_items set status = 'AVAILABLE' where id = ${receivedIn(undone)}`,
    sql`update inventory_items set user_id = ${NOBODY} where id = ${receivedIn(undone)}`,
    sql`update inventory_items set sale_id = 1, sold_for_cents = 1 where id = ${receivedIn(undone)}`,
  ],
};
