import { Type } from 'typebox';
import { DAY_TIME_ZONE } from '../../../platform/days.ts';
import { type AppError, defineError, unauthorized } from '../../../platform/errors.ts';
import { formatBrl, parseCents } from '../../../platform/money.ts';
import { cents, oneOf, orNull, part, record, type Static, time } from '../../../platform/record.ts';
import type { PlayGuard } from '../wallet/index.ts';
import {
  EXCLUSION_KINDS,
  type ExclusionKind,
  LIMIT_KINDS,
  type LimitFault,
  type LimitKind,
  type LimitState,
  MAX_EXCLUSION_MONTHS,
  MAX_PAUSE_DAYS,
  PERIODS,
  type Period,
  type Protection,
  type RequestedLimit,
} from './limits.rules.ts';

const moments = new Intl.DateTimeFormat('pt-BR', { timeZone: DAY_TIME_ZONE, dateStyle: 'short', timeStyle: 'short' });
const momentText = (moment: Date) => moments.format(moment).replace(', ', ' às ');

const EXAMPLE_END = new Date('2026-11-15T15:00:00Z');
const untilText = (say: (until: string) => string) => ({
  say: (until: Date) => say(momentText(until)),
  params: (until: Date) => ({ until: until.toISOString() }),
  examples: [[EXAMPLE_END]] as [[Date]],
});

const WHAT_STAYS = 'Jogos, depósitos e trocas com o site voltam depois disso; vendas e saques continuam abertos.';

const playPaused = defineError(
  'PLAY_PAUSED',
  403,
  untilText((until) => `Sua conta está em pausa até ${until}. ${WHAT_STAYS}`),
  'The user has paused play, deposits and swaps with the site, and the pause cannot be ended early. Selling and ' +
    'withdrawing stay open.',
);
const selfExcluded = defineError(
  'SELF_EXCLUDED',
  403,
  untilText((until) => `Você se autoexcluiu até ${until}. ${WHAT_STAYS}`),
  'The user has excluded themselves from play, deposits and swaps with the site, and the exclusion cannot be ended ' +
    'early. Selling and withdrawing stay open.',
);

/** A closed account has no session, so its last requests are unauthorized. */
export function barRefusal({ bar }: Pick<PlayGuard, 'bar'>, now: Date): AppError | null {
  if (bar === null) return null;
  if (bar.kind === 'CLOSED') return unauthorized();
  if (bar.until <= now) return null;
  return bar.kind === 'PAUSE' ? playPaused(bar.until) : selfExcluded(bar.until);
}

const PERIOD_TEXTS: Readonly<Record<Period, string>> = { DAY: 'diário', WEEK: 'semanal', MONTH: 'mensal' };

const limitText = (kind: LimitKind, what: string) => ({
  say: ({ period, limitCents, leftCents, endsAt }: LimitFault) =>
    `Seu limite ${PERIOD_TEXTS[period]} de ${what} é de ${formatBrl(limitCents)}: restam ` +
    `${formatBrl(leftCents)} até ${momentText(endsAt)}.`,
  params: ({ period, limitCents, leftCents, endsAt }: LimitFault) => ({
    period,
    limitCents: limitCents.toString(),
    leftCents: leftCents.toString(),
    endsAt: endsAt.toISOString(),
  }),
  examples: [[{ kind, period: 'DAY', limitCents: 10_000n, leftCents: 2_500n, endsAt: EXAMPLE_END }]] as [[LimitFault]],
});

const wagerLimitReached = defineError(
  'WAGER_LIMIT_REACHED',
  403,
  limitText('WAGER', 'apostas'),
  'The stake would pass the limit of wagers that the user has set; the message has the rest of the limit and the end ' +
    'of the period.',
);
const lossLimitReached = defineError(
  'LOSS_LIMIT_REACHED',
  403,
  limitText('LOSS', 'perdas'),
  'The stake, if lost, would pass the limit of losses that the user has set; the message has the rest of the limit ' +
    'and the end of the period.',
);
const depositLimitReached = defineError(
  'DEPOSIT_LIMIT_REACHED',
  403,
  limitText('DEPOSIT', 'depósitos'),
  'The deposit would pass the limit of deposits that the user has set; the message has the rest of the limit and the ' +
    'end of the period.',
);

const LIMIT_ERRORS: Readonly<Record<LimitKind, (fault: LimitFault) => AppError>> = {
  WAGER: wagerLimitReached,
  LOSS: lossLimitReached,
  DEPOSIT: depositLimitReached,
};

export const limitRefusal = (fault: LimitFault): AppError => LIMIT_ERRORS[fault.kind](fault);

export const ageNotConfirmed = defineError(
  'AGE_NOT_CONFIRMED',
  403,
  'Confirme que você tem 18 anos ou mais antes do primeiro depósito.',
  'The user must confirm to be of age before the first deposit, by `PUT /user/age-confirmation`.',
);
export const exclusionOnlyLengthens = defineError(
  'EXCLUSION_ONLY_LENGTHENS',
  409,
  untilText((until) => `Sua pausa ou autoexclusão já vale até ${until} e só pode ser prolongada.`),
  'A pause or an exclusion that ends at the same time or later is under way: it can only be lengthened.',
);

export const DEPOSITS_FACT = 'deposits';

const KIND_NAMES = { DEPOSIT: 'deposit', LOSS: 'loss', WAGER: 'wager' } as const satisfies Record<LimitKind, string>;
const PERIOD_NAMES = { DAY: 'day', WEEK: 'week', MONTH: 'month' } as const satisfies Record<Period, string>;

export const LimitKindText = oneOf(LIMIT_KINDS, 'LimitKind', 'Subject of the limit: deposits, losses, or stakes');
export const PeriodText = oneOf(PERIODS, 'LimitPeriod', 'A day, a week from Monday, or a month, of São Paulo');

/** A misspelt limit is refused, so that nobody lacks it unawares. */
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

export const askedOf = (body: Static<typeof LimitsBody>): RequestedLimit[] =>
  LIMIT_KINDS.flatMap((kind) =>
    PERIODS.flatMap((period): RequestedLimit[] => {
      const asked = body[KIND_NAMES[kind]]?.[`${PERIOD_NAMES[period]}Cents`];
      return asked === undefined ? [] : [{ kind, period, limitCents: asked === null ? null : parseCents(asked) }];
    }),
  );

const Limit = record('PlayerLimit', 'A limit of yours, and its used part', {
  limitCents: orNull(cents('Limit of the amount', '10000'), 'Limit until `endsAt`; null: no limit'),
  usedCents: orNull(
    cents('Used part of the limit', '2500'),
    'Used part of the limit in this period. For losses it is negative if you have won more than you have staked; ' +
      'null if nothing is counted, since you have no limit of stakes or losses',
  ),
  endsAt: time('When the period ends and the next begins with nothing used', '2026-11-16T03:00:00.000Z'),
  next: orNull(
    part(
      record('NextLimit', 'A higher limit that waits', {
        limitCents: orNull(cents('Limit from then on'), 'Limit from then on; null: no limit'),
        from: time('From when on: 24 hours after it was asked for'),
      }),
      'A higher limit that waits',
    ),
    'The coming limit, if a higher one or none was requested',
    null,
  ),
});
const limitsOf = (subject: string) => {
  const description = `${subject} in the day, the week and the month`;
  const limit = part(Limit, 'A limit of yours, and its used part');
  return part(record('PlayerLimits', description, { day: limit, week: limit, month: limit }), description);
};

export const Exclusion = record('Exclusion', 'Why you may neither play nor deposit', {
  kind: oneOf(EXCLUSION_KINDS, 'ExclusionKind', 'A pause of some days, or an exclusion of some months'),
  until: time('When play and deposits are open again; it cannot be made earlier', '2026-11-22T12:00:00.000Z'),
});

export const ProtectionView = record('PlayerProtection', 'Your settings to protect yourself', {
  deposit: limitsOf('Limits of deposits'),
  loss: limitsOf('Limits of losses'),
  wager: limitsOf('Limits of stakes'),
  exclusion: orNull(part(Exclusion, 'The pause or exclusion'), 'The pause or exclusion that runs; null: none', null),
  ageConfirmedAt: orNull(time('When you did'), 'When you confirmed to be of age; null: not yet', null),
});

export function protectionView({ limits, bar, ageConfirmedAt }: Protection): Static<typeof ProtectionView> {
  const viewOf = (kind: LimitKind) =>
    Object.fromEntries(
      limits.filter((limit) => limit.kind === kind).map((limit) => [PERIOD_NAMES[limit.period], limit]),
    ) as Record<(typeof PERIOD_NAMES)[Period], LimitState>;
  return { deposit: viewOf('DEPOSIT'), loss: viewOf('LOSS'), wager: viewOf('WAGER'), exclusion: bar, ageConfirmedAt };
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
export const AgeConfirmation = record('AgeConfirmation', 'Your confirmation to be of age', {
  ageConfirmedAt: time('When you first confirmed it'),
});
