import { type Cents, formatBrl } from '../../../platform/money.ts';
import type { NotificationContent, OwnWords } from './notifications.types.ts';

/** The words of each type, fixed here and in Portuguese, since the players are Brazilian. */

export interface AmountDetails {
  amountCents: Cents;
}
export interface FailureDetails {
  reason: string;
}
export interface DropDetails {
  itemName: string;
  isFlip: boolean;
}
export interface UpgradeDetails {
  targetItemName: string;
}

export const depositConfirmed = ({ amountCents }: AmountDetails): NotificationContent => ({
  type: 'DEPOSIT_CONFIRMED',
  title: 'Depósito confirmado',
  message: `Seu depósito de ${formatBrl(amountCents)} foi confirmado e já está no seu saldo.`,
  metadata: { amountCents: amountCents.toString() },
});

export const withdrawalCompleted = ({ amountCents }: AmountDetails): NotificationContent => ({
  type: 'WITHDRAWAL_COMPLETED',
  title: 'Saque concluído',
  message: `Seu saque de ${formatBrl(amountCents)} foi concluído.`,
  metadata: { amountCents: amountCents.toString() },
});

export const withdrawalFailed = ({ reason }: FailureDetails): NotificationContent => ({
  type: 'WITHDRAWAL_FAILED',
  title: 'Falha no saque',
  message: `Não foi possível concluir seu saque. Motivo: ${reason}`,
  metadata: null,
});

export const caseOpened = ({ itemName, isFlip }: DropDetails): NotificationContent => ({
  type: 'CASE_OPENING',
  title: 'Caixa aberta',
  message: `Você abriu uma caixa e ganhou ${itemName}.`,
  metadata: { itemName, isFlip },
});

export const upgradeSucceeded = ({ targetItemName }: UpgradeDetails): NotificationContent => ({
  type: 'UPGRADE_SUCCESS',
  title: 'Upgrade bem-sucedido',
  message: `Seu upgrade deu certo e você ganhou ${targetItemName}.`,
  metadata: { targetItemName },
});

export const upgradeFailed = ({ targetItemName }: UpgradeDetails): NotificationContent => ({
  type: 'UPGRADE_FAIL',
  title: 'Upgrade sem sucesso',
  message: `Seu upgrade para ${targetItemName} não deu certo desta vez.`,
  metadata: { targetItemName },
});

export const systemMessage = ({ title, message, metadata = null }: OwnWords): NotificationContent => ({
  type: 'SYSTEM',
  title,
  message,
  metadata,
});

export const promotion = ({ title, message, metadata = null }: OwnWords): NotificationContent => ({
  type: 'PROMOTION',
  title,
  message,
  metadata,
});
