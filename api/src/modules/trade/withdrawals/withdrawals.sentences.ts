import type { WithdrawalStatus } from './withdrawals.types.ts';

/** What happens now with an item on its way, and what its owner has to do. */
export const PLAYER_SENTENCES: Readonly<Record<WithdrawalStatus, string>> = {
  PENDING_APPROVAL: 'Seu saque foi recebido e aguarda a análise da nossa equipe. O item fica reservado até lá.',
  PENDING: 'Estamos comprando o item no mercado. Avisaremos assim que houver resposta.',
  WAITING_SELLER: 'O item foi comprado. O vendedor vai enviar a proposta de troca para a sua conta Steam.',
  TRADE_SENT: 'O vendedor enviou a proposta de troca. Confira e aceite na sua conta Steam.',
  COMPLETED: 'O item foi entregue na sua conta Steam.',
  CANCELLED: 'O saque foi cancelado. O item está de novo disponível no seu inventário.',
  FAILED: 'O mercado recusou a compra ou a entrega. O item está de novo disponível no seu inventário.',
};
