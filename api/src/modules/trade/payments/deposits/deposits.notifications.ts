import { type Cents, formatBrl } from '../../../../platform/money.ts';
import type { NotificationContent } from '../../../people/notifications/index.ts';

/** In Portuguese, since the players are Brazilian. */
export const depositConfirmed = (amountCents: Cents): NotificationContent => ({
  type: 'DEPOSIT_CONFIRMED',
  title: 'Depósito confirmado',
  message: `Seu depósito de ${formatBrl(amountCents)} foi confirmado.`,
  metadata: { amountCents: amountCents.toString() },
});
