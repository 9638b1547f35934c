import type { NotificationContent } from '../../../people/notifications/index.ts';
import type { Withdrawal } from '../withdrawals.types.ts';

/** In Portuguese, since the players are Brazilian. */

/** What the feed leaves unsaid. */
export const NO_REASON = 'A compra foi cancelada no mercado.';
export const NO_REVERSAL_REASON = 'A troca foi revertida no Steam.';

export const tradeReversed = ({ id, itemName }: Withdrawal, isSuspended: boolean): NotificationContent => ({
  type: 'SYSTEM',
  title: 'Entrega revertida',
  message:
    `A troca que entregou ${itemName} foi revertida no Steam.` +
    (isSuspended ? ' Os seus saques de itens estão suspensos até a análise da nossa equipe.' : ''),
  metadata: { withdrawalId: id },
});
