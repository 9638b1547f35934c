import { type Cents, formatBrl, formatBrlInEnglish } from '../../../platform/money.ts';
import type { NotificationContent, OwnWords } from './notifications.types.ts';

/**
 * The words of what no game sends: of the platform's own messages, and of money in and out until that has a module.
 */

export interface AmountDetails {
  amountCents: Cents;
}
export interface FailureDetails {
  reason: string;
}

export const depositConfirmed = ({ amountCents }: AmountDetails): NotificationContent => ({
  type: 'DEPOSIT_CONFIRMED',
  title: 'Depósito confirmado',
  message: `Seu depósito de ${formatBrl(amountCents)} foi confirmado e já está no seu saldo.`,
  en: {
    title: 'Your deposit is confirmed',
    message: `Your deposit of ${formatBrlInEnglish(amountCents)} is confirmed and is on your balance.`,
  },
  metadata: { amountCents: amountCents.toString() },
});

export const withdrawalCompleted = ({ amountCents }: AmountDetails): NotificationContent => ({
  type: 'WITHDRAWAL_COMPLETED',
  title: 'Saque concluído',
  message: `Seu saque de ${formatBrl(amountCents)} foi concluído.`,
  en: {
    title: 'Your withdrawal was paid',
    message: `Your withdrawal of ${formatBrlInEnglish(amountCents)} was paid.`,
  },
  metadata: { amountCents: amountCents.toString() },
});

export const withdrawalFailed = ({ reason }: FailureDetails): NotificationContent => ({
  type: 'WITHDRAWAL_FAILED',
  title: 'Falha no saque',
  message: `Não foi possível concluir seu saque. Motivo: ${reason}`,
  en: null,
  metadata: null,
});

export const systemMessage = ({ title, message, en, metadata = null }: OwnWords): NotificationContent => ({
  type: 'SYSTEM',
  title,
  message,
  en,
  metadata,
});

export const promotion = ({ title, message, en, metadata = null }: OwnWords): NotificationContent => ({
  type: 'PROMOTION',
  title,
  message,
  en,
  metadata,
});
