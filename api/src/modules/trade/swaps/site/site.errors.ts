import { type AppError, defineError, validationFailed } from '../../../../platform/errors.ts';
import { type Cents, formatBrl } from '../../../../platform/money.ts';
import {
  inventoryItemNotFound,
  itemDetailsNotFound,
  itemIsRestricted,
  itemNotAvailable,
  itemOfAnotherUser,
} from '../../../assets/inventory/index.ts';
import type { SiteSwapFault } from './site.rules.ts';

const targetNotFound = defineError(
  'SWAP_TARGET_NOT_FOUND',
  404,
  'Swap target not found',
  'The catalogue has no item of this market name, or nobody sells one on the marketplace now: read `GET /api/swap/targets`.',
);
const itemHeld = defineError(
  'ITEM_HELD',
  409,
  (id: string, status: string) => `Item ${id} is locked by another operation (status: ${status})`,
  'The item waits in a swap, a withdrawal or an upgrade; when that ends it may be AVAILABLE again.',
);
const targetTooDear = defineError(
  'SWAP_TARGET_TOO_DEAR',
  400,
  (target: Cents, given: Cents) =>
    `The target costs ${formatBrl(target)}, more than 110 percent of the ${formatBrl(given)} that your items are worth`,
  'Give more items, or choose a cheaper target.',
);
const targetPriceOdd = defineError(
  'SWAP_TARGET_PRICE_ODD',
  400,
  'The marketplace asks a price for the target that is too far from what the catalogue knows',
  'More than a tenth above the price of the catalogue, or more than a fifth below it, nothing is bought: choose another target, or come back when the prices have been synced.',
);
const gainTooLarge = defineError(
  'SWAP_GAIN_TOO_LARGE',
  400,
  (gain: Cents, left: Cents) =>
    `This swap would give you ${formatBrl(gain)} more than you give, and today ${formatBrl(left)} are left of what may be gained`,
  'What a user may gain by site swaps on a day has an end: give more for the target, or come back tomorrow.',
);
const siteSwapsSuspended = defineError(
  'SITE_SWAPS_SUSPENDED',
  403,
  'Your withdrawals of items are suspended, and swaps with the site with them. Please contact support.',
  'A trade of the user was reversed: nothing is bought for them until an administrator has decided.',
);
export const siteSwapUnavailable = defineError(
  'SITE_SWAP_UNAVAILABLE',
  503,
  'Site swap is not available at the moment',
  'The platform cannot buy on the marketplace: no access is configured, or its wallet there does not cover the target.',
);
export const marketSilent = defineError(
  'MARKET_SILENT',
  503,
  'The marketplace does not answer at the moment',
  'Nobody knows what is for sale: nothing was done, try again after `Retry-After`.',
  (cause?: unknown) => ({ headers: { 'retry-after': '30' }, cause }),
);

export const itemGivenTwice = () =>
  validationFailed([{ field: 'inventoryItemIds', message: 'must not contain the same entry twice' }]);

export function siteSwapRefused(fault: SiteSwapFault): AppError {
  switch (fault.kind) {
    case 'ITEM_ABSENT':
      return inventoryItemNotFound();
    case 'ITEM_FOREIGN':
      return itemOfAnotherUser();
    case 'ITEM_UNAVAILABLE':
      return itemNotAvailable(`Item ${fault.id}`, fault.status);
    case 'ITEM_HELD':
      return itemHeld(fault.id, fault.status);
    case 'ITEM_RESTRICTED':
      return itemIsRestricted();
    case 'ITEM_WITHOUT_DETAILS':
      return itemDetailsNotFound();
    case 'TARGET_ABSENT':
      return targetNotFound();
    case 'TARGET_TOO_DEAR':
      return targetTooDear(fault.targetCents, fault.givenCents);
    case 'TARGET_PRICE_ODD':
      return targetPriceOdd();
    case 'SUSPENDED':
      return siteSwapsSuspended();
    case 'GAIN_TOO_LARGE':
      return gainTooLarge(fault.gainCents, fault.leftCents);
  }
}
