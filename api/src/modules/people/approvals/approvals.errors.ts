import { defineAdminError } from '../../../platform/errors.ts';

export const ownRecord = defineAdminError(
  'OWN_RECORD',
  403,
  'You cannot decide on a record of your own',
  'Another administrator has to do it.',
);
export const freshFactorNeeded = defineAdminError(
  'SECOND_FACTOR_NOT_FRESH',
  403,
  (minutes: number) => `Give your second factor first: POST /payment/2fa/verify, at most ${minutes} minutes before`,
  'Who decides on money has to have given their second factor on this session within `decisionFactorMinutes`.',
);
export const factorTooNew = defineAdminError(
  'SECOND_FACTOR_TOO_NEW',
  403,
  (until: Date) => `Your second factor is new: it counts for decisions from ${until.toISOString()} on`,
  'As withdrawals do, decisions wait for `withdrawalWaitHours` after a second factor was enabled: a thief could have.',
);
export const secondAdministratorNeeded = defineAdminError(
  'SECOND_ADMINISTRATOR_NEEDED',
  409,
  'Recorded as your proposal: another administrator has to ask for the same within 24 hours',
  'With what was given today the sum is above `twoPersonCents`, a setting would widen a limit or weaken a guard, or the user ' +
    'is an administrator. The call is kept; the same one by another administrator does what it says.',
);
