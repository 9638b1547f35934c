import type { NotificationContent } from '../../../people/notifications/index.ts';
import type { Withdrawal } from '../withdrawals.types.ts';

/** In Portuguese, since the players are Brazilian. */

/** What the feed leaves unsaid. */
export const NO_REASON = 'A compra foi cancelada no mercado.';
export const NO_REVERSAL_REASON = 'A troca foi revertida no Steam.';

/** What a user is notified of besides the event, which only an open window gets; null: it needs nobody's attention. */
export function progressNotification({ id, itemName, status, failureReason }: Withdrawal): NotificationContent | null {
  const said = (title: string, message: string): NotificationContent => ({
    type: 'SYSTEM',
    title,
    message,
    metadata: { withdrawalId: id },
  });
  switch (status) {
    case 'TRADE_SENT':
      return said('Proposta de troca enviada', `O vendedor enviou ${itemName}. Aceite a proposta de troca no Steam.`);
    case 'COMPLETED':
      return said('Item entregue', `${itemName} foi entregue na sua conta do Steam.`);
    case 'CANCELLED':
    case 'FAILED':
      return {
        type: 'WITHDRAWAL_FAILED',
        title: 'Falha no saque',
        message: `${itemName} não foi entregue e está disponível de novo no seu inventário. Motivo: ${failureReason}`,
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
  metadata: { withdrawalId: id },
});
