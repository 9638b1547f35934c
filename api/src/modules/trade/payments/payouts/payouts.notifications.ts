import type { NotificationContent } from '../../../people/notifications/index.ts';

/** The end of the key is enough for its owner to know it. */
const SHOWN = 4;

/** The first withdrawal to a key. */
export const pixKeyIsNew = (pixKey: string): NotificationContent => ({
  type: 'SYSTEM',
  title: 'Nova chave Pix',
  message:
    `Um saque foi pedido para uma chave Pix nova, que termina em ${pixKey.slice(-SHOWN)}. Se não foi você, cancele o ` +
    'saque, encerre todas as sessões e fale com o suporte agora.',
  en: {
    title: 'A new Pix key',
    message:
      `A withdrawal to a new Pix key was asked for, which ends in ${pixKey.slice(-SHOWN)}. If it was not you, cancel the ` +
      'withdrawal, end all sessions and talk to support now.',
  },
  metadata: { event: 'PIX_KEY_NEW' },
});
