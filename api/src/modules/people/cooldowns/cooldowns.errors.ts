import { defineAdminError } from '../../../platform/errors.ts';

export const withdrawalsWait = defineAdminError(
  'WITHDRAWALS_WAIT',
  409,
  (until: Date) => `Withdrawals of this user wait until ${until.toISOString()}`,
  'A second factor or a Pix key of the user is new, changed or reset: approve after that time.',
);
