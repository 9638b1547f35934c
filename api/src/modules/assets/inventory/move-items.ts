import { strict as assert } from 'node:assert';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { addOnCommit, defineCount } from '../../../platform/observability/metrics.ts';
import { recordAudit } from '../../people/audit/index.ts';
import { requireOthersRecord } from '../../people/decisions/index.ts';
import { lockAccount } from '../wallet/index.ts';
import { inventoryItemNotFound } from './inventory.errors.ts';
import { INVENTORY_STATUSES, type InventoryItem, isMove, type NewInventoryItem } from './inventory.rules.ts';
import { findInventoryItems, insertItems, type StatusChange, updateRestricted, updateStatus } from './inventory.sql.ts';

const itemsGiven = defineCount({
  name: 'lisura_items_given_total',
  help: 'Items that users were given, by what they came from',
  label: 'source',
});
export const itemsMoved = defineCount(
  {
    name: 'lisura_items_moved_total',
    help: 'Items that have changed their status, by the new one',
    label: 'status',
  },
  INVENTORY_STATUSES,
);

/**
 * Moves the items that the user has in the former status, and returns their ids, for the caller to compare. A caller that
 * takes AVAILABLE items locks the user's account first (`lockAccount`).
 */
export async function moveItems(tx: Tx, change: StatusChange): Promise<Id<'inventoryItem'>[]> {
  assert(isMove(change.from, change.to), `no item goes from ${change.from} to ${change.to} by a move`);
  const moved = await updateStatus(tx, change);
  addOnCommit(tx, itemsMoved, change.to, moved.length);
  return moved;
}

/**
 * Gives any number of items by one statement. A foreign key to the catalogue would double its cost, so the statement leaves
 * out items that the catalogue does not have, and the assertion undoes everything. The few restricted items are marked
 * apart, at no cost to the others.
 */
export async function addItems(tx: Tx, rows: readonly NewInventoryItem[]): Promise<void> {
  if (rows.length === 0) return;
  const written = await insertItems(tx, rows);
  const restricted = rows.filter(({ restrictedToGames }) => restrictedToGames);
  if (restricted.length > 0) {
    await updateRestricted(
      tx,
      restricted.map(({ id }) => id),
      true,
    );
  }
  assert(written === rows.length, 'an item that is not in the catalogue was to be given');
  for (const [source, given] of Map.groupBy(rows, (row) => row.source.type)) {
    addOnCommit(tx, itemsGiven, source, given.length);
  }
}

interface RestrictItem {
  id: Id<'inventoryItem'>;
  restricted: boolean;
  actorId: Id<'user'>;
  ip: string;
}

/** Takes the lock of the owner's account, as everything that moves items does, and calls back nothing that is on its way out. */
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
