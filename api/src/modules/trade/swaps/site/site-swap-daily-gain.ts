import { Type } from 'typebox';
import { defineSetting } from '../../../../platform/settings.ts';

export const siteSwapDailyGainSetting = defineSetting({
  key: 'siteSwapDailyGainCents',
  description:
    'What a user may gain by site swaps on a day of São Paulo, in cents of BRL: by targets that cost up to a tenth more ' +
    'than what is given, and by targets that the market sells below the value that the platform gives for them',
  schema: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  default: 100_000,
});
