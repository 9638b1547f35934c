import { type ConstraintErrors, defineAdminError, defineError } from '../../../platform/errors.ts';

export const beingProcessed = defineError(
  'ITEM_BEING_PROCESSED',
  409,
  'Este item ja esta sendo processado. Por favor, aguarde.',
  'Another request to withdraw the item is under way: wait for its answer.',
);
export const itemNotInInventory = defineError(
  'ITEM_NOT_IN_INVENTORY',
  404,
  'Item not found in inventory',
  'No inventory has an item with this id.',
);
export const itemOfSomebodyElse = defineError(
  'ITEM_OF_SOMEBODY_ELSE',
  400,
  'Item does not belong to this user',
  'The item belongs to another user.',
);
export const notAvailableForWithdrawal = defineError(
  'ITEM_NOT_AVAILABLE_FOR_WITHDRAWAL',
  400,
  {
    say: (status: string) => `Item is not available for withdrawal. Current status: ${status}`,
    params: (status) => ({ status }),
    examples: [['SOLD']],
  },
  'The item was sold, staked or withdrawn, or is locked.',
);
export const alreadyWithdrawing = defineError(
  'WITHDRAWAL_ALREADY_PENDING',
  400,
  {
    say: (status: string) => `This item already has a pending withdrawal. Status: ${status}`,
    params: (status) => ({ status }),
    examples: [['WAITING_SELLER']],
  },
  'The item is already on its way, or has left.',
);
export const withdrawerNotFound = defineError(
  'WITHDRAWER_NOT_FOUND',
  404,
  'Usuario nao encontrado',
  'The account of the caller no longer exists.',
);
export const tradeUrlMissing = defineError(
  'TRADE_URL_MISSING',
  400,
  'Cadastre seu Trade URL do Steam no perfil antes de retirar itens.',
  'Set a trade URL first (`PATCH /user/trade-url`): items are sent there.',
);
export const tradeUrlInvalid = defineError(
  'TRADE_URL_INVALID',
  400,
  'Trade URL invalido. Atualize no perfil.',
  'Items cannot be sent to the trade URL of the account: set it again.',
);
export const withdrawalGoesOn = defineError(
  'WITHDRAWAL_GOES_ON',
  409,
  {
    say: (status: string) => `Esta retirada não pode mais ser cancelada. Status: ${status}`,
    params: (status) => ({ status }),
    examples: [['WAITING_SELLER']],
  },
  'Only a withdrawal that waits for review can be cancelled.',
);
export const withdrawalNotFound = defineError(
  'WITHDRAWAL_NOT_FOUND',
  404,
  'Withdrawal not found',
  'No item withdrawal of yours has this id.',
);
export const notPendingApproval = defineAdminError(
  'WITHDRAWAL_NOT_PENDING_APPROVAL',
  409,
  (status: string) => `Withdrawal does not wait for approval (status: ${status})`,
  'The withdrawal is already approved, rejected or bought.',
);
export const cannotBeBought = defineAdminError(
  'WITHDRAWAL_CANNOT_BE_BOUGHT',
  409,
  (reason: string) => `The item cannot be bought now: ${reason}`,
  'The price was looked up again and does not allow the purchase, or the wallet does not cover it. The withdrawal ' +
    'still waits.',
);
export const withdrawerNotActive = defineAdminError(
  'WITHDRAWER_NOT_ACTIVE',
  409,
  'The user of this withdrawal is suspended or banned',
  'An account that is not active cannot withdraw: reject the withdrawal, or reactivate the account first.',
);

/**
 * Two requests for one item that both found it free: one of them has it. The name of a purchase has the item and the
 * millisecond in it, so that the second of two in one is refused too.
 */
export const withdrawalsConstraintErrors: ConstraintErrors = {
  market_withdrawals_active_item: beingProcessed,
  market_withdrawals_project_id_key: beingProcessed,
  orders_project_id_key: beingProcessed,
};
