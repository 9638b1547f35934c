import { formatBrl, formatBrlInEnglish } from '../../../../platform/money.ts';
import type { NotificationContent, OwnWords } from '../../../people/notifications/index.ts';
import type { SiteSwap } from './site.types.ts';

const said = ({ id }: SiteSwap, { title, message, en }: OwnWords): NotificationContent => ({
  type: 'SYSTEM',
  title,
  message,
  en,
  metadata: { siteSwapId: id },
});

export function siteSwapCompleted(swap: SiteSwap): NotificationContent {
  const { target, creditCents } = swap;
  const isCredited = creditCents > 0n;
  return said(swap, {
    title: 'Troca concluída',
    message:
      `Você recebeu ${target.name}.` +
      (isCredited ? ` A diferença de ${formatBrl(creditCents)} está no seu saldo.` : ''),
    en: {
      title: 'The swap is done',
      message:
        `You have received ${target.name}.` +
        (isCredited ? ` The difference of ${formatBrlInEnglish(creditCents)} is on your balance.` : ''),
    },
  });
}

export const siteSwapFailed = (swap: SiteSwap): NotificationContent =>
  said(swap, {
    title: 'Troca não concluída',
    message: `Não foi possível obter ${swap.target.name}. Os seus itens estão disponíveis de novo.`,
    en: {
      title: 'The swap was not done',
      message: `${swap.target.name} could not be bought. Your items are available again.`,
    },
  });
