import { type AppError, defineError, validationFailed } from '../../../../platform/errors.ts';
import {
  inventoryItemNotFound,
  itemDetailsNotFound,
  itemIsRestricted,
  itemNotAvailable,
  itemOfAnotherUser,
} from '../../../assets/inventory/index.ts';
import { itemNotFound } from '../../../assets/items/index.ts';
import { userNotFound } from '../../../people/users/index.ts';
import type {
  AcceptorFault,
  CancelFault,
  DeclineFault,
  ItemFault,
  OfferedItemFault,
  OfferFault,
  RequestFault,
} from './offers.rules.ts';
import { MAX_ITEMS_PER_SIDE, type SwapStatus } from './offers.types.ts';

export const swapNotFound = defineError(
  'SWAP_NOT_FOUND',
  404,
  'Troca não encontrada.',
  'No swap of yours has this id.',
);
const notPending = defineError(
  'SWAP_NOT_PENDING',
  400,
  'Can only cancel/decline pending swaps',
  'The swap is already accepted, cancelled or declined.',
);
const askedOfAnother = defineError(
  'ASKED_ITEM_OF_ANOTHER',
  400,
  'O item pedido não pertence a quem vai aceitar a troca.',
  'The acceptor does not have an item that the swap asks for.',
);
const ownOffer = defineError(
  'OWN_SWAP',
  400,
  'Você não pode aceitar a sua própria troca.',
  'A swap cannot be accepted by its creator.',
);
const offeredToAnother = defineError(
  'SWAP_FOR_ANOTHER',
  403,
  'Esta troca foi proposta a outra pessoa.',
  'The swap is offered to another user.',
);
const noLongerPending = defineError(
  'SWAP_NO_LONGER_PENDING',
  409,
  {
    say: (status: SwapStatus) => `Esta troca não está mais pendente (status: ${status}).`,
    params: (status) => ({ status }),
    examples: [['ACCEPTED']],
  },
  'The swap is already accepted, cancelled or declined.',
);
export const creatorNotActive = defineError(
  'SWAP_CREATOR_NOT_ACTIVE',
  409,
  'Quem propôs esta troca não pode trocar itens no momento.',
  'The creator of the swap is suspended or banned, their withdrawals and swaps are suspended, or they owe for a ' +
    'deposit that was given back.',
);
const acceptorSuspended = defineError(
  'SWAP_ACCEPTOR_SUSPENDED',
  409,
  'Esta pessoa não pode trocar itens no momento.',
  'The withdrawals and swaps of the acceptor are suspended.',
);
const askedIsGone = defineError(
  'ASKED_ITEMS_GONE',
  409,
  {
    say: (ids: readonly string[]) => `Itens pedidos não estão mais disponíveis: ${ids.join(', ')}.`,
    params: (inventoryItemIds) => ({ inventoryItemIds }),
    examples: [[['90210', '90211']]],
  },
  'The asked items were sold, staked, withdrawn or given away; the swap cannot be accepted.',
);
const notCreator = defineError(
  'SWAP_CREATOR_ONLY',
  403,
  'Only the creator can cancel this swap',
  'Only the creator of the swap may cancel it.',
);
const isPublic = defineError(
  'PUBLIC_SWAP_NOT_DECLINED',
  403,
  'Uma troca pública não pode ser recusada.',
  'A swap that is offered to everybody cannot be declined.',
);
const notAcceptor = defineError(
  'SWAP_ACCEPTOR_ONLY',
  403,
  'Só quem recebeu a proposta pode recusar esta troca.',
  'The swap is offered to another user.',
);

const REQUEST_FAULTS: Readonly<Record<RequestFault, [field: string, message: string]>> = {
  WITH_ONESELF: ['acceptorId', 'must be somebody else'],
  ITEM_TWICE: ['inventoryItemIds', 'must not contain the same entry twice'],
  ASKED_TWICE: ['askedInventoryItemIds', 'must not contain the same entry twice'],
  ASKED_OF_NOBODY: ['askedInventoryItemIds', 'needs an acceptor: name one, or ask for kinds of items'],
  TOO_MUCH_ASKED: ['askedItemIds', `must not make more than ${MAX_ITEMS_PER_SIDE} items that are asked in all`],
};

export function requestRefused(fault: RequestFault): AppError {
  const [field, message] = REQUEST_FAULTS[fault];
  return validationFailed([{ field, message }]);
}

export const itemGivenTwice = () =>
  validationFailed([{ field: 'inventoryItemIds', message: 'must not contain the same entry twice' }]);

export function offerRefused(fault: OfferFault): AppError {
  switch (fault.kind) {
    case 'ACCEPTOR_ABSENT':
      return userNotFound();
    case 'ACCEPTOR_SUSPENDED':
      return acceptorSuspended();
    case 'KIND_ABSENT':
      return itemNotFound();
    case 'ASKED_OF_ANOTHER':
      return askedOfAnother();
    default:
      return itemRefused(fault);
  }
}

function itemRefused(fault: ItemFault): AppError {
  switch (fault.kind) {
    case 'ITEM_ABSENT':
      return inventoryItemNotFound();
    case 'ITEM_FOREIGN':
      return itemOfAnotherUser();
    case 'ITEM_UNAVAILABLE':
      return itemNotAvailable(fault.id, fault.status, true);
    case 'ITEM_RESTRICTED':
      return itemIsRestricted();
    case 'ITEM_WITHOUT_DETAILS':
      return itemDetailsNotFound();
  }
}

export function acceptorRefused(fault: AcceptorFault, status: SwapStatus): AppError {
  switch (fault) {
    case 'OWN_OFFER':
      return ownOffer();
    case 'OFFERED_TO_ANOTHER':
      return offeredToAnother();
    case 'NOT_PENDING':
      return noLongerPending(status);
    case 'CREATOR_NOT_ACTIVE':
      return creatorNotActive();
  }
}

export function givenRefused(fault: OfferedItemFault): AppError {
  switch (fault.kind) {
    case 'ASKED_GONE':
      return askedIsGone(fault.ids);
    case 'NOT_AS_ASKED':
      return validationFailed([{ field: 'inventoryItemIds', message: differenceText(fault) }]);
    default:
      return itemRefused(fault);
  }
}

function differenceText({ missing, surplus }: Extract<OfferedItemFault, { kind: 'NOT_AS_ASKED' }>): string {
  const parts = [
    ...(missing.length > 0 ? [`an item of each of these kinds is missing: ${missing.join(', ')}`] : []),
    ...(surplus.length > 0 ? [`these were not asked for: ${surplus.join(', ')}`] : []),
  ];
  return `must be what is asked for; ${parts.join('; ')}`;
}

export function cancelRefused(fault: CancelFault): AppError {
  return fault === 'NOT_CREATOR' ? notCreator() : notPending();
}

export function declineRefused(fault: DeclineFault): AppError {
  switch (fault) {
    case 'PUBLIC':
      return isPublic();
    case 'NOT_ACCEPTOR':
      return notAcceptor();
    case 'NOT_PENDING':
      return notPending();
  }
}
