import { Type } from 'typebox';
import { defineSetting } from '../../../platform/settings/settings.ts';

export const decisionFactorMinutesSetting = defineSetting({
  key: 'decisionFactorMinutes',
  description:
    'An administrator who decides on money must have verified their second factor (`POST /payment/2fa/verify`) on the ' +
    'same session within this many minutes; 0 means that it is not asked for.',
  schema: Type.Integer({ minimum: 0, maximum: 1_440 }),
  default: 15,
  sandboxDefault: 0,
  weakenedBy: 'RAISED_OR_ZERO',
});

export const twoPersonCentsSetting = defineSetting({
  key: 'twoPersonCents',
  description:
    'What one administrator may give away on a São Paulo day, and what one player may be given by single administrators, in ' +
    'cents of BRL. Beyond it each decision needs two administrators; 0 means that one is always enough.',
  schema: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  default: 100_000,
  sandboxDefault: 0,
  weakenedBy: 'RAISED_OR_ZERO',
});
