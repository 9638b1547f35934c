import { Type } from 'typebox';
import { defineSetting } from '../../../platform/settings.ts';

const Percent = Type.Integer({ minimum: 1, maximum: 1_000, 'x-fault': 'must be a whole number from 1 to 1000' });

export const maxRateStepSetting = defineSetting({
  key: 'maxRateStepPercent',
  description:
    'By how many percent a new exchange rate may differ from any in force in the last ten minutes. A higher one waits ' +
    'for an administrator, a lower one for that or for the source to have said it for an hour.',
  schema: Percent,
  default: 5,
});

export const maxDailyRateStepSetting = defineSetting({
  key: 'maxDailyRateStepPercent',
  description:
    'By how many percent a new exchange rate may differ from any in force in the last day and the last one known, and ' +
    'what all rises of a day may come to together. One beyond waits for an administrator, however long it is said.',
  schema: Type.Integer({ minimum: 1, maximum: 90, 'x-fault': 'must be a whole number from 1 to 90' }),
  default: 20,
});

export const rateKeepHoursSetting = defineSetting({
  key: 'rateKeepHours',
  description:
    'For how many hours the last exchange rate serves while the source is silent; after that 5 does, where that is ' +
    'within the limits for rates.',
  schema: Type.Integer({ minimum: 1, maximum: 720, 'x-fault': 'must be a whole number from 1 to 720' }),
  default: 24,
});

export const maxPriceStepSetting = defineSetting({
  key: 'maxPriceStepPercent',
  description:
    'By how many percent a sync may change the price of an item. A higher price waits for an administrator, a lower ' +
    'one for that or for a sync that says it an hour later. By hand it takes `confirm`.',
  schema: Percent,
  default: 50,
});

export const maxDailyPriceStepSetting = defineSetting({
  key: 'maxDailyPriceStepPercent',
  description: 'The same as maxPriceStepPercent, for all prices that the item had in the last day.',
  schema: Percent,
  default: 50,
});

export const maxDailyPriceGainSetting = defineSetting({
  key: 'maxDailyPriceGainPercent',
  description:
    'By how many percent of what the items of all users are worth the syncs of a day may raise that together. What is ' +
    'beyond waits for an administrator, or for the day to pass.',
  schema: Percent,
  default: 10,
});

export const freePriceGainSetting = defineSetting({
  key: 'freePriceGainCents',
  description:
    'By how much the syncs of a day may raise what the items of all users are worth in any case, in cents of BRL: ' +
    'where users own little, maxDailyPriceGainPercent of it would hold back every price.',
  schema: Type.Integer({ minimum: 0, maximum: 1_000_000_000, 'x-fault': 'must be whole cents from 0 to 1000000000' }),
  default: 100_000,
});

export const GUARD_SETTINGS = [
  maxRateStepSetting,
  maxDailyRateStepSetting,
  rateKeepHoursSetting,
  maxPriceStepSetting,
  maxDailyPriceStepSetting,
  maxDailyPriceGainSetting,
  freePriceGainSetting,
];
