import type { NotificationContent, OwnWords } from '../../../people/notifications/index.ts';
import type { Withdrawal } from '../withdrawals.types.ts';

/** What the feed leaves unsaid. */
export const NO_REASON = 'A compra foi cancelada no mercado.';
export const NO_REVERSAL_REASON = 'A troca foi revertida no Steam.';

/** What a user is notified of besides the event, which only an open window gets; null: it needs nobody's attention. */
export function progressNotification({ id, itemName, status, failureReason }: Withdrawal): NotificationContent | null {
  const said = ({ title, message, en }: OwnWords): NotificationContent => ({
    type: 'SYSTEM',
    title,
    message,
    en,
    metadata: { withdrawalId: id },
  });
  switch (status) {
    case 'TRADE_SENT':
      return said({
        title: 'Proposta de troca enviada',
        message: `O vendedor enviou ${itemName}. Aceite a proposta de troca no Steam.`,
        en: {
          title: 'The trade offer was sent',
          message: `The seller has sent ${itemName}. Accept the trade offer on Steam.`,
        },
      });
    case 'COMPLETED':
      return said({
        title: 'Item entregue',
        message: `${itemName} foi entregue na sua conta do Steam.`,
        en: { title: 'Your item was delivered', message: `${itemName} was delivered to your Steam account.` },
      });
    case 'CANCELLED':
    case 'FAILED':
      return {
        type: 'WITHDRAWAL_FAILED',
        title: 'Falha no saque',
        message: `${itemName} não foi entregue e está disponível de novo no seu inventário. Motivo: ${failureReason}`,
        en: null,
        metadata: null,
      };
    default:
      return null;
  }
}

export const tradeReversed = ({ id, itemName }: Withdrawal, isSuspended: boolean): NotificationContent => ({
  type: 'SYSTEM',
  title: 'Entrega revertida',
  message:
    `A troca que entregou ${itemName} foi revertida no Steam.` +
    (isSuspended ? ' Os seus saques e trocas estão suspensos até a análise da nossa equipe.' : ''),
  en: {
    title: 'The delivery was reversed',
    message:
      `The trade that delivered ${itemName} was reversed on Steam.` +
      (isSuspended ? ' Your withdrawals and swaps are suspended until our team has looked at it.' : ''),
  },
  metadata: { withdrawalId: id },
});
