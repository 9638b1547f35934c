import { type NotificationContent, securityNotice } from '../notifications/index.ts';

/** The text leaves out the URL, because it lets others send trade offers. */
export const tradeUrlChanged = (): NotificationContent =>
  securityNotice('TRADE_URL_CHANGED', {
    title: 'URL de troca alterada',
    message: 'A URL de troca que recebe seus itens foi alterada.',
    en: {
      title: 'Your trade URL was changed',
      message: 'The trade URL to which your items are sent was changed.',
    },
  });
