import { Type } from 'typebox';
import { defineAdminError } from '../../../platform/errors.ts';
import type { Id } from '../../../platform/ids.ts';
import { listOf as pageOfRows, pageQuery } from '../../../platform/lists.ts';
import type { Cents } from '../../../platform/money.ts';
import {
  cents,
  group,
  id,
  integer,
  listOf,
  number,
  oneOf,
  orNull,
  part,
  record,
  type Static,
  string,
  time,
} from '../../../platform/record.ts';
import { centsOf, givenText, idOf } from '../../../platform/schemas.ts';
import { type Protection, ProtectionView, protectionView } from '../../assets/limits/index.ts';
import type { UserFigures } from '../../games/statistics/index.ts';
import { EntityEntry, type EntryRow, entityEntryView } from '../../people/audit/index.ts';
import { exampleUser, type User, UserView, userView } from '../../people/users/index.ts';

const SUSPICION_REASONS = [
  'WINS_BEYOND_ODDS',
  'SHARED_ADDRESS',
  'DEPOSIT_WITHDRAW_WITHOUT_PLAY',
  'GAINS_NEAR_ADMINISTRATOR',
] as const;
const reasonOf = (description: string) => oneOf(SUSPICION_REASONS, 'SuspicionReason', description);
export type SuspicionReason = Static<ReturnType<typeof reasonOf>>;

const SUSPICION_STATES = ['OPEN', 'REVIEWED', 'OVER'] as const;
const stateOf = (description: string) => oneOf(SUSPICION_STATES, 'SuspicionState', description);
export type SuspicionState = Static<ReturnType<typeof stateOf>>;

/** Today is included. */
export const WATCHED_DAYS = 30;

export interface OddsSums {
  plays: number;
  wonCents: number;
  expectedCents: number;
  variance: number;
  largestCents: number;
}

export interface MoneyFlow {
  depositedCents: Cents;
  withdrawnCents: Cents;
  wageredCents: Cents;
}

export type FoundOdds = OddsSums & { userId: Id<'user'> };
export type FoundFlow = MoneyFlow & { userId: Id<'user'> };
export interface FoundSharing {
  userId: Id<'user'>;
  otherUsers: number;
}

export interface SuspectLimits {
  zScore: number;
  minCents: Cents;
  playPercent: number;
  sharedUsers: number;
}

export const SuspectsQuery = pageQuery({
  reason: Type.Optional(reasonOf('Only those of this reason')),
  state: Type.Optional({
    ...stateOf('Suspicions that are open, that were reviewed, or that are over'),
    default: 'OPEN',
  }),
});

export const SuspicionParams = Type.Object({ id: idOf('Id of the suspicion') });

export const ReviewBody = Type.Object(
  {
    note: givenText(500, 'The finding, for other administrators and the audit trail', 'Brothers who live together'),
  },
  { title: 'SuspicionReview', examples: [{ note: 'Brothers who live together' }] },
);

const CAUTIOUS_SCORE =
  'The z-score held against how rare large wins are: a user who plays by the odds reaches `k` with a chance of at ' +
  'most exp(−k² ÷ 2), however few plays there are. 0 if the winnings are not above the expected ones';

/** Figures are stored as JSON, so their cents are text. */
const centsText = (description: string, example: string) => ({ ...centsOf(description), examples: [example] });
const oddsFields = {
  plays: integer('Openings and upgrades', 140),
  wonCents: centsText('Winnings', '812000'),
  expectedCents: centsText('Expected winnings by the odds', '130400'),
  zScore: number('How many standard deviations were won more than expected; negative where less', 9.31),
  cautiousScore: number(CAUTIOUS_SCORE, 6.02),
};

const Figures = Type.Object(
  {
    plays: Type.Optional(integer('For WINS_BEYOND_ODDS: number of openings and upgrades', 140)),
    wonCents: Type.Optional(centsOf('For WINS_BEYOND_ODDS: their winnings')),
    expectedCents: Type.Optional(centsOf('For WINS_BEYOND_ODDS: their expected winnings by the odds')),
    zScore: Type.Optional(
      number('For WINS_BEYOND_ODDS: the excess over the expected winnings, in standard deviations', 9.31),
    ),
    cautiousScore: Type.Optional(number(`For WINS_BEYOND_ODDS: ${CAUTIOUS_SCORE}`, 6.02)),
    otherUsers: Type.Optional(
      integer('For SHARED_ADDRESS: number of other users of the address that most users share', 4),
    ),
    gains: Type.Optional(integer('For GAINS_NEAR_ADMINISTRATOR: number of gains from gifts of the administrator', 3)),
    administratorId: Type.Optional(
      id<'user'>('For GAINS_NEAR_ADMINISTRATOR: the administrator who published or gave it'),
    ),
    depositedCents: Type.Optional(centsOf('For DEPOSIT_WITHDRAW_WITHOUT_PLAY: deposits')),
    withdrawnCents: Type.Optional(centsOf('For DEPOSIT_WITHDRAW_WITHOUT_PLAY: requested payments to the user')),
    wageredCents: Type.Optional(centsOf('For DEPOSIT_WITHDRAW_WITHOUT_PLAY: stakes')),
  },
  { title: 'SuspicionFigures', description: 'The evidence, over the last 30 days' },
);

const Review = record('ReviewOfSuspicion', 'The review of a suspicion', {
  at: time('When'),
  by: id<'user'>('The administrator who did'),
  note: string('The finding', 'Brothers who live together'),
});
export type Review = Static<typeof Review>;

export const Suspicion = record('Suspicion', 'Why a user is worth looking at', {
  id: id<'suspicion'>('Id to review it by'),
  userId: id<'user'>('Id of the suspected user'),
  username: string('Present name of the user', 'Ana'),
  reason: reasonOf('Why the user is worth looking at'),
  state: stateOf('Whether an administrator has reviewed it; OVER: the figures no longer show it'),
  figures: part(Figures, 'The evidence, over the last 30 days', group('', oddsFields).examples[0]),
  openedAt: time('When it became so, or became so again', '2026-11-15T12:40:00.000Z'),
  lastFoundAt: time('When it was last found to be so', '2026-11-15T18:40:00.000Z'),
  review: orNull(part(Review, 'The last review'), 'The last review; null without one', null),
});
export type Suspicion = Static<typeof Suspicion>;

export const SuspectList = pageOfRows(Suspicion, {
  examples: [{ data: Suspicion.examples, meta: { page: 1, limit: 20, total: 1 } }],
});

export interface FoundSuspicion extends Pick<Suspicion, 'userId' | 'reason' | 'figures'> {
  weight: bigint;
}

export interface KnownSuspicion extends Pick<Suspicion, 'userId' | 'reason' | 'lastFoundAt'> {
  /** It is null where the suspicion was opened since the last review. */
  reviewedWeight: bigint | null;
}

export const suspicionNotFound = defineAdminError(
  'SUSPICION_NOT_FOUND',
  404,
  'Suspicion not found',
  'No suspicion has this id.',
);
export const suspicionIsOver = defineAdminError(
  'SUSPICION_IS_OVER',
  409,
  'The suspicion is over',
  'Only an open suspicion can be reviewed; the figures no longer show this one.',
);

export const RiskParams = Type.Object({ id: idOf('Id of the user') });

const moneyFields = {
  depositedCents: cents('Deposits of the user', '50000'),
  returnedCents: cents('Part of the deposits that was given back to the payer', '0'),
  withdrawnCents: cents('Payments out', '120000'),
  itemsWithdrawnCents: cents('Present worth of the items that were sent to Steam', '0'),
  adjustedCents: cents('Adjustments by administrators, additions less deductions', '0'),
  balanceCents: cents('The balance', '1500'),
  heldCents: cents('Money that is set aside for withdrawals', '0'),
  debtCents: cents('Debt of the user for deposits that were given back', '0'),
  inventoryCents: cents("Present worth of the user's items on the platform", '98765'),
};
const Money = record('RiskMoney', 'Money in and out over all time, in BRL cents', {
  ...moneyFields,
  netCents: cents(
    'Profit of the user: withdrawals and belongings, less deposits that were not given back, less the debt',
    '170265',
  ),
});
export type RiskMoney = Omit<Static<typeof Money>, 'netCents'>;

/** Returned deposits no longer count as deposited, and their debt is still to be paid. */
export const netCents = (money: RiskMoney): Cents =>
  money.withdrawnCents +
  money.itemsWithdrawnCents +
  money.balanceCents +
  money.heldCents +
  money.inventoryCents +
  money.returnedCents -
  money.depositedCents -
  money.debtCents;

const Plays = record('RiskPlays', 'The plays of all time', {
  wageredCents: cents('Stakes', '812000'),
  wonCents: cents('Winnings, at their worth then', '790000'),
  games: listOf(
    group('A game', {
      game: string('Its name', 'CASES'),
      plays: integer('How often it was played', 140),
      playsWon: integer('How often it was won', 140),
    }),
    'The plays of all time',
    [{ game: 'CASES', plays: 140, playsWon: 140 }],
  ),
});

const RiskSession = record('RiskSession', 'A session that is valid', {
  ip: string('Address at the login', '203.0.113.7'),
  otherAddresses: listOf(Type.String(), 'Other addresses of the session, the last first; 20 at most', []),
  userAgent: string('The browser, as it names itself', 'Mozilla/5.0'),
  createdAt: time('When it was begun'),
  lastActivity: time('When it was last used', '2026-11-15T18:00:00.000Z'),
});
export type RiskSession = Static<typeof RiskSession>;

const SharingUser = record('SharingUser', 'Somebody who came from an address of this user', {
  id: idOf('Id of the other user'),
  username: UserView.properties.username,
  status: UserView.properties.status,
  addresses: listOf(Type.String(), 'Which both came from', ['203.0.113.7']),
});
export type SharingUser = Static<typeof SharingUser>;
const SharedAddresses = record('SharedAddresses', 'Others whose valid sessions came from an address of this user', {
  total: integer('How many others there are', 1),
  users: listOf(SharingUser, 'The newest 20 of them', [
    { id: '8', username: 'Bia', status: 'ACTIVE', addresses: ['203.0.113.7'] },
  ]),
});
export type SharedAddresses = Static<typeof SharedAddresses>;

const RiskOdds = record('RiskOdds', 'Winnings beside the expected winnings', oddsFields);

export const UserRisk = record('UserRisk', 'Everything that shows whether something is wrong with a user', {
  user: part(UserView, 'The user', exampleUser),
  money: Money,
  plays: Plays,
  odds: orNull(
    part(RiskOdds, 'The odds'),
    'Openings and upgrades of the last 30 days, as far as they are added up; null where there were none',
  ),
  sessions: listOf(RiskSession, 'The last used first; 20 at most'),
  sharedAddresses: SharedAddresses,
  unsettled: Type.Unsafe<Readonly<Record<string, number>>>({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description:
      'Numbers of records that keep the account from being closed, by name: holds, orders and games under way, and ' +
      'belongings',
    examples: [{ holds: 0, moneyWithdrawals: 0 }],
  }),
  protection: ProtectionView,
  security: listOf(
    EntityEntry,
    'The last 20 entries of the audit trail that speak of a stolen account, the newest first',
    [],
  ),
  suspicions: listOf(Suspicion, 'One for each reason at most, also those that are over'),
});

export interface Risk {
  user: User;
  money: RiskMoney;
  plays: UserFigures;
  /** It is null without plays with known odds. */
  odds: Static<typeof RiskOdds> | null;
  sessions: RiskSession[];
  sharedAddresses: SharedAddresses;
  unsettled: Readonly<Record<string, number>>;
  protection: Protection;
  security: readonly EntryRow[];
  suspicions: Suspicion[];
}

export function riskView({ user, money, plays, protection, security, ...risk }: Risk): Static<typeof UserRisk> {
  const games = [...plays.games].map(([game, played]) => ({ game, ...played }));
  return {
    ...risk,
    user: userView(user),
    money: { ...money, netCents: netCents(money) },
    plays: { ...plays, games },
    protection: protectionView(protection),
    security: security.map(entityEntryView),
  };
}
