import type { NotificationContent } from '../../people/notifications/index.ts';
import type { Withdrawal } from './withdrawals.types.ts';

/** In Portuguese, since the players are Brazilian. */

type NamedWithdrawal = Pick<Withdrawal, 'id' | 'itemName'>;

export const itemNotBought = ({ itemName }: NamedWithdrawal, reason: string): NotificationContent => ({
  type: 'WITHDRAWAL_FAILED',
  title: 'Falha no saque',
  message: `Não foi possível retirar ${itemName}, que está disponível de novo no seu inventário. Motivo: ${reason}`,
  metadata: null,
});

export const withdrawalRejected = ({ id, itemName }: NamedWithdrawal, reason: string): NotificationContent => ({
  type: 'SYSTEM',
  title: 'Saque recusado',
  message: `Seu saque de ${itemName} não foi aprovado. O item está disponível de novo no seu inventário. Motivo: ${reason}`,
  metadata: { withdrawalId: id },
});

export const withdrawalApproved = ({ id, itemName }: NamedWithdrawal): NotificationContent => ({
  type: 'SYSTEM',
  title: 'Saque aprovado',
  message: `Seu saque de ${itemName} foi aprovado. Avisaremos quando o vendedor enviar a proposta de troca.`,
  metadata: { withdrawalId: id },
});
