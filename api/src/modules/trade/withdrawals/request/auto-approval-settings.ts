import { Type } from 'typebox';
import { defineSetting } from '../../../../platform/settings/settings.ts';

export const autoApprovalDailyLimitSetting = defineSetting({
  key: 'autoApprovalDailyLimitCents',
  description:
    'Value of the items that a user may withdraw on a São Paulo day without review, in cents of USD; 0 means that ' +
    'every withdrawal is reviewed.',
  schema: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
  unit: 'USD_CENTS',
  default: 10_000,
  weakenedBy: 'RAISED',
});

export const autoApprovalMinAccountHoursSetting = defineSetting({
  key: 'autoApprovalMinAccountHours',
  description: 'Age from which an account can withdraw items without review, in hours.',
  schema: Type.Integer({ minimum: 0, maximum: 8_760 }),
  default: 24,
  weakenedBy: 'LOWERED',
});

/** What was longer ago concerns nobody, whatever the setting says. */
export const MAX_QUIET_HOURS = 8_760;

export const autoApprovalQuietHoursSetting = defineSetting({
  key: 'autoApprovalQuietHours',
  description:
    'Hours without a security event (an unexpected address or device; a second factor locked, disabled or recovered) after ' +
    'which a user can withdraw items without review.',
  schema: Type.Integer({ minimum: 0, maximum: MAX_QUIET_HOURS }),
  default: 24,
  weakenedBy: 'LOWERED',
});
