import { formatBrl, formatBrlInEnglish } from '../../../../platform/money.ts';
import type { NotificationContent } from '../../../people/notifications/index.ts';
import type { FollowedTrade } from './deliveries.types.ts';

export const siteSwapUndone = ({ id, targetName, costCents }: FollowedTrade): NotificationContent => ({
  type: 'SYSTEM',
  title: 'Troca desfeita',
  message:
    `O vendedor não entregou ${targetName}, e a troca foi desfeita: o item saiu do seu inventário e ` +
    `${formatBrl(costCents)} estão no seu saldo.`,
  en: {
    title: 'The swap was undone',
    message:
      `The seller did not deliver ${targetName}, and the swap was undone: the item has left your inventory and ` +
      `${formatBrlInEnglish(costCents)} is on your balance.`,
  },
  metadata: { siteSwapId: id },
});
