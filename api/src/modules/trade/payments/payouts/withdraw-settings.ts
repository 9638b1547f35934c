import { Type } from 'typebox';
import { defineSetting } from '../../../../platform/settings/settings.ts';

const cents = Type.Integer({ minimum: 1, maximum: 100_000_000 });

export const withdrawMinSetting = defineSetting({
  key: 'withdrawMinCents',
  description: 'Smallest money withdrawal, in cents of BRL.',
  schema: cents,
  default: 2_000,
  weakenedBy: 'LOWERED',
});

export const withdrawMaxSetting = defineSetting({
  key: 'withdrawMaxCents',
  description: 'Largest money withdrawal, in cents of BRL.',
  schema: cents,
  default: 500_000,
  weakenedBy: 'RAISED',
});

export const withdrawDailyMaxSetting = defineSetting({
  key: 'withdrawDailyMaxCents',
  description:
    'Most money that a user may withdraw on a São Paulo day, in cents of BRL; withdrawals that were given back do not ' +
    'count.',
  schema: cents,
  default: 1_000_000,
  weakenedBy: 'RAISED',
});

export const withdrawConfirmMinutesSetting = defineSetting({
  key: 'withdrawConfirmMinutes',
  description: 'Minutes within which a money withdrawal must be confirmed with the second factor.',
  schema: Type.Integer({ minimum: 1, maximum: 1_440 }),
  default: 30,
  weakenedBy: 'RAISED',
});

export const withdrawReviewHoursSetting = defineSetting({
  key: 'withdrawReviewHours',
  description: 'Hours that a confirmed money withdrawal may wait for an administrator before an alert is raised.',
  schema: Type.Integer({ minimum: 1, maximum: 720 }),
  default: 24,
  weakenedBy: 'RAISED',
});
