import { defineError } from '../../../platform/errors.ts';
import type { UserStatus } from '../users/index.ts';
import type { AssertionFault } from './openid.rules.ts';

export const notYourSession = defineError(
  'NOT_YOUR_SESSION',
  403,
  'Not your session',
  'You have no session with this id.',
);
export const ownStatus = defineError(
  'OWN_STATUS',
  400,
  'You cannot change your own status',
  'Another administrator has to do it.',
);
export const deviceMismatch = defineError(
  'DEVICE_MISMATCH',
  401,
  'Device mismatch',
  'The session belongs to another device: log in on this one.',
);
export const accountClosed = defineError(
  'ACCOUNT_CLOSED',
  403,
  (status: UserStatus) => (status === 'BANNED' ? 'This account is banned' : 'This account is suspended'),
  'The account is banned or suspended; an administrator can open it again.',
);

const ASSERTION_FAULTS: Readonly<Record<AssertionFault, string>> = {
  cancelled: 'The login was cancelled',
  malformed: 'The login answer is incomplete or malformed',
  'foreign-provider': 'The login answer comes from another provider',
  'foreign-return': 'The login answer was issued for another site or browser',
  'foreign-identity': 'The login answer names no account of the provider',
  unsigned: 'The login answer is not fully signed',
  stale: 'The login answer is too old',
};

export const loginRefused = defineError(
  'LOGIN_REFUSED',
  400,
  (fault: AssertionFault) => ASSERTION_FAULTS[fault],
  'What the provider sent back does not prove a login, or was cancelled: begin again.',
);
export const loginStateMissing = defineError(
  'LOGIN_STATE_MISSING',
  400,
  'This login was not started in this browser',
  'The cookie of the login that was begun is missing: begin again in this browser.',
);
export const loginUsedBefore = defineError(
  'LOGIN_USED_BEFORE',
  400,
  'This login answer was used before',
  'An answer of the provider serves for one login: begin again.',
);
export const loginNotConfirmed = defineError(
  'LOGIN_NOT_CONFIRMED',
  401,
  'The provider did not confirm the login',
  'The provider says that the answer is not its own.',
);
export const providerUnavailable = defineError(
  'LOGIN_PROVIDER_UNAVAILABLE',
  503,
  'The login provider did not answer',
  'The provider could not be asked: try again after `Retry-After`.',
  (cause: unknown) => ({ headers: { 'retry-after': '5' }, cause }),
);
