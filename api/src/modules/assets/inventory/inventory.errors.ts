import { AppError, validationFailed } from '../../../platform/errors.ts';
import { MAX_ITEMS_PER_SALE, type SaleFault, type SelectionFault } from './inventory.rules.ts';

const itemNotFound = () => new AppError(404, 'Inventory item not found');
const itemOfAnotherUser = () => new AppError(400, 'Item does not belong to user');
const itemDetailsNotFound = () => new AppError(404, 'Item details not found');
const itemNotAvailable = (item: string, status: string) =>
  new AppError(400, `${item} is not available (status: ${status})`);

export const nothingToSell = () => new AppError(400, 'No items available to sell');

export function selectionRefused(fault: SelectionFault): AppError {
  switch (fault) {
    case 'NONE':
      return new AppError(400, 'No items selected');
    case 'TOO_MANY':
      return new AppError(400, `Maximum ${MAX_ITEMS_PER_SALE} items per batch`);
    case 'REPEATED':
      return validationFailed([{ field: 'inventoryItemIds', message: 'must not contain the same entry twice' }]);
  }
}

/** A sale of several names the item that is not available; a sale of one need not. */
export function saleRefused(fault: SaleFault, namesItem: boolean): AppError {
  switch (fault.kind) {
    case 'ABSENT':
      return itemNotFound();
    case 'FOREIGN':
      return itemOfAnotherUser();
    case 'UNAVAILABLE':
      return itemNotAvailable(namesItem ? `Item ${fault.id}` : 'Item', fault.status);
    case 'WITHOUT_DETAILS':
      return itemDetailsNotFound();
  }
}
