import { AppError, validationFailed } from '../../../platform/errors.ts';
import { wagerNotPayable } from '../../assets/wallet/index.ts';
import type { UpgradeFault } from './upgrades.rules.ts';

export const upgradeNotFound = () => new AppError(404, 'Upgrade not found');
export const itemStakedTwice = () =>
  validationFailed([{ field: 'inventoryItemIds', message: 'must not contain the same entry twice' }]);

export function upgradeRefused(fault: UpgradeFault): AppError {
  switch (fault.kind) {
    case 'ITEM_ABSENT':
      return new AppError(404, 'Inventory item not found');
    case 'ITEM_FOREIGN':
      return new AppError(400, 'Item does not belong to user');
    case 'ITEM_UNAVAILABLE':
      return new AppError(400, `Item ${fault.id} is not available (status: ${fault.status})`);
    case 'ITEM_WITHOUT_DETAILS':
      return new AppError(404, 'Item details not found');
    case 'TARGET_ABSENT':
      return new AppError(404, 'Target item not found');
    case 'BALANCE_TOO_LOW':
      return wagerNotPayable();
    case 'NOTHING_STAKED':
      return new AppError(400, 'Total value must be greater than zero');
    case 'NOT_BELOW_TARGET':
      return new AppError(400, 'Total value must be less than target item value');
    case 'CHANCE_TOO_LOW':
      return new AppError(400, 'Upgrade chance is too low');
  }
}
