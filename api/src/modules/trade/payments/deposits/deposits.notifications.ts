import { type Cents, formatBrl } from '../../../../platform/money.ts';
import type { NotificationContent } from '../../../people/notifications/index.ts';

export const depositGoneBack = (amountCents: Cents): NotificationContent => ({
  type: 'SYSTEM',
  title: 'Depósito devolvido',
  message:
    `Um depósito seu foi devolvido a quem pagou: ${formatBrl(amountCents)} saem do seu saldo. ` +
    'O que faltar será descontado dos próximos créditos.',
  metadata: { amountCents: amountCents.toString() },
});

export const depositStays = (amountCents: Cents): NotificationContent => ({
  type: 'SYSTEM',
  title: 'Devolução não realizada',
  message: `A devolução de um depósito seu não foi realizada: ${formatBrl(amountCents)} são seus de novo.`,
  metadata: { amountCents: amountCents.toString() },
});

/** In Portuguese, since the players are Brazilian. */
export const depositConfirmed = (amountCents: Cents): NotificationContent => ({
  type: 'DEPOSIT_CONFIRMED',
  title: 'Depósito confirmado',
  message: `Seu depósito de ${formatBrl(amountCents)} foi confirmado.`,
  metadata: { amountCents: amountCents.toString() },
});
