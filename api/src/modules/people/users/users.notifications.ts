import type { NotificationContent } from '../notifications/index.ts';

/** Without the address itself, which lets others send trade offers. */
export const tradeUrlChanged = (): NotificationContent => ({
  type: 'SYSTEM',
  title: 'URL de troca alterada',
  message:
    'A URL de troca que recebe seus itens foi alterada. Se não foi você, encerre todas as sessões e fale com o suporte agora.',
  en: {
    title: 'Your trade URL was changed',
    message:
      'The trade URL to which your items are sent was changed. If it was not you, end all sessions and talk to support now.',
  },
  metadata: { event: 'TRADE_URL_CHANGED' },
});
