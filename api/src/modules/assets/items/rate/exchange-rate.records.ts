import { type Static, Type } from 'typebox';
import { defineAdminError } from '../../../../platform/errors.ts';
import { listOf, walkQuery } from '../../../../platform/lists.ts';
import type { Cents } from '../../../../platform/money.ts';
import { flag, id, number, orNull, part, record, string, time } from '../../../../platform/record.ts';
import { GivenReason } from '../../../../platform/schemas.ts';
import { ownedWorth } from '../items.records.ts';
import { type HeldBackRate, isRateStale, RATE_REASONS, rateUnits, type ServedRate } from '../items.rules.ts';
import { believedFrom, stepPercent } from '../step-guards.rules.ts';

export const noRateHeldBack = defineAdminError(
  'NO_RATE_HELD_BACK',
  409,
  'No exchange rate is held back',
  'There is nothing to confirm: the source reports the rate in force.',
);
export const anotherRateHeldBack = defineAdminError(
  'ANOTHER_RATE_HELD_BACK',
  409,
  (usdToBrl: string) => `Another exchange rate is held back by now: ${usdToBrl}. Look again, then confirm`,
  'The source reports another rate than the one that you saw: look again, then confirm.',
);
export interface RateEffect {
  inForce: string;
  newRate: string;
  stepPercent: number;
  /** The present and the new worth of the items of all users, in BRL. */
  ownedFromCents: Cents;
  ownedToCents: Cents;
}

export const rateNotConfirmed = defineAdminError(
  'RATE_NOT_CONFIRMED',
  409,
  ({ inForce, newRate, stepPercent }: RateEffect) =>
    `${newRate} is ${stepPercent} percent from ${inForce} or too far from the rates of the last day: with ` +
    '`confirm: true` it is set all the same',
  'The new rate is beyond `maxRateStepPercent` or `maxDailyRateStepPercent`. `errors` has the present and the new ' +
    'worth of the items of all users: repeat the request with `confirm: true` if that is intended.',
  ownedWorth,
);
const SOURCE = 'economia.awesomeapi.com.br';
const rateFields = {
  usdToBrl: number('BRL for one USD', 5.4321),
  source: string('Its source', SOURCE),
  isFallback: flag('True while no rate that is young enough to be kept is known: 5 serves', false),
  isStale: flag(
    'True for the last good rate while there is no newer one, or the newer one waits to be confirmed',
    false,
  ),
  updatedAt: time('When the source reported it last, or an administrator set it'),
};
export const ExchangeRateView = record('ExchangeRate', 'The rate in force', rateFields);

export const exchangeRateView = (rate: ServedRate, now: Date): Static<typeof ExchangeRateView> => ({
  ...rate,
  usdToBrl: Number(rate.usdToBrl),
  isStale: !rate.isFallback && (rate.isHeldBack || isRateStale(rate, now)),
});

const HeldBackRateView = record('HeldBackRate', 'A rate of the source that is held back', {
  usdToBrl: number('Rate that the source reports now', 54.321),
  source: string('Name of the source', SOURCE),
  stepPercent: number('Distance from the rate in force', 900),
  firstSaidAt: time('Since when the source reports about the same rate', '2026-11-15T12:05:00.000Z'),
  lastSaidAt: time('When the source reported it last', '2026-11-15T12:12:00.000Z'),
  takenFrom: orNull(
    time('When it comes into force, if the source still reports it'),
    'When it comes into force, if the source still reports it; null: only when an administrator confirms it',
    null,
  ),
});

export const GuardedRateView = record('GuardedExchangeRate', 'The rate in force, and one that is held back', {
  ...rateFields,
  heldUntil: orNull(
    time('Until when an administrator keeps the source from being asked'),
    'Until when an administrator keeps the source from being asked; null: it is asked as usual',
    null,
  ),
  heldBack: orNull(
    part(HeldBackRateView, 'A rate of the source that is held back'),
    'The rate of the source that is held back; null if the source reports the rate in force',
  ),
});

export const guardedRateView = (
  rate: ServedRate,
  held: HeldBackRate | null,
  now: Date,
): Static<typeof GuardedRateView> => ({
  ...exchangeRateView(rate, now),
  heldUntil: rate.heldUntil,
  heldBack: held && {
    ...held,
    usdToBrl: Number(held.value),
    stepPercent: stepPercent(rateUnits(rate.usdToBrl), rateUnits(held.value)),
    takenFrom: held.waitsForPerson ? null : believedFrom(held),
  },
});

export const RateByHand = Type.Object(
  {
    usdToBrl: Type.Number({ minimum: 0.5, maximum: 100, description: 'BRL for one USD' }),
    reason: Type.String({ minLength: 1, maxLength: 500, description: 'Why; for the history and the audit trail' }),
    holdHours: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 720,
        description:
          'Hours during which the source is not asked. Without it the next rate of the source that is within the ' +
          'limits takes over',
      }),
    ),
    confirm: Type.Optional(
      Type.Boolean({ description: 'True: set it although it is beyond the limits for rates', default: false }),
    ),
  },
  {
    title: 'RateByHand',
    examples: [{ usdToBrl: 5.42, reason: 'The source has been silent since yesterday', holdHours: 24 }],
  },
);

export const RateHistoryQuery = walkQuery('Only rates taken before this one', {});
export const RateHistory = listOf(
  record('PastExchangeRate', 'A rate that was in force', {
    id: id<'taken-rate'>('Id of the entry'),
    usdToBrl: number('BRL for one USD', 5.42),
    source: string('Its source; `administrator` where it was set by hand', 'administrator'),
    reason: Type.Unsafe<(typeof RATE_REASONS)[number]>({
      type: 'string',
      enum: [...RATE_REASONS],
      description:
        'Why it was taken. CONFIRMED and SET_BY_HAND: by an administrator, beyond the limits and within them',
      examples: ['SET_BY_HAND'],
    }),
    confirmedBy: orNull(
      id<'user'>('The administrator'),
      'The administrator who confirmed or set it; null: it was taken without one',
    ),
    note: orNull(
      string('Why', 'The source has been silent since yesterday'),
      'Why an administrator set or confirmed it; null without a reason',
    ),
    takenAt: time('From when on it was in force'),
    replacedAt: orNull(time('Until when'), 'Until when; null: it still is', null),
  }),
);

export const ConfirmedRate = Type.Object(
  {
    usdToBrl: Type.Number({ description: 'The rate that is held back, as it was shown' }),
    reason: GivenReason,
  },
  { examples: [{ usdToBrl: 54.321, reason: 'The central bank has announced it' }] },
);
