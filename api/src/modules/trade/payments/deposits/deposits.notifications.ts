import { type Cents, formatBrl, formatBrlInEnglish } from '../../../../platform/money.ts';
import type { NotificationContent } from '../../../people/notifications/index.ts';

export const depositGoneBack = (amountCents: Cents): NotificationContent => ({
  type: 'SYSTEM',
  title: 'Depósito devolvido',
  message:
    `Um depósito seu foi devolvido a quem pagou: ${formatBrl(amountCents)} saem do seu saldo. ` +
    'O que faltar será descontado dos próximos créditos.',
  en: {
    title: 'A deposit was returned',
    message:
      `A deposit of yours was returned to who paid it: ${formatBrlInEnglish(amountCents)} leaves your balance. ` +
      'What is missing will be taken from what you are credited next.',
  },
  metadata: { amountCents: amountCents.toString() },
});

export const depositStays = (amountCents: Cents): NotificationContent => ({
  type: 'SYSTEM',
  title: 'Devolução não realizada',
  message: `A devolução de um depósito seu não foi realizada: ${formatBrl(amountCents)} são seus de novo.`,
  en: {
    title: 'A deposit was not returned',
    message: `The return of a deposit of yours was not made: ${formatBrlInEnglish(amountCents)} is yours again.`,
  },
  metadata: { amountCents: amountCents.toString() },
});

export const depositConfirmed = (amountCents: Cents): NotificationContent => ({
  type: 'DEPOSIT_CONFIRMED',
  title: 'Depósito confirmado',
  message: `Seu depósito de ${formatBrl(amountCents)} foi confirmado.`,
  en: {
    title: 'Your deposit is confirmed',
    message: `Your deposit of ${formatBrlInEnglish(amountCents)} is confirmed.`,
  },
  metadata: { amountCents: amountCents.toString() },
});
