import { Type } from 'typebox';
import { defineSetting } from '../../../../platform/settings.ts';

const cents = Type.Integer({ minimum: 1, maximum: 100_000_000 });

export const withdrawMinSetting = defineSetting({
  key: 'withdrawMinCents',
  description: 'The least money that is withdrawn at once, in cents of BRL',
  schema: cents,
  default: 2_000,
});

export const withdrawMaxSetting = defineSetting({
  key: 'withdrawMaxCents',
  description: 'The most money that is withdrawn at once, in cents of BRL',
  schema: cents,
  default: 500_000,
});

export const withdrawDailyMaxSetting = defineSetting({
  key: 'withdrawDailyMaxCents',
  description: 'The most money that a user withdraws on a day of São Paulo, in cents of BRL; what came back counts not',
  schema: cents,
  default: 1_000_000,
});

export const withdrawConfirmMinutesSetting = defineSetting({
  key: 'withdrawConfirmMinutes',
  description: 'Minutes within which a money withdrawal must be confirmed with the second factor',
  schema: Type.Integer({ minimum: 1, maximum: 1_440 }),
  default: 30,
});

export const withdrawReviewHoursSetting = defineSetting({
  key: 'withdrawReviewHours',
  description: 'Hours that a confirmed money withdrawal may wait for an administrator before an alert is raised',
  schema: Type.Integer({ minimum: 1, maximum: 720 }),
  default: 24,
});
