import { defineError } from '../../../../platform/errors.ts';

export const openingNotFound = defineError(
  'OPENING_NOT_FOUND',
  404,
  'Abertura não encontrada.',
  'You have no opening with this id.',
);
