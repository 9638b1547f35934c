import { type Static, Type } from 'typebox';
import { idOf } from '../../../platform/schemas.ts';
import { theoreticalRtp } from '../../games/cases/index.ts';
import { countOf, ggrOf, percentOf, rtpInterval, rtpPercent, stakesOf, sumOf } from './analytics.rules.ts';
import { CentsNumber, Count, daysView, Percent, reportOf, stakesFields, totalOf } from './analytics.schemas.ts';
import type { BandFigures, CaseReturns, ModeFigures, Stakes } from './analytics.types.ts';
import type { Days } from './reports.ts';

const exampleStakes = { wageredCents: 100_000, wonCents: 91_250, rtpPercent: 91.25, ggrCents: 8_750 };

const stakesView = (stakes: Stakes) => ({
  wageredCents: Number(stakes.wageredCents),
  wonCents: Number(stakes.wonCents),
  rtpPercent: rtpPercent(stakes),
  ggrCents: Number(ggrOf(stakes)),
});

// Cases

export const CaseRtpRow = Type.Object(
  {
    caseId: idOf('Id of the case'),
    name: Type.String({ description: 'Display name' }),
    status: Type.String({ description: 'Present status of the case' }),
    plays: Count('How often it was opened'),
    ...stakesFields,
    rtpLowPercent: Percent(
      'Lower end of the interval that holds the true return with 95 percent; null below two plays',
    ),
    rtpHighPercent: Percent('Upper end of that interval; null below two plays'),
    theoreticalRtpPercent: Type.Union([Type.Number(), Type.Null()], {
      description:
        'Average return of the present contents at the present price and values, in percent of the price; null ' +
        'without contents',
    }),
  },
  { title: 'CaseRtp', description: 'The return of a case' },
);
export const CaseRtpView = reportOf(
  'RtpByCase',
  CaseRtpRow,
  { total: totalOf({ plays: Count('Openings'), ...stakesFields }) },
  [
    {
      data: [
        {
          caseId: '1',
          name: 'First',
          status: 'ACTIVE',
          plays: 1_000,
          ...exampleStakes,
          rtpLowPercent: 84.1,
          rtpHighPercent: 98.4,
          theoreticalRtpPercent: 90,
        },
      ],
      total: { plays: 1_000, ...exampleStakes },
    },
  ],
);

export function caseRtpView(days: Days, cases: readonly CaseReturns[]): Static<typeof CaseRtpView> {
  return {
    ...daysView(days),
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
  };
}

// Battles

const Mode = Type.String({ description: 'How who wins is decided' });

export const BattleRtpRow = Type.Object(
  { mode: Mode, battles: Count('Battles that came to their end'), ...stakesFields },
  { title: 'BattleRtp', description: 'The return of battles of a mode to people; bots are not counted' },
);
export const BattleRtpView = reportOf(
  'BattleRtpReport',
  BattleRtpRow,
  { total: totalOf({ battles: Count('Battles'), ...stakesFields }) },
  [{ data: [{ mode: 'NORMAL', battles: 40, ...exampleStakes }], total: { battles: 40, ...exampleStakes } }],
);

export function battleRtpView(days: Days, modes: readonly ModeFigures[]): Static<typeof BattleRtpView> {
  return {
    ...daysView(days),
    data: modes.map((each) => ({ mode: each.mode, battles: each.battles, ...stakesView(each) })),
    total: { battles: countOf(modes, ({ battles }) => battles), ...stakesView(stakesOf(modes)) },
  };
}

// Bots

const botFields = {
  botSeats: Count('Seats that bots of the house took'),
  wageredCents: CentsNumber('Price of these seats for a person; a bot pays nothing'),
  wonCents: CentsNumber('Winnings of bots, which stay with the house'),
  profitCents: CentsNumber('Winnings less the price of the seats: the profit or loss of the house from bots'),
  returnPercent: Percent('Winnings in percent of the price of the seats'),
};
export const BotRow = Type.Object(
  { mode: Mode, ...botFields },
  { title: 'BotProfit', description: "The result of the house's bots in a mode" },
);
const exampleBots = { botSeats: 12, wageredCents: 12_000, wonCents: 13_500, profitCents: 1_500, returnPercent: 112.5 };
export const BotView = reportOf('BotProfitability', BotRow, { total: totalOf(botFields) }, [
  { data: [{ mode: 'NORMAL', ...exampleBots }], total: exampleBots },
]);

export function botView(days: Days, modes: readonly ModeFigures[]): Static<typeof BotView> {
  const withBots = modes.filter(({ botSeats }) => botSeats > 0);
  const view = (botSeats: number, wagered: bigint, won: bigint) => ({
    botSeats,
    wageredCents: Number(wagered),
    wonCents: Number(won),
    profitCents: Number(won - wagered),
    returnPercent: percentOf(won, wagered),
  });
  return {
    ...daysView(days),
    data: withBots.map((each) => ({ mode: each.mode, ...view(each.botSeats, each.botWageredCents, each.botWonCents) })),
    total: view(
      countOf(withBots, ({ botSeats }) => botSeats),
      sumOf(withBots, ({ botWageredCents }) => botWageredCents),
      sumOf(withBots, ({ botWonCents }) => botWonCents),
    ),
  };
}

// Upgrades

const upgradeFields = {
  upgrades: Count('How many were tried'),
  upgradesWon: Count('How many were won'),
  winRatePercent: Percent('Won of tried'),
  expectedWinRatePercent: Percent('Average of the chances'),
  ...stakesFields,
};
export const UpgradeRow = Type.Object(
  {
    fromPercent: Type.Integer({ description: 'The chance from which the band is, in percent' }),
    toPercent: Type.Integer({ description: 'The chance up to which it is, not included but for 100' }),
    ...upgradeFields,
  },
  { title: 'UpgradeBand', description: 'Upgrades of a band of chances' },
);
const exampleUpgrades = {
  upgrades: 100,
  upgradesWon: 44,
  winRatePercent: 44,
  expectedWinRatePercent: 45.5,
  ...exampleStakes,
};
export const UpgradesView = reportOf('UpgradeStats', UpgradeRow, { total: totalOf(upgradeFields) }, [
  { data: [{ fromPercent: 40, toPercent: 50, ...exampleUpgrades }], total: exampleUpgrades },
]);

export function upgradesView(days: Days, bands: readonly BandFigures[]): Static<typeof UpgradesView> {
  const view = (each: Omit<BandFigures, 'band'>) => ({
    upgrades: each.upgrades,
    upgradesWon: each.upgradesWon,
    winRatePercent: percentOf(BigInt(each.upgradesWon), BigInt(each.upgrades)),
    // Chances are in millionths.
    expectedWinRatePercent: percentOf(each.chanceUnits, BigInt(each.upgrades) * 1_000_000n),
    ...stakesView(each),
  });
  return {
    ...daysView(days),
    data: bands.map((each) => ({ fromPercent: each.band * 10, toPercent: each.band * 10 + 10, ...view(each) })),
    total: view({
      upgrades: countOf(bands, ({ upgrades }) => upgrades),
      upgradesWon: countOf(bands, ({ upgradesWon }) => upgradesWon),
      chanceUnits: sumOf(bands, ({ chanceUnits }) => chanceUnits),
      ...stakesOf(bands),
    }),
  };
}
