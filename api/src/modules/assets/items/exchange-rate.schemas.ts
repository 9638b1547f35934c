import { type Static, Type } from 'typebox';
import { orNull, timeOf } from '../../../platform/schemas.ts';
import { isRateStale, rateUnits } from './items.rules.ts';
import type { HeldBackRate, ServedRate } from './items.types.ts';
import { believedFrom, stepPercent } from './step-guards.rules.ts';

const rateFields = {
  usdToBrl: Type.Number({ description: 'BRL for one USD' }),
  source: Type.String({ description: 'Who told it' }),
  isFallback: Type.Boolean({ description: 'True while no rate that is young enough to be kept is known: 5 serves' }),
  isStale: Type.Boolean({
    description: 'True for the last good rate while there is no newer one, or the newer one waits to be confirmed',
  }),
  updatedAt: timeOf('When the source said it last'),
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
    usdToBrl: Type.Number({ description: 'As the source says now' }),
    source: Type.String({ description: 'Who says it' }),
    stepPercent: Type.Number({ description: 'How far it is from the rate in force' }),
    firstSaidAt: timeOf('Since when the source says about the same'),
    lastSaidAt: timeOf('When the source said it last'),
    takenFrom: orNull(
      timeOf('When it is taken, if the source still says it'),
      'When it is taken, if the source still says it; null: only when an administrator confirms it',
    ),
  },
  { title: 'HeldBackRate', description: 'What the source says and is not taken' },
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
    heldBack: orNull(HeldBackRateView, 'What the source says and is not taken; null where that is the rate in force'),
  },
  { title: 'GuardedExchangeRate', examples: [{ ...exampleRate, heldBack: exampleHeldBack }] },
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
  return { ...exchangeRateView(rate, now), heldBack };
}

export const ConfirmedRate = Type.Object(
  { usdToBrl: Type.Number({ description: 'The rate that is held back, as it was shown' }) },
  { examples: [{ usdToBrl: 54.321 }] },
);
