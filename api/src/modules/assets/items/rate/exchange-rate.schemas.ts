import { type Static, Type } from 'typebox';
import { listOf, walkQuery } from '../../../../platform/lists.ts';
import { GivenReason, IdText, idOf, orNull, timeOf } from '../../../../platform/schemas.ts';
import { isRateStale, rateUnits } from '../items.rules.ts';
import type { HeldBackRate, RateInHistory, RateReason, ServedRate } from '../items.types.ts';
import { believedFrom, stepPercent } from '../step-guards.rules.ts';

const rateFields = {
  usdToBrl: Type.Number({ description: 'BRL for one USD' }),
  source: Type.String({ description: 'Its source' }),
  isFallback: Type.Boolean({ description: 'True while no rate that is young enough to be kept is known: 5 serves' }),
  isStale: Type.Boolean({
    description: 'True for the last good rate while there is no newer one, or the newer one waits to be confirmed',
  }),
  updatedAt: timeOf('When the source reported it last, or an administrator set it'),
};
const exampleRate = {
  usdToBrl: 5.4321,
  source: 'economia.awesomeapi.com.br',
  isFallback: false,
  isStale: false,
  updatedAt: '2026-11-15T12:00:00.000Z',
};
export const ExchangeRateView = Type.Object(rateFields, {
  title: 'ExchangeRate',
  description: 'The rate in force',
  examples: [exampleRate],
});

export function exchangeRateView(rate: ServedRate, now: Date): Static<typeof ExchangeRateView> {
  return {
    usdToBrl: Number(rate.usdToBrl),
    source: rate.source,
    isFallback: rate.isFallback,
    isStale: !rate.isFallback && (rate.isHeldBack || isRateStale(rate, now)),
    updatedAt: rate.updatedAt.toISOString(),
  };
}

const HeldBackRateView = Type.Object(
  {
    usdToBrl: Type.Number({ description: 'Rate that the source reports now' }),
    source: Type.String({ description: 'Name of the source' }),
    stepPercent: Type.Number({ description: 'Distance from the rate in force' }),
    firstSaidAt: timeOf('Since when the source reports about the same rate'),
    lastSaidAt: timeOf('When the source reported it last'),
    takenFrom: orNull(
      timeOf('When it comes into force, if the source still reports it'),
      'When it comes into force, if the source still reports it; null: only when an administrator confirms it',
    ),
  },
  { title: 'HeldBackRate', description: 'A rate of the source that is held back' },
);
const exampleHeldBack = {
  usdToBrl: 54.321,
  source: 'economia.awesomeapi.com.br',
  stepPercent: 900,
  firstSaidAt: '2026-11-15T12:05:00.000Z',
  lastSaidAt: '2026-11-15T12:12:00.000Z',
  takenFrom: null,
};

export const GuardedRateView = Type.Object(
  {
    ...rateFields,
    heldUntil: orNull(
      timeOf('Until when an administrator keeps the source from being asked'),
      'Until when an administrator keeps the source from being asked; null: it is asked as usual',
    ),
    heldBack: orNull(
      HeldBackRateView,
      'The rate of the source that is held back; null if the source reports the rate in force',
    ),
  },
  { title: 'GuardedExchangeRate', examples: [{ ...exampleRate, heldUntil: null, heldBack: exampleHeldBack }] },
);

export function guardedRateView(
  rate: ServedRate,
  held: HeldBackRate | null,
  now: Date,
): Static<typeof GuardedRateView> {
  const heldBack = held && {
    usdToBrl: Number(held.value),
    source: held.source,
    stepPercent: stepPercent(rateUnits(rate.usdToBrl), rateUnits(held.value)),
    firstSaidAt: held.firstSaidAt.toISOString(),
    lastSaidAt: held.lastSaidAt.toISOString(),
    takenFrom: held.waitsForPerson ? null : believedFrom(held).toISOString(),
  };
  return { ...exchangeRateView(rate, now), heldUntil: rate.heldUntil?.toISOString() ?? null, heldBack };
}

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

const RateInHistoryView = Type.Object(
  {
    id: idOf('Id of the entry'),
    usdToBrl: Type.Number({ description: 'BRL for one USD' }),
    source: Type.String({ description: 'Its source; `administrator` where it was set by hand' }),
    reason: Type.Unsafe<RateReason>({
      type: 'string',
      enum: ['FIRST', 'WITHIN_LIMITS', 'SAID_FOR_AN_HOUR', 'CONFIRMED', 'FALLBACK', 'SET_BY_HAND'],
      description:
        'Why it was taken. CONFIRMED and SET_BY_HAND: by an administrator, beyond the limits and within them',
    }),
    confirmedBy: orNull(IdText, 'The administrator who confirmed or set it; null: it was taken without one'),
    note: orNull(Type.String(), 'Why an administrator set or confirmed it; null without a reason'),
    takenAt: timeOf('From when on it was in force'),
    replacedAt: orNull(timeOf('Until when'), 'Until when; null: it still is'),
  },
  { title: 'PastExchangeRate', description: 'A rate that was in force' },
);
export const RateHistoryQuery = walkQuery('Only rates taken before this one', {});
export const RateHistory = listOf(RateInHistoryView, {
  examples: [
    {
      data: [
        {
          id: '7',
          usdToBrl: 5.42,
          source: 'administrator',
          reason: 'SET_BY_HAND',
          confirmedBy: '1',
          note: 'The source has been silent since yesterday',
          takenAt: '2026-11-15T12:00:00.000Z',
          replacedAt: null,
        },
      ],
      meta: { page: 1, limit: 20, total: 1 },
    },
  ],
});

export function rateInHistoryView(rate: RateInHistory): Static<typeof RateInHistoryView> {
  const { id, usdToBrl, source, reason, confirmedBy, note, takenAt, replacedAt } = rate;
  return {
    id,
    usdToBrl: Number(usdToBrl),
    source,
    reason,
    confirmedBy,
    note,
    takenAt: takenAt.toISOString(),
    replacedAt: replacedAt?.toISOString() ?? null,
  };
}

export const ConfirmedRate = Type.Object(
  {
    usdToBrl: Type.Number({ description: 'The rate that is held back, as it was shown' }),
    reason: GivenReason,
  },
  { examples: [{ usdToBrl: 54.321, reason: 'The central bank has announced it' }] },
);
