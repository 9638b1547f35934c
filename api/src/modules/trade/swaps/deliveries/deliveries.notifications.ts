import { formatBrl } from '../../../../platform/money.ts';
import type { NotificationContent } from '../../../people/notifications/index.ts';
import type { FollowedTrade } from './deliveries.types.ts';

export const siteSwapUndone = ({ id, targetName, costCents }: FollowedTrade): NotificationContent => ({
  type: 'SYSTEM',
  title: 'Troca desfeita',
  message:
    `O vendedor não entregou ${targetName}, e a troca foi desfeita: o item saiu do seu inventário e ` +
    `${formatBrl(costCents)} estão no seu saldo.`,
  metadata: { siteSwapId: id },
});
