import { type AppError, defineError, validationFailed } from '../../../platform/errors.ts';
import {
  inventoryItemNotFound,
  itemDetailsNotFound,
  itemNotAvailable,
  itemOfAnotherUser,
} from '../../assets/inventory/index.ts';
import { insufficientBalance } from '../../assets/wallet/index.ts';
import type { UpgradeFault } from './upgrades.rules.ts';

export const upgradeNotFound = defineError(
  'UPGRADE_NOT_FOUND',
  404,
  'Upgrade não encontrado.',
  'You have no upgrade with this id.',
);
/** Prices or the house's share have changed since the player has seen a chance. */
export const chanceHasFallen = defineError(
  'CHANCE_HAS_FALLEN',
  409,
  {
    say: (chancePercent: string) => `A chance agora é de ${chancePercent}%.`,
    params: (chancePercent) => ({ chancePercent }),
    examples: [['44.9999']],
  },
  'The chance is below `minChancePercent`: calculate again, then decide. Nothing was taken.',
  (chancePercent: string) => ({
    errors: [{ field: 'minChancePercent', message: `a chance agora é de ${chancePercent}%` }],
  }),
);
export const itemStakedTwice = () =>
  validationFailed([{ field: 'inventoryItemIds', message: 'must not contain the same entry twice' }]);
export const stakeNeeded = (field: 'minMultiplier' | 'maxMultiplier') =>
  validationFailed([{ field, message: 'is of a stake: `stakeCents` is required with it' }]);

const targetNotFound = defineError(
  'TARGET_ITEM_NOT_FOUND',
  404,
  'O item desejado não foi encontrado.',
  'The catalogue has no item with this id to play for.',
);
const nothingStaked = defineError(
  'NOTHING_STAKED',
  400,
  'Total value must be greater than zero',
  'The staked items are worth nothing: stake others.',
);
const notBelowTarget = defineError(
  'STAKE_NOT_BELOW_TARGET',
  400,
  'Total value must be less than target item value',
  'The stake is worth as much as the target: stake less, or play for more.',
);
const chanceTooLow = defineError(
  'CHANCE_TOO_LOW',
  400,
  'Upgrade chance is too low',
  'The chance would be below the least that is played: stake more, or play for less.',
);

export function upgradeRefused(fault: UpgradeFault): AppError {
  switch (fault.kind) {
    case 'ITEM_ABSENT':
      return inventoryItemNotFound();
    case 'ITEM_FOREIGN':
      return itemOfAnotherUser();
    case 'ITEM_UNAVAILABLE':
      return itemNotAvailable(fault.id, fault.status, true);
    case 'ITEM_WITHOUT_DETAILS':
      return itemDetailsNotFound();
    case 'TARGET_ABSENT':
      return targetNotFound();
    case 'BALANCE_TOO_LOW':
      return insufficientBalance();
    case 'NOTHING_STAKED':
      return nothingStaked();
    case 'NOT_BELOW_TARGET':
      return notBelowTarget();
    case 'CHANCE_TOO_LOW':
      return chanceTooLow();
  }
}
