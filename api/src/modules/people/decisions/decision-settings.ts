import { Type } from 'typebox';
import { defineSetting } from '../../../platform/settings.ts';

export const decisionFactorMinutesSetting = defineSetting({
  key: 'decisionFactorMinutes',
  description:
    'Who decides on money must have given their second factor (`POST /payment/2fa/verify`) within so many minutes, on the ' +
    'same session; 0: it is not asked for',
  schema: Type.Integer({ minimum: 0, maximum: 1_440 }),
  default: 15,
  sandboxDefault: 0,
});

export const twoPersonCentsSetting = defineSetting({
  key: 'twoPersonCents',
  description: 'Decisions on more than so many cents of BRL take two administrators; 0: one is enough for any sum',
  schema: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  default: 100_000,
  sandboxDefault: 0,
});
