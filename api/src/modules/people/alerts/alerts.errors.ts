import { defineAdminError } from '../../../platform/errors.ts';

export const alertNotFound = defineAdminError('ALERT_NOT_FOUND', 404, 'Alert not found', 'No alert has this id.');
export const alertIsOver = defineAdminError(
  'ALERT_IS_OVER',
  409,
  'The alert is over',
  'Only an open alert can be acknowledged; the cause of this one is gone, or an administrator has resolved it.',
);
