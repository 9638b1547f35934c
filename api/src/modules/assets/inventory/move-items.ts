import { strict as assert } from 'node:assert';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import { type AppError, defineError, validationFailed } from '../../../platform/errors.ts';
import type { Id } from '../../../platform/ids.ts';
import { addOnCommit, defineCount } from '../../../platform/observability/metrics.ts';
import { recordAudit } from '../../people/audit/index.ts';
import { requireOthersRecord } from '../../people/decisions/index.ts';
import { lockAccount } from '../wallet/index.ts';
import {
  INVENTORY_STATUSES,
  type InventoryItem,
  isMove,
  MAX_ITEMS_PER_SALE,
  type NewInventoryItem,
  type SaleFault,
  type SelectionFault,
} from './inventory.rules.ts';
import { findInventoryItems, insertItems, type StatusChange, updateRestricted, updateStatus } from './inventory.sql.ts';

export const inventoryItemNotFound = defineError(
  'INVENTORY_ITEM_NOT_FOUND',
  404,
  'Inventory item not found',
  'No inventory has an item with this id.',
);
export const itemOfAnotherUser = defineError(
  'ITEM_OF_ANOTHER_USER',
  400,
  'Item does not belong to user',
  'The item belongs to another user.',
);
export const itemDetailsNotFound = defineError(
  'ITEM_DETAILS_NOT_FOUND',
  404,
  'Item details not found',
  'The item is no longer in the catalogue, so it has no value.',
);
export const itemNotAvailable = defineError(
  'ITEM_NOT_AVAILABLE',
  400,
  {
    say: (id: string, status: string, namesItem: boolean) =>
      `Item${namesItem ? ` ${id}` : ''} is not available (status: ${status})`,
    params: (inventoryItemId, status, _namesItem) => ({ inventoryItemId, status }),
    examples: [
      ['90210', 'SOLD', false],
      ['90210', 'LOCKED', true],
    ],
  },
  'The item was sold, staked or withdrawn, or is locked.',
);
export const itemIsRestricted = defineError(
  'ITEM_RESTRICTED_TO_GAMES',
  400,
  'Item restrito aos jogos da plataforma.',
  'A restricted item can be played and sold, but neither withdrawn nor swapped.',
);
export const nothingToSell = defineError(
  'NOTHING_TO_SELL',
  400,
  'No items available to sell',
  'No item of the inventory is AVAILABLE.',
);
const nothingSelected = defineError('NO_ITEMS_SELECTED', 400, 'No items selected', 'The list of items is empty.');
const tooManySelected = defineError(
  'TOO_MANY_ITEMS_SELECTED',
  400,
  `Maximum ${MAX_ITEMS_PER_SALE} items per batch`,
  'The list has more items than can be sold at once: sell them in several requests.',
);

export function selectionRefused(fault: SelectionFault): AppError {
  switch (fault) {
    case 'NONE':
      return nothingSelected();
    case 'TOO_MANY':
      return tooManySelected();
    case 'REPEATED':
      return validationFailed([{ field: 'inventoryItemIds', message: 'must not contain the same entry twice' }]);
  }
}

/** Only a sale of several items names the item that is not available. */
export function saleRefused(fault: SaleFault, namesItem: boolean): AppError {
  switch (fault.kind) {
    case 'ABSENT':
      return inventoryItemNotFound();
    case 'FOREIGN':
      return itemOfAnotherUser();
    case 'UNAVAILABLE':
      return itemNotAvailable(fault.id, fault.status, namesItem);
    case 'WITHOUT_DETAILS':
      return itemDetailsNotFound();
  }
}

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
