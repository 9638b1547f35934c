import { Type } from 'typebox';
import type { Cents } from '../../../platform/money.ts';
import {
  cents,
  group,
  integer,
  listOf,
  orNull,
  part,
  record,
  type Static,
  string,
  time,
} from '../../../platform/record.ts';
import { idOf } from '../../../platform/schemas.ts';
import { type Protection, ProtectionView, protectionView } from '../../assets/limits/index.ts';
import type { UserFigures } from '../../games/statistics/index.ts';
import { EntityEntry, type EntryRow, entityEntryView } from '../../people/audit/index.ts';
import { exampleUser, type User, UserView, userView } from '../../people/users/index.ts';
import { type OddsSums, oddsFields, Suspicion } from './fraud.records.ts';
import { oddsFigures } from './suspicions.rules.ts';

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
    part(RiskOdds, 'The odds', RiskOdds.examples[0]),
    'Openings and upgrades of the last 30 days, as far as they are added up; null where there were none',
  ),
  sessions: listOf(RiskSession, 'The last used first; 20 at most', RiskSession.examples),
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
  suspicions: listOf(Suspicion, 'One for each reason at most, also those that are over', Suspicion.examples),
});

export interface Risk {
  user: User;
  money: RiskMoney;
  plays: UserFigures;
  /** It is null without plays with known odds. */
  odds: OddsSums | null;
  sessions: RiskSession[];
  sharedAddresses: SharedAddresses;
  unsettled: Readonly<Record<string, number>>;
  protection: Protection;
  security: readonly EntryRow[];
  suspicions: Suspicion[];
}

export function riskView({ user, money, plays, odds, protection, security, ...risk }: Risk): Static<typeof UserRisk> {
  const games = [...plays.games].map(([game, played]) => ({ game, ...played }));
  return {
    ...risk,
    user: userView(user),
    money: { ...money, netCents: netCents(money) },
    plays: { ...plays, games },
    odds: odds === null ? null : oddsFigures(odds),
    protection: protectionView(protection),
    security: security.map(entityEntryView),
  };
}
