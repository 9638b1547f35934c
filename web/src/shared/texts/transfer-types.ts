import type { TransferType } from '../../data/generated/api.ts';
import { defineTexts } from './language.tsx';

const ptTypes: Readonly<Record<TransferType, string>> = {
  DEPOSIT: 'Depósito Pix',
  ITEM_SALE: 'Venda',
  EVENT_REWARD: 'Prêmio do evento',
  SWAP_CHANGE: 'Troca',
  ADMIN_ADJUSTMENT: 'Ajuste do suporte',
  WELCOME_CREDIT: 'Saldo de boas-vindas',
  WITHDRAWAL_HOLD: 'Saque pedido',
  WITHDRAWAL_RELEASE: 'Saque devolvido ao saldo',
  WITHDRAWAL: 'Saque pago por Pix',
  DEPOSIT_RETURN: 'Depósito devolvido ao banco',
  DEPOSIT_RETURN_UNDONE: 'Devolução desfeita',
  DEBT_PAYMENT: 'Pagamento do que era devido',
  DEBT_REFUND: 'Devido a você de volta',
  CASE_OPEN: 'Caixa',
  BATTLE_ENTRY: 'Batalha · entrada',
  BATTLE_REFUND: 'Batalha · devolução',
  BATTLE_WIN: 'Batalha · vitória',
  UPGRADE: 'Upgrade',
  RAFFLE_TICKET: 'Rifa · bilhetes',
  RAFFLE_REFUND: 'Rifa · devolução',
};

const enTypes: Readonly<Record<TransferType, string>> = {
  DEPOSIT: 'Pix deposit',
  ITEM_SALE: 'Sale',
  EVENT_REWARD: 'Event reward',
  SWAP_CHANGE: 'Swap',
  ADMIN_ADJUSTMENT: 'Adjustment by support',
  WELCOME_CREDIT: 'Welcome credit',
  WITHDRAWAL_HOLD: 'Withdrawal asked for',
  WITHDRAWAL_RELEASE: 'Withdrawal back on the balance',
  WITHDRAWAL: 'Withdrawal paid by Pix',
  DEPOSIT_RETURN: 'Deposit given back to the bank',
  DEPOSIT_RETURN_UNDONE: 'Return undone',
  DEBT_PAYMENT: 'Payment of what was owed',
  DEBT_REFUND: 'Owed money back to you',
  CASE_OPEN: 'Case',
  BATTLE_ENTRY: 'Battle · entry',
  BATTLE_REFUND: 'Battle · refund',
  BATTLE_WIN: 'Battle · win',
  UPGRADE: 'Upgrade',
  RAFFLE_TICKET: 'Raffle · tickets',
  RAFFLE_REFUND: 'Raffle · refund',
};

export const transferTypes = defineTexts(ptTypes, enTypes);
