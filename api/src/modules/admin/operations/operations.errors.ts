import { defineAdminError, validationFailed } from '../../../platform/errors.ts';
import type { PausedPlay } from './paused-plays.ts';

export const noSettingNamed = () => validationFailed([{ field: 'body', message: 'must name at least one setting' }]);

/** To an administrator who has not said that this is meant. */
export const wouldPause = defineAdminError(
  'SETTING_WOULD_PAUSE',
  409,
  'This would pause what can be played now: with `confirm: true` it is done all the same',
  'The new value would pause the cases and shots that `errors` lists: repeat it with `confirm: true` where it is meant.',
  (plays: readonly PausedPlay[]) => ({ errors: plays.map(({ field, message }) => ({ field, message })) }),
);
