import type { NotificationContent } from '../../people/notifications/index.ts';
import type { Withdrawal } from './withdrawals.types.ts';

type NamedWithdrawal = Pick<Withdrawal, 'id' | 'itemName'>;

export const itemNotBought = ({ itemName }: NamedWithdrawal, reason: string): NotificationContent => ({
  type: 'WITHDRAWAL_FAILED',
  title: 'Falha no saque',
  message: `Não foi possível retirar ${itemName}, que está disponível de novo no seu inventário. Motivo: ${reason}`,
  en: null,
  metadata: null,
});

export const withdrawalRejected = ({ id, itemName }: NamedWithdrawal, reason: string): NotificationContent => ({
  type: 'SYSTEM',
  title: 'Saque recusado',
  message: `Seu saque de ${itemName} não foi aprovado. O item está disponível de novo no seu inventário. Motivo: ${reason}`,
  en: {
    title: 'Your withdrawal was refused',
    message: `Your withdrawal of ${itemName} was not approved. The item is available again in your inventory. Reason: ${reason}`,
  },
  metadata: { withdrawalId: id },
});

export const withdrawalTakenBack = ({ id, itemName }: NamedWithdrawal): NotificationContent => ({
  type: 'SYSTEM',
  title: 'Retirada cancelada',
  message: `Você cancelou a retirada de ${itemName}. O item está disponível de novo no seu inventário.`,
  en: {
    title: 'Your withdrawal is cancelled',
    message: `You have cancelled the withdrawal of ${itemName}. The item is available again in your inventory.`,
  },
  metadata: { withdrawalId: id },
});

export const withdrawalApproved = ({ id, itemName }: NamedWithdrawal): NotificationContent => ({
  type: 'SYSTEM',
  title: 'Saque aprovado',
  message: `Seu saque de ${itemName} foi aprovado. Avisaremos quando o vendedor enviar a proposta de troca.`,
  en: {
    title: 'Your withdrawal was approved',
    message: `Your withdrawal of ${itemName} was approved. We will tell you when the seller sends the trade offer.`,
  },
  metadata: { withdrawalId: id },
});
