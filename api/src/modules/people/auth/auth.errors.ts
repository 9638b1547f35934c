import { AppError } from '../../../platform/errors.ts';
import type { UserStatus } from '../users/index.ts';
import type { AssertionFault } from './openid.rules.ts';

export const notYourSession = () => new AppError(403, 'Not your session');
export const ownStatus = () => new AppError(400, 'You cannot change your own status');
export const deviceMismatch = () => new AppError(401, 'Device mismatch');
export const accountClosed = (status: UserStatus) =>
  new AppError(403, status === 'BANNED' ? 'This account is banned' : 'This account is suspended');

const ASSERTION_FAULTS: Readonly<Record<AssertionFault, string>> = {
  cancelled: 'The login was cancelled',
  malformed: 'The login answer is incomplete or malformed',
  'foreign-provider': 'The login answer comes from another provider',
  'foreign-return': 'The login answer was issued for another site or browser',
  'foreign-identity': 'The login answer names no account of the provider',
  unsigned: 'The login answer is not fully signed',
  stale: 'The login answer is too old',
};

export const loginRefused = (fault: AssertionFault) => new AppError(400, ASSERTION_FAULTS[fault]);
export const loginStateMissing = () => new AppError(400, 'This login was not started in this browser');
export const loginUsedBefore = () => new AppError(400, 'This login answer was used before');
export const loginNotConfirmed = () => new AppError(401, 'The provider did not confirm the login');
export const providerUnavailable = (cause: unknown) =>
  new AppError(503, 'The login provider did not answer', { headers: { 'retry-after': '5' }, cause });
