import { Type } from 'typebox';
import { defineSetting, guardsNothing } from '../../../platform/settings/settings.ts';

export const battleWaitSetting = defineSetting({
  key: 'battleWaitMinutes',
  description: 'Minutes for which a battle waits for its last seat. Then it is cancelled and every entry is refunded.',
  schema: Type.Integer({ minimum: 1, maximum: 1_440 }),
  default: 30,
  weakenedBy: guardsNothing('a battle that waits longer is played or refunded as before'),
});
