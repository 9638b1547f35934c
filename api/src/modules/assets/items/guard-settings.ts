import { Type } from 'typebox';
import { defineSetting } from '../../../platform/settings.ts';

const Percent = Type.Integer({ minimum: 1, maximum: 1_000, 'x-fault': 'must be a whole number from 1 to 1000' });

export const maxRateStepSetting = defineSetting({
  key: 'maxRateStepPercent',
  description:
    'By how many percent a new exchange rate may differ from any in force in the last ten minutes. One beyond waits for ' +
    'an administrator, or for the source to have said it for an hour.',
  schema: Percent,
  default: 5,
});

export const maxDailyRateStepSetting = defineSetting({
  key: 'maxDailyRateStepPercent',
  description: 'The same as maxRateStepPercent, for the rates in force in the last day and the last one known.',
  schema: Percent,
  default: 20,
});

export const rateKeepHoursSetting = defineSetting({
  key: 'rateKeepHours',
  description: 'For how many hours the last exchange rate serves while there is no new one; after that 5 does.',
  schema: Type.Integer({ minimum: 1, maximum: 720, 'x-fault': 'must be a whole number from 1 to 720' }),
  default: 24,
});

export const maxPriceStepSetting = defineSetting({
  key: 'maxPriceStepPercent',
  description:
    'By how many percent a sync may change the price of an item. A price beyond waits for an administrator, or for a ' +
    'sync that says it an hour later.',
  schema: Percent,
  default: 50,
});
