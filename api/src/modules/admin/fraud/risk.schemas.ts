import { type Static, Type } from 'typebox';
import { centsOf, idOf, orNull, timeOf } from '../../../platform/schemas.ts';
import { ProtectionView, protectionView } from '../../assets/limits/index.ts';
import { EntityEntry, entityEntryView } from '../../people/audit/index.ts';
import { exampleUser, UserView, userView } from '../../people/users/index.ts';
import { netCents } from './risk.rules.ts';
import type { Risk } from './risk.types.ts';
import { oddsFigures } from './suspicions.rules.ts';
import { exampleOdds, exampleSuspicion, oddsFields, SuspicionView, suspicionView } from './suspicions.schemas.ts';

export const RiskParams = Type.Object({ id: idOf('Id of the user') });

const Money = Type.Object(
  {
    depositedCents: centsOf('Deposits of the user'),
    returnedCents: centsOf('Part of the deposits that was given back to the payer'),
    withdrawnCents: centsOf('Payments out'),
    itemsWithdrawnCents: centsOf('Present worth of the items that were sent to Steam'),
    adjustedCents: centsOf('Adjustments by administrators, additions less deductions'),
    balanceCents: centsOf('The balance'),
    heldCents: centsOf('Money that is set aside for withdrawals'),
    debtCents: centsOf('Debt of the user for deposits that were given back'),
    inventoryCents: centsOf("Present worth of the user's items on the platform"),
    netCents: centsOf(
      'Profit of the user: withdrawals and belongings, less deposits that were not given back, less the debt',
    ),
  },
  { title: 'RiskMoney', description: 'Money in and out over all time, in BRL cents' },
);

const Plays = Type.Object(
  {
    wageredCents: centsOf('Stakes'),
    wonCents: centsOf('Winnings, at their worth then'),
    games: Type.Array(
      Type.Object({
        game: Type.String({ description: 'Its name' }),
        plays: Type.Integer({ description: 'How often it was played' }),
        playsWon: Type.Integer({ description: 'How often it was won' }),
      }),
      { description: 'The plays of all time' },
    ),
  },
  { title: 'RiskPlays', description: 'The plays of all time' },
);

const SessionOfUser = Type.Object(
  {
    ip: Type.String({ description: 'Address at the login' }),
    otherAddresses: Type.Array(Type.String(), {
      description: 'Other addresses of the session, the last first; 20 at most',
    }),
    userAgent: Type.String({ description: 'The browser, as it names itself' }),
    createdAt: timeOf('When it was begun'),
    lastActivity: timeOf('When it was last used'),
  },
  { title: 'RiskSession', description: 'A session that is valid' },
);

const Sharing = Type.Object(
  {
    total: Type.Integer({ description: 'How many others there are' }),
    users: Type.Array(
      Type.Object(
        {
          id: idOf('Id of the other user'),
          username: UserView.properties.username,
          status: UserView.properties.status,
          addresses: Type.Array(Type.String(), { description: 'Which both came from' }),
        },
        { title: 'SharingUser', description: 'Somebody who came from an address of this user' },
      ),
      { description: 'The newest 20 of them' },
    ),
  },
  { title: 'SharedAddresses', description: 'Others whose valid sessions came from an address of this user' },
);

const exampleMoney = {
  depositedCents: '50000',
  returnedCents: '0',
  withdrawnCents: '120000',
  itemsWithdrawnCents: '0',
  adjustedCents: '0',
  balanceCents: '1500',
  heldCents: '0',
  debtCents: '0',
  inventoryCents: '98765',
  netCents: '170265',
};
const exampleSession = {
  ip: '203.0.113.7',
  otherAddresses: [],
  userAgent: 'Mozilla/5.0',
  createdAt: '2026-11-15T12:00:00.000Z',
  lastActivity: '2026-11-15T18:00:00.000Z',
};
const exampleSharing = {
  total: 1,
  users: [{ id: '8', username: 'Bia', status: 'ACTIVE', addresses: ['203.0.113.7'] }],
};

export const RiskView = Type.Object(
  {
    user: UserView,
    money: Money,
    plays: Plays,
    odds: orNull(
      Type.Object(oddsFields, { title: 'RiskOdds', description: 'Winnings beside the expected winnings' }),
      'Openings and upgrades of the last 30 days, as far as they are added up; null where there were none',
    ),
    sessions: Type.Array(SessionOfUser, { description: 'The last used first; 20 at most' }),
    sharedAddresses: Sharing,
    unsettled: Type.Unsafe<Record<string, number>>({
      type: 'object',
      additionalProperties: { type: 'integer' },
      description:
        'Numbers of records that keep the account from being closed, by name: holds, orders and games under way, and ' +
        'belongings',
    }),
    protection: ProtectionView,
    security: Type.Array(EntityEntry, {
      description: 'The last 20 entries of the audit trail that speak of a stolen account, the newest first',
    }),
    suspicions: Type.Array(SuspicionView, { description: 'One for each reason at most, also those that are over' }),
  },
  {
    title: 'UserRisk',
    description: 'Everything that shows whether something is wrong with a user',
    examples: [
      {
        user: exampleUser,
        money: exampleMoney,
        plays: { wageredCents: '812000', wonCents: '790000', games: [{ game: 'CASES', plays: 140, playsWon: 140 }] },
        odds: exampleOdds,
        sessions: [exampleSession],
        sharedAddresses: exampleSharing,
        unsettled: { holds: 0, moneyWithdrawals: 0 },
        protection: ProtectionView.examples[0],
        security: [],
        suspicions: [exampleSuspicion],
      },
    ],
  },
);

export function riskView(risk: Risk): Static<typeof RiskView> {
  return {
    user: userView(risk.user),
    money: moneyView(risk),
    plays: playsView(risk),
    odds: risk.odds === null ? null : oddsFigures(risk.odds),
    sessions: risk.sessions.map(({ ip, otherAddresses, userAgent, createdAt, lastActivity }) => ({
      ip,
      otherAddresses: [...otherAddresses],
      userAgent,
      createdAt: createdAt.toISOString(),
      lastActivity: lastActivity.toISOString(),
    })),
    sharedAddresses: {
      total: risk.sharing.total,
      users: risk.sharing.users.map((user) => ({ ...user, addresses: [...user.addresses] })),
    },
    unsettled: { ...risk.unsettled },
    protection: protectionView(risk.protection),
    security: risk.security.map(entityEntryView),
    suspicions: risk.suspicions.map(suspicionView),
  };
}

function moneyView({ money }: Risk): Static<typeof Money> {
  const all = { ...money, netCents: netCents(money) };
  const texts = Object.entries(all).map(([name, cents]) => [name, cents.toString()]);
  return Object.fromEntries(texts) as Static<typeof Money>;
}

function playsView({ plays: { games, wageredCents, wonCents } }: Risk): Static<typeof Plays> {
  return {
    wageredCents: wageredCents.toString(),
    wonCents: wonCents.toString(),
    games: [...games].map(([game, { plays, playsWon }]) => ({ game, plays, playsWon })),
  };
}
