import { Type } from 'typebox';
import { defineSetting } from '../../../platform/settings.ts';

export const battleWaitSetting = defineSetting({
  key: 'battleWaitMinutes',
  description: 'How long a battle waits for its last seat, in minutes: then it is cancelled and every entry given back',
  schema: Type.Integer({ minimum: 1, maximum: 1_440 }),
  default: 30,
});
