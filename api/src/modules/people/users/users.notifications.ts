import type { NotificationContent } from '../notifications/index.ts';

/** Without the address itself, which lets others send trade offers. */
export const tradeUrlChanged = (): NotificationContent => ({
  type: 'SYSTEM',
  title: 'URL de troca alterada',
  message:
    'A URL de troca que recebe seus itens foi alterada. Se não foi você, encerre todas as sessões e fale com o suporte agora.',
  metadata: { event: 'TRADE_URL_CHANGED' },
});
