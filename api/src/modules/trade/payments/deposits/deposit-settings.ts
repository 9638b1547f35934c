import { Type } from 'typebox';
import { defineSetting } from '../../../../platform/settings.ts';

const MOST_CENTS = 1_000_000_000;

export const depositMinCentsSetting = defineSetting({
  key: 'depositMinCents',
  description: 'The least that may be deposited at once, in cents of BRL',
  schema: Type.Integer({ minimum: 1, maximum: MOST_CENTS }),
  default: 1_000,
});

export const depositMaxCentsSetting = defineSetting({
  key: 'depositMaxCents',
  description: 'The most that may be deposited at once, in cents of BRL',
  schema: Type.Integer({ minimum: 1, maximum: MOST_CENTS }),
  default: 1_000_000,
});

export const depositMinutesSetting = defineSetting({
  key: 'depositMinutes',
  description: 'How long a charge can be paid, in minutes; money that arrives later is credited all the same',
  schema: Type.Integer({ minimum: 5, maximum: 1_440 }),
  default: 30,
});

export const openDepositsSetting = defineSetting({
  key: 'openDeposits',
  description: 'How many deposits of one user may wait to be paid at once',
  schema: Type.Integer({ minimum: 1, maximum: 100 }),
  default: 5,
});
