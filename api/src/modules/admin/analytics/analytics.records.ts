import { type TObject, type TProperties, Type } from 'typebox';
import type { Day } from '../../../platform/days.ts';
import { listView, type PageRequest, listOf as pageOfRows } from '../../../platform/lists.ts';
import type { Cents } from '../../../platform/money.ts';
import { group, integer, listOf, record, type Static, string, time } from '../../../platform/record.ts';
import { idOf } from '../../../platform/schemas.ts';
import { theoreticalRtp } from '../../games/cases/index.ts';
import {
  countOf,
  ggrOf,
  percentOf,
  type ReturnSums,
  rtpInterval,
  type Stakes,
  stakesOf,
  sumOf,
} from './analytics.rules.ts';

export interface Days {
  from: Day;
  to: Day;
}

/** Without `from` and `to` it is the last 30 days, today included. */
export const DEFAULT_DAYS = 30;

/** Administrators' figures are JSON numbers, also of cents. */
const centsNumber = (description: string, example: number) =>
  Type.Unsafe<Cents>({ type: 'integer', description: `${description}, in BRL cents`, examples: [example] });
const numberOrNull = (description: string, example: number) =>
  Type.Union([Type.Number(), Type.Null()], { description, examples: [example] });
const percent = (description: string, example: number) =>
  numberOrNull(`${description}, in percent with 4 decimals; null where nothing was played`, example);

const stakesFields = {
  wageredCents: centsNumber('Stakes', 100_000),
  wonCents: centsNumber('Winnings, at their worth then', 91_250),
  rtpPercent: percent('Won of staked', 91.25),
  ggrCents: centsNumber('Stakes less winnings: the share of the house', 8_750),
};
const daysFields = {
  from: string('First day, of São Paulo', '2026-11-01'),
  to: string('Last day, included; never after today', '2026-11-15'),
};

const reportOf = <Row extends TObject, More extends TProperties>(
  title: string,
  description: string,
  row: Row & { examples: object[] },
  more: More,
) => record(title, description, { ...daysFields, data: listOf<Row>(row, 'The rows', [row.examples[0]]), ...more });
const totalOf = <Fields extends TProperties>(fields: Fields) => ({ total: group('All rows together', fields) });

const stakesView = ({ wageredCents, wonCents }: Stakes) => ({
  wageredCents,
  wonCents,
  rtpPercent: percentOf(wonCents, wageredCents),
  ggrCents: wageredCents - wonCents,
});

export interface CaseReturns extends ReturnSums {
  caseId: string;
  name: string;
  status: string;
  priceCents: Cents;
  /** It is null without contents. */
  worthCents: Cents | null;
}

export const CaseRtp = record('CaseRtp', 'The return of a case', {
  caseId: idOf('Id of the case'),
  name: string('Display name', 'First'),
  status: string('Present status of the case', 'ACTIVE'),
  plays: integer('How often it was opened', 1_000),
  ...stakesFields,
  rtpLowPercent: percent(
    'Lower end of the interval that holds the true return with 95 percent; null below two plays',
    84.1,
  ),
  rtpHighPercent: percent('Upper end of that interval; null below two plays', 98.4),
  theoreticalRtpPercent: numberOrNull(
    'Average return of the present contents at the present price and values, in percent of the price; null ' +
      'without contents',
    90,
  ),
});
export const RtpByCase = reportOf(
  'RtpByCase',
  'The return of each case',
  CaseRtp,
  totalOf({ plays: integer('Openings', 1_000), ...stakesFields }),
);

export const caseRtpView = ({ from, to }: Days, cases: readonly CaseReturns[]): Static<typeof RtpByCase> => ({
  from,
  to,
  data: cases.map((each) => {
    const { caseId, name, status, plays, worthCents, priceCents } = each;
    const interval = rtpInterval(each);
    return {
      caseId,
      name,
      status,
      plays,
      ...stakesView(each),
      rtpLowPercent: interval?.low ?? null,
      rtpHighPercent: interval?.high ?? null,
      theoreticalRtpPercent: worthCents === null ? null : Number(theoreticalRtp(worthCents, priceCents)),
    };
  }),
  total: { plays: countOf(cases, ({ plays }) => plays), ...stakesView(stakesOf(cases)) },
});

export interface ModeFigures extends Stakes {
  mode: string;
  battles: number;
  botSeats: number;
  botWageredCents: Cents;
  botWonCents: Cents;
}

const mode = string('How who wins is decided', 'NORMAL');
export const BattleRtp = record('BattleRtp', 'The return of battles of a mode to people; bots are not counted', {
  mode,
  battles: integer('Battles that came to their end', 40),
  ...stakesFields,
});
export const BattleRtpReport = reportOf(
  'BattleRtpReport',
  'The return of battles',
  BattleRtp,
  totalOf({ battles: integer('Battles', 40), ...stakesFields }),
);

export const battleRtpView = ({ from, to }: Days, modes: readonly ModeFigures[]): Static<typeof BattleRtpReport> => ({
  from,
  to,
  data: modes.map((each) => ({ mode: each.mode, battles: each.battles, ...stakesView(each) })),
  total: { battles: countOf(modes, ({ battles }) => battles), ...stakesView(stakesOf(modes)) },
});

const botFields = {
  botSeats: integer('Seats that bots of the house took', 12),
  wageredCents: centsNumber('Price of these seats for a person; a bot pays nothing', 12_000),
  wonCents: centsNumber('Winnings of bots, which stay with the house', 13_500),
  profitCents: centsNumber('Winnings less the price of the seats: the profit or loss of the house from bots', 1_500),
  returnPercent: percent('Winnings in percent of the price of the seats', 112.5),
};
export const BotProfit = record('BotProfit', "The result of the house's bots in a mode", { mode, ...botFields });
export const BotProfitability = reportOf('BotProfitability', 'The profit of bots', BotProfit, totalOf(botFields));

export function botView({ from, to }: Days, modes: readonly ModeFigures[]): Static<typeof BotProfitability> {
  const withBots = modes.filter(({ botSeats }) => botSeats > 0);
  const view = (botSeats: number, wageredCents: Cents, wonCents: Cents) => ({
    botSeats,
    wageredCents,
    wonCents,
    profitCents: wonCents - wageredCents,
    returnPercent: percentOf(wonCents, wageredCents),
  });
  return {
    from,
    to,
    data: withBots.map((each) => ({ mode: each.mode, ...view(each.botSeats, each.botWageredCents, each.botWonCents) })),
    total: view(
      countOf(withBots, ({ botSeats }) => botSeats),
      sumOf(withBots, ({ botWageredCents }) => botWageredCents),
      sumOf(withBots, ({ botWonCents }) => botWonCents),
    ),
  };
}

export interface BandFigures extends Stakes {
  /** It is tenths of the chance, rounded down. */
  band: number;
  upgrades: number;
  upgradesWon: number;
  chanceUnits: bigint;
}

const upgradeFields = {
  upgrades: integer('How many were tried', 100),
  upgradesWon: integer('How many were won', 44),
  winRatePercent: percent('Won of tried', 44),
  expectedWinRatePercent: percent('Average of the chances', 45.5),
  ...stakesFields,
};
export const UpgradeBand = record('UpgradeBand', 'Upgrades of a band of chances', {
  fromPercent: integer('The chance from which the band is, in percent', 40),
  toPercent: integer('The chance up to which it is, not included but for 100', 50),
  ...upgradeFields,
});
export const UpgradeStats = reportOf('UpgradeStats', 'Upgrades by chance', UpgradeBand, totalOf(upgradeFields));

export function upgradesView({ from, to }: Days, bands: readonly BandFigures[]): Static<typeof UpgradeStats> {
  const view = (each: Omit<BandFigures, 'band'>) => ({
    upgrades: each.upgrades,
    upgradesWon: each.upgradesWon,
    winRatePercent: percentOf(BigInt(each.upgradesWon), BigInt(each.upgrades)),
    expectedWinRatePercent: percentOf(each.chanceUnits, BigInt(each.upgrades) * 1_000_000n),
    ...stakesView(each),
  });
  return {
    from,
    to,
    data: bands.map((each) => ({ fromPercent: each.band * 10, toPercent: each.band * 10 + 10, ...view(each) })),
    total: view({
      upgrades: countOf(bands, ({ upgrades }) => upgrades),
      upgradesWon: countOf(bands, ({ upgradesWon }) => upgradesWon),
      chanceUnits: sumOf(bands, ({ chanceUnits }) => chanceUnits),
      ...stakesOf(bands),
    }),
  };
}

export const ActivityDay = record('ActivityDay', 'The users who were active on a day', {
  day: Type.Unsafe<Day>(string('The day of São Paulo', '2026-11-15')),
  activeUsers: integer('Users who did anything', 84),
  newUsers: integer('Users who came', 7),
  retainedUsers: integer('Active users who were active on the day before, too', 61),
});
export type ActivityDay = Static<typeof ActivityDay>;
const ActivityTotals = group('All days together', {
  users: integer('All users, now', 1_200),
  activeUsers: integer('Users who did anything in these days, each once', 310),
  newUsers: integer('Users who came', 52),
  retainedUsers: integer('Active users who were active in as many days just before, too', 204),
});
export type ActivityTotals = Static<typeof ActivityTotals>;
export const UserStatsReport = reportOf('UserStatsReport', 'Active users by day', ActivityDay, {
  total: ActivityTotals,
});

const amountFields = { count: integer('How many there are', 31), cents: centsNumber('How much that is', 310_000) };
export const FinanceFigure = record('FinanceFigure', 'One of the figures', {
  figure: string('Which of them', 'deposits'),
  ...amountFields,
});
const amount = (description: string) => record('Amount', description, amountFields);
export type Amount = Static<ReturnType<typeof amount>>;

export interface Finances {
  deposits: Amount;
  withdrawals: Amount;
  holdsMade: Amount;
  holdsReleased: Amount;
  holdsOpen: Amount;
  balances: Amount;
  inventory: Amount;
}

export const FinancialOverview = record('FinancialOverview', 'Payments and debts to users', {
  ...daysFields,
  deposits: amount('Payments in during these days'),
  withdrawals: amount('Payments out during these days'),
  netDepositsCents: centsNumber('Paid in less paid out', 0),
  holds: group('Money that users have asked for, and that is neither theirs to play with nor paid out', {
    made: amount('Money that was set aside for withdrawals during these days'),
    released: amount('Money that was given back during these days'),
    open: amount('Money that is set aside now'),
  }),
  liabilities: group('Debt of the house to users now, without the money that is set aside', {
    balances: amount('Number of accounts with money, and their balances'),
    inventory: amount('Items that users hold, also those that are locked or offered, at the values of now'),
    totalCents: centsNumber('Both together', 620_000),
  }),
  asOf: time('Time of the present figures'),
});

export function financesView({ from, to }: Days, finances: Finances, asOf: Date): Static<typeof FinancialOverview> {
  const { deposits, withdrawals, balances, inventory } = finances;
  return {
    from,
    to,
    deposits,
    withdrawals,
    netDepositsCents: deposits.cents - withdrawals.cents,
    holds: { made: finances.holdsMade, released: finances.holdsReleased, open: finances.holdsOpen },
    liabilities: { balances, inventory, totalCents: balances.cents + inventory.cents },
    asOf,
  };
}

const { rtpPercent: _rtpPercent, ...stakesAndGgr } = stakesFields;
const ggrFields = {
  plays: integer('How often was played; of battles each seat that a person played', 120),
  ...stakesAndGgr,
};
const ggrTotalOf = (rows: readonly (Stakes & { plays: number })[]) => {
  const stakes = stakesOf(rows);
  return { plays: countOf(rows, ({ plays }) => plays), ...stakes, ggrCents: ggrOf(stakes) };
};

export const GgrDay = record('GgrDay', 'The plays of a type on a day', {
  day: Type.Unsafe<Day>(string('The day of São Paulo', '2026-11-15')),
  type: string('The game, such as CASES', 'CASES'),
  ...ggrFields,
});
export type TypeFigures = Omit<Static<typeof GgrDay>, 'ggrCents'>;
export const GgrReport = reportOf('GgrReport', 'Gross gaming revenue by day and type', GgrDay, totalOf(ggrFields));

export const ggrReport = ({ from, to }: Days, figures: readonly TypeFigures[]): Static<typeof GgrReport> => ({
  from,
  to,
  data: figures.map((each) => ({ ...each, ggrCents: ggrOf(each) })),
  total: ggrTotalOf(figures),
});

export const UserGgr = record('UserGgr', 'The plays of a user, all games together', {
  userId: idOf('Id of the user'),
  username: string('Present name of the user', 'Ana'),
  ...ggrFields,
});
export type UserFigures = Omit<Static<typeof UserGgr>, 'ggrCents'>;
const { meta } = pageOfRows(UserGgr).properties;
export const GgrByUser = reportOf('GgrByUser', 'Gross gaming revenue by user', UserGgr, {
  meta: { ...meta, examples: [{ page: 1, limit: 20, total: 1 }] },
});

export function userGgrReport(
  { from, to }: Days,
  { users, total }: { users: readonly UserFigures[]; total: number },
  page: PageRequest,
): Static<typeof GgrByUser> {
  const rows = users.map((each) => ({ ...each, ggrCents: ggrOf(each) }));
  return { from, to, ...listView(rows, page, total) };
}
