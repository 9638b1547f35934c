import { defineAdminError, defineError } from '../../../platform/errors.ts';

export const withdrawalsSuspended = defineError(
  'WITHDRAWALS_SUSPENDED',
  403,
  'Seus saques e trocas estão suspensos porque uma troca sua foi revertida no Steam. Fale com o suporte.',
  'A trade of the user was reversed: they cannot withdraw or swap until an administrator has decided.',
);
export const owesForReturns = defineError(
  'OWES_FOR_RETURNED_DEPOSIT',
  403,
  'Um depósito seu foi ou está sendo devolvido: até isso ser resolvido, você não pode trocar itens com outros jogadores.',
  'Money of a deposit went back, and is not repaid yet or may still come again; until then items cannot be swapped.',
);
export const ownerSuspended = defineAdminError(
  'WITHDRAWER_SUSPENDED',
  409,
  'The withdrawals of this user are suspended: lift that first, or reject this one',
  'A user whose trade was reversed cannot withdraw until an administrator has lifted the suspension.',
);
export const suspensionNotFound = defineAdminError(
  'WITHDRAWAL_SUSPENSION_NOT_FOUND',
  404,
  'The withdrawals of this user are not suspended',
  'The user has no suspension, so there is nothing to lift.',
);
