import { sql } from '../../../platform/database/sql.ts';
import type { Invariants } from '../../../platform/invariants/invariants.ts';

export const inventoryInvariants: Invariants = {
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
  'a cause gives each of its items once': sql`
    select opening_id, source_type, source_id, source_index from inventory_items
    group by 1, 2, 3, 4 having count(*) > 1`,
};
