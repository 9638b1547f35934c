import { defineAdminError } from '../../../platform/errors.ts';

export const suspicionNotFound = defineAdminError(
  'SUSPICION_NOT_FOUND',
  404,
  'Suspicion not found',
  'No suspicion has this id.',
);
export const suspicionIsOver = defineAdminError(
  'SUSPICION_IS_OVER',
  409,
  'The suspicion is over',
  'Only what is so now is reviewed; the figures of this one do not say so any more.',
);
