import { defineError } from '../../../platform/errors.ts';

export const withdrawalsSuspended = defineError(
  'WITHDRAWALS_SUSPENDED',
  403,
  'Seus saques e trocas estão suspensos porque uma troca sua foi revertida no Steam. Fale com o suporte.',
  'A trade of the user was reversed: items and money neither leave nor change hands until an administrator has decided.',
);
export const ownerSuspended = defineError(
  'WITHDRAWER_SUSPENDED',
  409,
  'The withdrawals of this user are suspended: lift that first, or reject this one',
  'Nothing leaves for a user whose trade was reversed until an administrator has lifted the suspension.',
);
export const suspensionNotFound = defineError(
  'WITHDRAWAL_SUSPENSION_NOT_FOUND',
  404,
  'The withdrawals of this user are not suspended',
  'There is nothing to lift.',
);
