import { type TProperties, Type } from 'typebox';
import { formatUsd } from '../../../platform/money.ts';
import { defineEvent } from '../../../platform/realtime/events.ts';
import { id, integer, string, unnamed } from '../../../platform/record.ts';
import type { AlertContent } from '../../people/alerts/index.ts';
import type { NotificationContent } from '../../people/notifications/index.ts';
import type { ItemWithdrawal } from './item-withdrawals.records.ts';

const told = <Fields extends TProperties>(name: string, description: string, fields: Fields) =>
  defineEvent({ name, audience: 'user', description, payload: unnamed(fields) });

const inventoryItemId = id<'inventoryItem'>('The item in your inventory');
const itemName = string('Its name', 'AK-47 | Redline (Field-Tested)');

export const withdrawalPendingApproval = told(
  'withdrawal:pending_approval',
  'The withdrawal waits for an administrator; the item is LOCKED.',
  {
    inventoryItemId,
    itemName,
    projectId: string('Under which the purchase will be made', 'wd_90210_1794830400000'),
    withdrawalId: id<'itemWithdrawal'>('The withdrawal'),
  },
);
export const withdrawalWaitingSeller = told(
  'withdrawal:waiting_seller',
  'The item is bought, and its seller is to send you a trade offer.',
  {
    inventoryItemId,
    sellerName: Type.Optional(Type.String({ description: 'Who sends it, where that is known' })),
    sendUntil: Type.Optional(integer('Until when the seller has to send it, in seconds since 1970', 1_794_831_300)),
  },
);
export const withdrawalTradeSent = told(
  'withdrawal:trade_sent',
  'The seller has sent you the trade offer: accept it.',
  { inventoryItemId, tradeId: Type.Optional(string('Id of the trade offer', '5551234567')) },
);
export const withdrawalCompleted = told('withdrawal:completed', 'The item has arrived; it is WITHDRAWN here.', {
  inventoryItemId,
  itemName,
});
export const withdrawalCancelled = told(
  'withdrawal:cancelled',
  'The withdrawal was called off; the item is AVAILABLE again.',
  { inventoryItemId, reason: string('Why', 'Seller failed to send') },
);
export const withdrawalFailed = told(
  'withdrawal:failed',
  'The item could not be bought or delivered; it is AVAILABLE again.',
  { inventoryItemId, reason: string('Why', 'Item sold') },
);

type NamedWithdrawal = Pick<ItemWithdrawal, 'id' | 'itemName'>;

export const itemNotBought = ({ itemName }: NamedWithdrawal, reason: string): NotificationContent => ({
  type: 'WITHDRAWAL_FAILED',
  title: 'Falha no saque',
  message: `Não foi possível retirar ${itemName}, que está disponível de novo no seu inventário. Motivo: ${reason}`,
  en: null,
  metadata: null,
});

export const withdrawalRejected = ({ id, itemName }: NamedWithdrawal, reason: string): NotificationContent => ({
  type: 'SYSTEM',
  title: 'Saque recusado',
  message: `Seu saque de ${itemName} não foi aprovado. O item está disponível de novo no seu inventário. Motivo: ${reason}`,
  en: {
    title: 'Your withdrawal was refused',
    message: `Your withdrawal of ${itemName} was not approved. The item is available again in your inventory. Reason: ${reason}`,
  },
  metadata: { withdrawalId: id },
});

export const withdrawalTakenBack = ({ id, itemName }: NamedWithdrawal): NotificationContent => ({
  type: 'SYSTEM',
  title: 'Retirada cancelada',
  message: `Você cancelou a retirada de ${itemName}. O item está disponível de novo no seu inventário.`,
  en: {
    title: 'Your withdrawal is cancelled',
    message: `You have cancelled the withdrawal of ${itemName}. The item is available again in your inventory.`,
  },
  metadata: { withdrawalId: id },
});

export const withdrawalApproved = ({ id, itemName }: NamedWithdrawal): NotificationContent => ({
  type: 'SYSTEM',
  title: 'Saque aprovado',
  message: `Seu saque de ${itemName} foi aprovado. Avisaremos quando o vendedor enviar a proposta de troca.`,
  en: {
    title: 'Your withdrawal was approved',
    message: `Your withdrawal of ${itemName} was approved. We will tell you when the seller sends the trade offer.`,
  },
  metadata: { withdrawalId: id },
});

export function overpriced({ id, itemName, projectId, pricePaidCents, maxPayCents }: ItemWithdrawal): AlertContent {
  const [paid, most] = [formatUsd(pricePaidCents), formatUsd(maxPayCents)];
  return {
    kind: 'WITHDRAWAL_OVERPRICED',
    key: id,
    level: 'CRITICAL',
    title: 'An item was bought above its ceiling',
    message:
      `Withdrawal ${id} (${itemName}) cost ${paid} USD where at most ${most} USD was allowed. The user gets the item. ` +
      'Hold the purchase against the statement of the marketplace, and ask it for the difference.',
    details: {
      withdrawalId: id,
      projectId,
      pricePaidCents: pricePaidCents.toString(),
      maxPayCents: maxPayCents.toString(),
    },
  };
}

/** The seller sends it straight to the user, so it cannot be called back. */
export function otherItemBought(
  { id, userId, projectId, itemName }: ItemWithdrawal,
  { asked, bought }: { asked: string; bought: string },
): AlertContent {
  return {
    kind: 'WITHDRAWAL_OTHER_ITEM',
    key: id,
    level: 'CRITICAL',
    title: 'Another item was bought for a withdrawal than was asked for',
    message:
      `The marketplace was asked for ${asked} and says that it sold ${bought}, which is on its way to user ${userId} for ` +
      `their ${itemName} (withdrawal ${id}). Ask the marketplace to cancel it: then the item is released by itself.`,
    details: { withdrawalId: id, userId, projectId, asked, bought },
  };
}
