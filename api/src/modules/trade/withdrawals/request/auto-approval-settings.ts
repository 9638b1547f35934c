import { Type } from 'typebox';
import { defineSetting } from '../../../../platform/settings.ts';

export const autoApprovalDailyLimitSetting = defineSetting({
  key: 'autoApprovalDailyLimitCents',
  description:
    'What the items that a user withdraws on a day of São Paulo without review may be worth together, in cents of USD; ' +
    '0: every withdrawal is reviewed',
  schema: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
  default: 10_000,
});

export const autoApprovalMinAccountHoursSetting = defineSetting({
  key: 'autoApprovalMinAccountHours',
  description: 'How old an account must be before anything that it withdraws needs no review, in hours',
  schema: Type.Integer({ minimum: 0, maximum: 8_760 }),
  default: 24,
});

/** What was longer ago concerns nobody, whatever the setting says. */
export const MAX_QUIET_HOURS = 8_760;

export const autoApprovalQuietHoursSetting = defineSetting({
  key: 'autoApprovalQuietHours',
  description:
    'For how many hours no security entry may have been written for a user (a strange address or device, a second ' +
    'factor locked, disabled or recovered) before what they withdraw needs no review',
  schema: Type.Integer({ minimum: 0, maximum: MAX_QUIET_HOURS }),
  default: 24,
});
