import { type Static, Type } from 'typebox';
import { parseCents } from '../../../../platform/money.ts';
import { centsOf, orNull, timeOf } from '../../../../platform/schemas.ts';
import type { RequestedLimit } from '../change-limits.ts';
import type { RunningBar } from '../exclusions/exclude-oneself.ts';
import {
  EXCLUSION_KINDS,
  type ExclusionKind,
  LIMIT_KINDS,
  type LimitKind,
  MAX_EXCLUSION_MONTHS,
  MAX_PAUSE_DAYS,
  PERIODS,
  type Period,
} from '../limits.types.ts';
import type { LimitState, Protection } from './read-limits.ts';

const KIND_NAMES = { DEPOSIT: 'deposit', LOSS: 'loss', WAGER: 'wager' } as const satisfies Record<LimitKind, string>;
const PERIOD_NAMES = { DAY: 'day', WEEK: 'week', MONTH: 'month' } as const satisfies Record<Period, string>;
const ASKED_NAMES = {
  DAY: 'dayCents',
  WEEK: 'weekCents',
  MONTH: 'monthCents',
} as const satisfies Record<Period, string>;

export const LimitKindText = Type.Unsafe<LimitKind>({
  title: 'LimitKind',
  type: 'string',
  enum: LIMIT_KINDS,
  description: 'Subject of the limit: deposits, losses, or stakes',
});
export const PeriodText = Type.Unsafe<Period>({
  title: 'LimitPeriod',
  type: 'string',
  enum: PERIODS,
  description: 'A day, a week from Monday, or a month, of São Paulo',
});

/** A misspelt protection is refused: nobody is left without it unawares. */
const NOTHING_ELSE = { additionalProperties: false };

const askedLimit = (period: string) =>
  Type.Optional(
    Type.Union([Type.String({ pattern: '^[0-9]{1,15}$' }), Type.Null()], {
      description: `Limit for each ${period} of São Paulo, in cents of BRL; null removes it, and a limit that is left out stays`,
      'x-fault': 'must be cents as a decimal string of at most 15 digits, or null',
    }),
  );

const askedLimits = (description: string) =>
  Type.Optional(
    Type.Object(
      {
        dayCents: askedLimit('day'),
        weekCents: askedLimit('week (Monday to Sunday)'),
        monthCents: askedLimit('month'),
      },
      { ...NOTHING_ELSE, description },
    ),
  );

export const LimitsBody = Type.Object(
  {
    deposit: askedLimits('How much may be deposited'),
    loss: askedLimits('Limit of losses: stakes less winnings'),
    wager: askedLimits('How much may be staked'),
  },
  {
    ...NOTHING_ELSE,
    examples: [{ deposit: { monthCents: '50000' }, loss: { dayCents: '10000' }, wager: { weekCents: '100000' } }],
  },
);

export function askedOf(body: Static<typeof LimitsBody>): RequestedLimit[] {
  return LIMIT_KINDS.flatMap((kind) =>
    PERIODS.flatMap((period): RequestedLimit[] => {
      const asked = body[KIND_NAMES[kind]]?.[ASKED_NAMES[period]];
      return asked === undefined ? [] : [{ kind, period, limitCents: asked === null ? null : parseCents(asked) }];
    }),
  );
}

const LimitView = Type.Object(
  {
    limitCents: orNull(centsOf('Limit of the amount'), 'Limit until `endsAt`; null: no limit'),
    usedCents: orNull(
      centsOf('Used part of the limit'),
      'Used part of the limit in this period. For losses it is negative if you have won more than you have staked; ' +
        'null if nothing is counted, since you have no limit of stakes or losses',
    ),
    endsAt: timeOf('When the period ends and the next begins with nothing used'),
    next: orNull(
      Type.Object(
        {
          limitCents: orNull(centsOf('Limit from then on'), 'Limit from then on; null: no limit'),
          from: timeOf('From when on: 24 hours after it was asked for'),
        },
        { title: 'NextLimit', description: 'A higher limit that waits' },
      ),
      'The coming limit, if a higher one or none was requested',
    ),
  },
  { title: 'PlayerLimit', description: 'A limit of yours, and its used part' },
);

const limitsOf = (description: string) =>
  Type.Object(
    { day: LimitView, week: LimitView, month: LimitView },
    { title: 'PlayerLimits', description: `${description} in the day, the week and the month` },
  );

export const BarView = Type.Object(
  {
    kind: Type.Unsafe<ExclusionKind>({
      title: 'ExclusionKind',
      type: 'string',
      enum: EXCLUSION_KINDS,
      description: 'A pause of some days, or an exclusion of some months',
    }),
    until: timeOf('When play and deposits are open again; it cannot be made earlier'),
  },
  {
    title: 'Exclusion',
    description: 'Why you may neither play nor deposit',
    examples: [{ kind: 'PAUSE', until: '2026-11-22T12:00:00.000Z' }],
  },
);

const exampleLimit = { limitCents: '10000', usedCents: '2500', endsAt: '2026-11-16T03:00:00.000Z', next: null };
const exampleLimits = { day: exampleLimit, week: exampleLimit, month: exampleLimit };
export const exampleProtection = {
  deposit: exampleLimits,
  loss: exampleLimits,
  wager: exampleLimits,
  exclusion: null,
  ageConfirmedAt: null,
};

export const ProtectionView = Type.Object(
  {
    deposit: limitsOf('Limits of deposits'),
    loss: limitsOf('Limits of losses'),
    wager: limitsOf('Limits of stakes'),
    exclusion: orNull(BarView, 'The pause or exclusion that runs; null: none'),
    ageConfirmedAt: orNull(timeOf('When you did'), 'When you confirmed to be of age; null: not yet'),
  },
  {
    title: 'PlayerProtection',
    description: 'Your settings to protect yourself',
    examples: [exampleProtection],
  },
);

export const barView = ({ kind, until }: RunningBar): Static<typeof BarView> => ({ kind, until: until.toISOString() });

const textOrNull = (cents: bigint | null) => (cents === null ? null : cents.toString());

const limitView = ({ limitCents, usedCents, endsAt, next }: LimitState): Static<typeof LimitView> => ({
  limitCents: textOrNull(limitCents),
  usedCents: textOrNull(usedCents),
  endsAt: endsAt.toISOString(),
  next: next === null ? null : { limitCents: textOrNull(next.limitCents), from: next.from.toISOString() },
});

export function protectionView({ limits, bar, ageConfirmedAt }: Protection): Static<typeof ProtectionView> {
  const viewOf = (kind: LimitKind) =>
    Object.fromEntries(
      limits.filter((limit) => limit.kind === kind).map((limit) => [PERIOD_NAMES[limit.period], limitView(limit)]),
    ) as Record<(typeof PERIOD_NAMES)[Period], Static<typeof LimitView>>;
  return {
    deposit: viewOf('DEPOSIT'),
    loss: viewOf('LOSS'),
    wager: viewOf('WAGER'),
    exclusion: bar === null ? null : barView(bar),
    ageConfirmedAt: ageConfirmedAt?.toISOString() ?? null,
  };
}

export const ExclusionBody = Type.Object(
  {
    kind: Type.Unsafe<ExclusionKind>({
      type: 'string',
      enum: EXCLUSION_KINDS,
      description: 'PAUSE for some days, EXCLUSION for some months',
    }),
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_PAUSE_DAYS,
        default: 1,
        description: 'For a pause: its length in days of 24 hours',
      }),
    ),
    months: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_EXCLUSION_MONTHS,
        default: 6,
        description: 'For an exclusion: its length in whole months',
      }),
    ),
    confirm: Type.Literal(true, {
      description: 'You know that it cannot be ended early',
      'x-fault': 'must be true',
    }),
  },
  { ...NOTHING_ELSE, examples: [{ kind: 'PAUSE', days: 7, confirm: true }] },
);

export const AgeBody = Type.Object(
  { isAdult: Type.Literal(true, { description: 'That you are 18 or older', 'x-fault': 'must be true' }) },
  { examples: [{ isAdult: true }] },
);
export const AgeView = Type.Object(
  { ageConfirmedAt: timeOf('When you first confirmed it') },
  { title: 'AgeConfirmation', examples: [{ ageConfirmedAt: '2026-11-15T12:00:00.000Z' }] },
);
