import { raw, type Sql, sql } from '../../../src/platform/database/sql.ts';
import { heldBySiteSwapsViolationFixtures } from './site-swaps.ts';
import { first, NOBODY, type ViolationFixtures } from './violation-fixture.ts';

const swapThat = (condition: string): Sql => sql`(select min(id) from swaps where ${raw(condition)})`;
const pending = swapThat(`status = 'PENDING'`);
const exchanged = swapThat(`status = 'ACCEPTED' and not is_public`);
const gift = swapThat(`status = 'ACCEPTED' and is_public`);

const itemOf = (swap: Sql, condition = 'true'): Sql =>
  sql`(select min(inventory_item_id) from swap_items where swap_id = ${swap} and ${raw(condition)})`;
const copyOfItem = (from: Sql, to: Sql): Sql => sql`
  insert into swap_items (swap_id, inventory_item_id, item_id, is_offered, is_held)
  select ${to}, inventory_item_id, item_id, is_offered, false from swap_items where swap_id = ${from} limit 1`;

export const swapsViolationFixtures: ViolationFixtures = {
  'an item that is IN_SWAP waits in one swap, and what waits in a swap is IN_SWAP': [
    sql`update inventory_items set status = 'IN_SWAP' where ${first('inventory_items', `status = 'AVAILABLE'`)}`,
    sql`update inventory_items set status = 'AVAILABLE' where id = ${itemOf(pending)}`,
    sql`update swaps set status = 'CANCELLED', ended_at = now() where id = ${pending}`,
    sql`delete from swap_items where swap_id = ${pending}`,
    copyOfItem(pending, swapThat(`status = 'PENDING' and is_public`)),
    sql`update swaps set status = 'PENDING' where status = 'DECLINED'`,
    ...heldBySiteSwapsViolationFixtures,
  ],
  'a pending swap holds what it offers, which is its creator’s, and no other swap holds anything': [
    sql`update swap_items set is_held = false where swap_id = ${pending}`,
    sql`update swap_items set is_held = true where swap_id = ${exchanged} and is_offered`,
    sql`update swap_items set is_held = true where swap_id = ${exchanged} and not is_offered`,
    sql`update swap_items set item_id = ${NOBODY} where swap_id = ${exchanged}`,
    sql`update inventory_items set item_id = null where id = ${itemOf(exchanged)}`,
    sql`update inventory_items set user_id = ${NOBODY} where id = ${itemOf(pending)}`,
    sql`update inventory_items set status = 'LOCKED' where id = ${itemOf(pending)}`,
    sql`update swaps set creator_id = ${NOBODY} where id = ${pending}`,
    sql`delete from inventory_items where id = ${itemOf(pending)}`,
  ],
  'a swap offers something, is between two users, and has ended where it is not pending': [
    sql`delete from swap_items where swap_id = ${pending}`,
    sql`update swap_items set is_offered = false where swap_id = ${gift}`,
    sql`update swaps set acceptor_id = creator_id where id = ${exchanged}`,
    sql`update swaps set ended_at = now() where id = ${pending}`,
    sql`update swaps set ended_at = null where status = 'DECLINED'`,
    sql`update swaps set acceptor_id = null where id = ${exchanged}`,
    sql`update swaps set acceptor_id = null where id = ${gift}`,
    sql`update swaps set acceptor_id = ${NOBODY} where status = 'PENDING' and is_public`,
    sql`update swaps set status = 'DECLINED', ended_at = now() where status = 'PENDING' and is_public`,
  ],
  'what was accepted changed hands': [
    sql`update inventory_items set user_id = ${NOBODY} where id = ${itemOf(gift)}`,
    sql`update inventory_items set user_id = ${NOBODY} where id = ${itemOf(exchanged, 'not is_offered')}`,
    sql`update inventory_items set acquired_from = null where id = ${itemOf(gift)}`,
    sql`update inventory_items set acquired_at = acquired_at - interval '1 day' where id = ${itemOf(gift)}`,
    sql`update inventory_items set acquired_at = acquired_at + interval '1 day' where id = ${itemOf(gift)}`,
    sql`update swaps set acceptor_id = creator_id, creator_id = acceptor_id where id = ${exchanged}`,
    sql`update swaps set creator_id = ${NOBODY} where id = ${gift}`,
    sql`update swaps set status = 'ACCEPTED' where status = 'DECLINED'`,
    sql`delete from inventory_items where id = ${itemOf(gift)}`,
  ],
  'what is given in a swap is what it asks for, once it is accepted and not before': [
    sql`delete from swap_items where swap_id = ${exchanged} and not is_offered`,
    sql`update swap_items set item_id = ${NOBODY} where swap_id = ${exchanged} and not is_offered`,
    sql`delete from swap_asks where swap_id = ${exchanged} and inventory_item_id is null`,
    sql`update swap_asks set inventory_item_id = ${NOBODY} where swap_id = ${exchanged} and inventory_item_id is not null`,
    sql`update swap_items set swap_id = ${gift} where swap_id = ${exchanged} and not is_offered`,
    sql`update swaps set status = 'CANCELLED' where id = ${exchanged}`,
    sql`update swaps set status = 'ACCEPTED' where id = ${pending}`,
  ],
  'what says that it came from a swap of users was exchanged in one': [
    sql`update inventory_items set acquired_from = 'Swap' where ${first('inventory_items', `acquired_from is distinct from 'Swap'`)}`,
    sql`update inventory_items set user_id = ${NOBODY} where id = ${itemOf(gift)}`,
    sql`update swaps set status = 'CANCELLED' where status = 'ACCEPTED'`,
  ],
};
