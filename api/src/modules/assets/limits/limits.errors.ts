import { DAY_TIME_ZONE } from '../../../platform/days.ts';
import { type AppError, defineError, unauthorized } from '../../../platform/errors.ts';
import { formatBrl } from '../../../platform/money.ts';
import type { PlayGuard } from '../wallet/index.ts';
import type { LimitFault, LimitKind, Period } from './limits.types.ts';

const moments = new Intl.DateTimeFormat('pt-BR', { timeZone: DAY_TIME_ZONE, dateStyle: 'short', timeStyle: 'short' });
const momentText = (moment: Date) => moments.format(moment).replace(', ', ' às ');

const WHAT_STAYS = 'Jogos, depósitos e trocas com o site voltam depois disso; vendas e saques continuam abertos.';

const playPaused = defineError(
  'PLAY_PAUSED',
  403,
  {
    say: (until: Date) => `Sua conta está em pausa até ${momentText(until)}. ${WHAT_STAYS}`,
    params: (until) => ({ until: until.toISOString() }),
    examples: [[new Date('2026-11-15T15:00:00Z')]],
  },
  'The user has paused play, deposits and swaps with the site, and the pause cannot be ended early. Selling and ' +
    'withdrawing stay open.',
);
const selfExcluded = defineError(
  'SELF_EXCLUDED',
  403,
  {
    say: (until: Date) => `Você se autoexcluiu até ${momentText(until)}. ${WHAT_STAYS}`,
    params: (until) => ({ until: until.toISOString() }),
    examples: [[new Date('2026-11-15T15:00:00Z')]],
  },
  'The user has excluded themselves from play, deposits and swaps with the site, and the exclusion cannot be ended ' +
    'early. Selling and withdrawing stay open.',
);

/** What is answered to who may not play, or null. A closed account has no session: its last requests learn of that. */
export function barRefusal({ bar }: Pick<PlayGuard, 'bar'>, now: Date): AppError | null {
  if (bar === null) return null;
  if (bar.kind === 'CLOSED') return unauthorized();
  if (bar.until <= now) return null;
  return bar.kind === 'PAUSE' ? playPaused(bar.until) : selfExcluded(bar.until);
}

const PERIOD_TEXTS: Readonly<Record<Period, string>> = { DAY: 'diário', WEEK: 'semanal', MONTH: 'mensal' };

const limitText = (what: string) => (fault: LimitFault) =>
  `Seu limite ${PERIOD_TEXTS[fault.period]} de ${what} é de ${formatBrl(fault.limitCents)}: restam ` +
  `${formatBrl(fault.leftCents)} até ${momentText(fault.endsAt)}.`;

const limitParams = ({ period, limitCents, leftCents, endsAt }: LimitFault) => ({
  period,
  limitCents: limitCents.toString(),
  leftCents: leftCents.toString(),
  endsAt: endsAt.toISOString(),
});

const wagerLimitReached = defineError(
  'WAGER_LIMIT_REACHED',
  403,
  {
    say: limitText('apostas'),
    params: limitParams,
    examples: [
      [
        {
          kind: 'WAGER',
          period: 'DAY',
          limitCents: 10_000n,
          leftCents: 2_500n,
          endsAt: new Date('2026-11-15T15:00:00Z'),
        },
      ],
    ],
  },
  'The stake would pass the limit of wagers that the user has set; the message has the rest of the limit and the end ' +
    'of the period.',
);
const lossLimitReached = defineError(
  'LOSS_LIMIT_REACHED',
  403,
  {
    say: limitText('perdas'),
    params: limitParams,
    examples: [
      [
        {
          kind: 'LOSS',
          period: 'DAY',
          limitCents: 10_000n,
          leftCents: 2_500n,
          endsAt: new Date('2026-11-15T15:00:00Z'),
        },
      ],
    ],
  },
  'The stake, if lost, would pass the limit of losses that the user has set; the message has the rest of the limit ' +
    'and the end of the period.',
);
const depositLimitReached = defineError(
  'DEPOSIT_LIMIT_REACHED',
  403,
  {
    say: limitText('depósitos'),
    params: limitParams,
    examples: [
      [
        {
          kind: 'DEPOSIT',
          period: 'DAY',
          limitCents: 10_000n,
          leftCents: 2_500n,
          endsAt: new Date('2026-11-15T15:00:00Z'),
        },
      ],
    ],
  },
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
  {
    say: (until: Date) => `Sua pausa ou autoexclusão já vale até ${momentText(until)} e só pode ser prolongada.`,
    params: (until) => ({ until: until.toISOString() }),
    examples: [[new Date('2026-11-15T15:00:00Z')]],
  },
  'A pause or an exclusion that ends at the same time or later is under way: it can only be lengthened.',
);
