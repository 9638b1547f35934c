import { defineAdminError } from '../../../platform/errors.ts';

export const ownRecord = defineAdminError(
  'OWN_RECORD',
  403,
  'You cannot decide on a record of your own',
  'You cannot do this to your own account or record: ask another administrator.',
);
export const freshFactorNeeded = defineAdminError(
  'SECOND_FACTOR_NOT_FRESH',
  403,
  (minutes: number) => `Give your second factor first: POST /payment/2fa/verify, at most ${minutes} minutes before`,
  'A decision on money needs a second factor that was given on this session within `decisionFactorMinutes`.',
);
export const factorTooNew = defineAdminError(
  'SECOND_FACTOR_TOO_NEW',
  403,
  (until: Date) => `Your second factor is new: it counts for decisions from ${until.toISOString()} on`,
  'Decisions wait for `withdrawalWaitHours` after a second factor was enabled, as withdrawals do, since a thief ' +
    'could have enabled it.',
);
export const secondAdministratorNeeded = defineAdminError(
  'SECOND_ADMINISTRATOR_NEEDED',
  409,
  'Recorded as your proposal: another administrator has to send the same request within 24 hours',
  'With the amounts of today the sum is above `twoPersonCents`, a setting would widen a limit or weaken a guard, or ' +
    'the user is an administrator. The request is kept; the same request by another administrator carries it out.',
);
