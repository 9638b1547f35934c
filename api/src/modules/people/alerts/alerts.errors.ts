import { defineError } from '../../../platform/errors.ts';

export const alertNotFound = defineError('ALERT_NOT_FOUND', 404, 'Alert not found', 'No alert has this id.');
