import { defineAdminError, validationFailed } from '../../../platform/errors.ts';
import type { PausedPlay } from './paused-plays.ts';

export const noSettingNamed = () => validationFailed([{ field: 'body', message: 'must name at least one setting' }]);

/** To an administrator who has not said that this is meant. */
export const wouldPause = defineAdminError(
  'SETTING_WOULD_PAUSE',
  409,
  'This would pause games that can be played now: repeat it with `confirm: true` if that is intended',
  'The new value would pause the cases and shots that `errors` lists: repeat the request with `confirm: true` if ' +
    'that is intended.',
  (plays: readonly PausedPlay[]) => ({ errors: plays.map(({ field, message }) => ({ field, message })) }),
);
