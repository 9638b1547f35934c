import type { Db } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';

export interface Lease {
  inventoryItemId: Id<'inventoryItem'>;
  owner: string;
  now: Date;
  until: Date;
}

/** Whether it is the owner's now: nobody had it, its time was over, or it was theirs already. */
export async function leaseItem(db: Db, { inventoryItemId, owner, now, until }: Lease): Promise<boolean> {
  const rows = await db.query(sql`
    insert into item_leases as held (inventory_item_id, owner, until) values (${inventoryItemId}, ${owner}, ${until})
    on conflict (inventory_item_id) do update set owner = excluded.owner, until = excluded.until
    where held.until <= ${now} or held.owner = excluded.owner
    returning owner`);
  return rows.length > 0;
}

/** Without effect where it is somebody else's by now. */
export async function endLease(db: Db, inventoryItemId: Id<'inventoryItem'>, owner: string): Promise<void> {
  await db.query(sql`delete from item_leases where inventory_item_id = ${inventoryItemId} and owner = ${owner}`);
}
