import { defineAdminError } from '../../../../platform/errors.ts';

export const siteSwapNotFound = defineAdminError(
  'SITE_SWAP_NOT_FOUND',
  404,
  'Site swap not found',
  'No purchase was made for a site swap of this id.',
);
export const siteSwapNotUndelivered = defineAdminError(
  'SITE_SWAP_NOT_UNDELIVERED',
  409,
  'The purchase of this site swap is still followed, or was delivered',
  'Only a purchase that never reached the house can be decided on: wait for the alert `SITE_SWAP_NOT_DELIVERED`.',
);
export const siteSwapDecided = defineAdminError(
  'SITE_SWAP_DECIDED',
  409,
  (resolution: string) => `This site swap is already decided (${resolution})`,
  'The item was taken back, automatically or by an administrator, or left to its user.',
);
export const siteSwapItemGone = defineAdminError(
  'SITE_SWAP_ITEM_GONE',
  409,
  'The item of this site swap is not in its user’s inventory, or not available',
  'The item was sold, withdrawn, played or swapped, or is used elsewhere, and cannot be taken back: leave it, and ' +
    'settle the rest by an adjustment of the balance.',
);
