import { Type } from 'typebox';
import { defineSetting, guardsNothing } from '../../../../platform/settings/settings.ts';

const MOST_CENTS = 1_000_000_000;

export const depositMinCentsSetting = defineSetting({
  key: 'depositMinCents',
  description: 'Smallest deposit, in cents of BRL.',
  schema: Type.Integer({ minimum: 1, maximum: MOST_CENTS }),
  default: 1_000,
  weakenedBy: 'LOWERED',
});

export const depositMaxCentsSetting = defineSetting({
  key: 'depositMaxCents',
  description: 'Largest deposit, in cents of BRL.',
  schema: Type.Integer({ minimum: 1, maximum: MOST_CENTS }),
  default: 1_000_000,
  weakenedBy: 'RAISED',
});

export const depositMinutesSetting = defineSetting({
  key: 'depositMinutes',
  description: 'Minutes for which a charge can be paid; money that arrives later is still credited.',
  schema: Type.Integer({ minimum: 5, maximum: 1_440 }),
  default: 30,
  weakenedBy: guardsNothing('money that arrives later is credited all the same'),
});

export const openDepositsSetting = defineSetting({
  key: 'openDeposits',
  description: 'Number of unpaid deposits that one user may have at a time.',
  schema: Type.Integer({ minimum: 1, maximum: 100 }),
  default: 5,
  weakenedBy: 'RAISED',
});
