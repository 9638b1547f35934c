import { join, type Sql, sql } from '../../../platform/database/sql.ts';
import type { Invariants } from '../../../platform/invariants/invariants.ts';

/** What must hold of items that wait in swaps. Each kind of swap says which items it holds, a row for each. */
export const heldItemsInvariants = (holders: readonly Sql[]): Invariants => ({
  'an item that is IN_SWAP waits in one swap, and what waits in a swap is IN_SWAP': {
    byOwnWays: sql`
      with waiting as (
        select inventory_item_id as id, count(*) as swaps from (${join([...holders], ' union all ')}) each group by 1)
      select id, swaps
      from waiting full join (select id from inventory_items where status = 'IN_SWAP') held using (id)
      where swaps is distinct from 1 or held.id is null`,
  },
});
