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
  'Only an open suspicion can be reviewed; the figures no longer show this one.',
);
