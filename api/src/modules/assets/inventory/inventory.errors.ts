import { type AppError, defineError, validationFailed } from '../../../platform/errors.ts';
import { MAX_ITEMS_PER_SALE, type SaleFault, type SelectionFault } from './inventory.rules.ts';

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
