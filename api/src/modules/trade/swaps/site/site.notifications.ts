import { formatBrl } from '../../../../platform/money.ts';
import type { NotificationContent } from '../../../people/notifications/index.ts';
import type { SiteSwap } from './site.types.ts';

/** In Portuguese, since the players are Brazilian. */

const said = (title: string, message: string, { id }: SiteSwap): NotificationContent => ({
  type: 'SYSTEM',
  title,
  message,
  metadata: { siteSwapId: id },
});

export function siteSwapCompleted(swap: SiteSwap): NotificationContent {
  const credited = swap.creditCents > 0n ? ` A diferença de ${formatBrl(swap.creditCents)} está no seu saldo.` : '';
  return said('Troca concluída', `Você recebeu ${swap.target.name}.${credited}`, swap);
}

export const siteSwapFailed = (swap: SiteSwap): NotificationContent =>
  said(
    'Troca não concluída',
    `Não foi possível obter ${swap.target.name}. Os seus itens estão disponíveis de novo.`,
    swap,
  );
