import { defineAdminError, defineError } from '../../../platform/errors.ts';
import type { UserStatus } from '../users/index.ts';

export const notYourSession = defineError(
  'NOT_YOUR_SESSION',
  403,
  'Not your session',
  'You have no session with this id.',
);
export const ownStatus = defineAdminError(
  'OWN_STATUS',
  400,
  'You cannot change your own status',
  'You cannot do this to your own account or record: ask another administrator.',
);
export const ownSessions = defineAdminError(
  'OWN_SESSIONS',
  403,
  'Your own sessions end by `DELETE /auth/sessions/{sessionId}` or by logging out everywhere',
  'This route ends sessions of other users.',
);
export const personForgotten = defineAdminError(
  'PERSON_FORGOTTEN',
  409,
  'This account was closed so long ago that its person is no longer known',
  'The person behind a closed account stays known for 100 days, and longer while the account owes something or is ' +
    'suspended.',
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
  {
    say: (status: UserStatus) => (status === 'BANNED' ? 'Esta conta foi banida.' : 'Esta conta está suspensa.'),
    params: (status) => ({ status }),
    examples: [['BANNED'], ['SUSPENDED']],
  },
  'The account is banned or suspended; an administrator can open it again.',
);
