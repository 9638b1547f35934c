import { type AppError, defineError, validationFailed } from '../../../../platform/errors.ts';
import { defineEvent } from '../../../../platform/realtime/events.ts';
import {
  inventoryItemNotFound,
  itemDetailsNotFound,
  itemIsRestricted,
  itemNotAvailable,
  itemOfAnotherUser,
} from '../../../assets/inventory/index.ts';
import { itemNotFound } from '../../../assets/items/index.ts';
import type { NotificationContent, OwnWords } from '../../../people/notifications/index.ts';
import { userNotFound } from '../../../people/users/index.ts';
import { type Offer, Swap } from './offers.records.ts';
import {
  type AcceptorFault,
  type CancelFault,
  type DeclineFault,
  type ItemFault,
  MAX_ITEMS_PER_SIDE,
  type OfferedItemFault,
  type OfferFault,
  type RequestFault,
  type SwapStatus,
} from './offers.rules.ts';

const said = ({ id }: Offer, { title, message, en }: OwnWords): NotificationContent => ({
  type: 'SYSTEM',
  title,
  message,
  en,
  metadata: { swapId: id },
});

export const offerReceived = (offer: Offer): NotificationContent =>
  said(offer, {
    title: 'Nova proposta de troca',
    message: `${offer.creator.username} quer trocar itens com você.`,
    en: { title: 'An offer to swap', message: `${offer.creator.username} wants to swap items with you.` },
  });

export const offerAccepted = (offer: Offer): NotificationContent =>
  said(offer, {
    title: 'Troca aceita',
    message: `${offer.acceptor?.username} aceitou a sua troca.`,
    en: { title: 'Your offer was accepted', message: `${offer.acceptor?.username} has accepted your swap.` },
  });

export const offerCancelled = (offer: Offer): NotificationContent =>
  said(offer, {
    title: 'Troca cancelada',
    message: `${offer.creator.username} cancelou a troca que tinha proposto a você.`,
    en: {
      title: 'The offer was cancelled',
      message: `${offer.creator.username} has cancelled the swap that was offered to you.`,
    },
  });

export const offerDeclined = (offer: Offer): NotificationContent =>
  said(offer, {
    title: 'Troca recusada',
    message: `${offer.acceptor?.username} recusou a sua troca. Os itens estão disponíveis de novo.`,
    en: {
      title: 'Your offer was declined',
      message: `${offer.acceptor?.username} has declined your swap. The items are available again.`,
    },
  });

export const swapCreated = defineEvent({
  name: 'swap:created',
  audience: 'user',
  description: 'Somebody offers you a swap: accept it or decline it. `GET /api/swap/my-swaps` has it too.',
  payload: Swap,
});

export const swapAccepted = defineEvent({
  name: 'swap:accepted',
  audience: 'user',
  description:
    'A swap that you offered was accepted: what you offered is gone, and `GET /api/inventory` has what was given for it.',
  payload: Swap,
});

export const swapCancelled = defineEvent({
  name: 'swap:cancelled',
  audience: 'user',
  description: 'A swap that was offered to you was withdrawn by its creator.',
  payload: Swap,
});

export const swapDeclined = defineEvent({
  name: 'swap:declined',
  audience: 'user',
  description: 'A swap that you offered was declined: its items are AVAILABLE to you again.',
  payload: Swap,
});

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
