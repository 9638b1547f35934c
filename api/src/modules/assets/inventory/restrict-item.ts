import { type Db, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { recordAudit } from '../../people/audit/index.ts';
import { requireOthersRecord } from '../../people/decisions/index.ts';
import { lockAccount } from '../wallet/index.ts';
import { inventoryItemNotFound } from './inventory.errors.ts';
import { findInventoryItems, updateRestricted } from './inventory.sql.ts';
import type { InventoryItem } from './inventory.types.ts';

interface RestrictItem {
  id: Id<'inventoryItem'>;
  restricted: boolean;
  actorId: Id<'user'>;
  ip: string;
}

/**
 * An administrator keeps an item of somebody else for the games of the platform, or lets it out again. Under the account of its owner, as
 * whoever takes an item holds it: what is on its way out already is not called back. Once: a repeat changes nothing.
 */
export async function restrictItem(deps: { db: Db }, command: RestrictItem): Promise<InventoryItem> {
  const { id, restricted, actorId, ip } = command;
  return transaction(deps.db, async (tx) => {
    const [before] = await findInventoryItems(tx, [id]);
    if (before === undefined) throw inventoryItemNotFound();
    const [, [item = before]] = await Promise.all([lockAccount(tx, before.userId), findInventoryItems(tx, [id])]);
    const { userId } = item;
    requireOthersRecord(actorId, userId);
    if (item.restrictedToGames === restricted) return item;
    const entity = { type: 'inventory-item', id };
    await Promise.all([
      updateRestricted(tx, [id], restricted),
      recordAudit(tx, [{ action: 'INVENTORY_ITEM_RESTRICTED', userId, actorId, entity, metadata: { restricted }, ip }]),
    ]);
    return { ...item, restrictedToGames: restricted };
  });
}
