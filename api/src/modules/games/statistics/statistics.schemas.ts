import { type Static, Type } from 'typebox';
import { formatBrl } from '../../../platform/money.ts';
import { centsOf as Cents, moneyText, timeOf } from '../../../platform/schemas.ts';
import type { UserStats } from '../../people/users/index.ts';
import type { UserFigures } from './user-figures.sql.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });
const Money = moneyText('For a person');

export const UserStatsView = Type.Object(
  {
    memberSince: timeOf('When you first logged in'),
    lastActiveAt: timeOf('When you last did anything'),
    activeSessions: Count('Sessions that are valid now'),
    unreadNotifications: Count('Notifications that you have not read'),
    casesOpened: Count('Cases that you have opened'),
    upgradesMade: Count('Upgrades that you have tried'),
    upgradesWon: Count('Those of them that you have won'),
    battlesPlayed: Count('Battles that you have played to their end'),
    battlesWon: Count('Those of them that you have won, or shared'),
    wageredCents: Cents('What you have staked on cases, upgrades and battles, in BRL cents'),
    wageredFormatted: Money,
    wonCents: Cents('What the items were worth when you won them, and what battles have paid, in BRL cents'),
    wonFormatted: Money,
    profitCents: Cents('Won less wagered; below zero where more was wagered'),
    profitFormatted: Money,
    bestWinCents: Cents('The most that you have won in one play, in BRL cents; 0 where there is none'),
    bestWinFormatted: Money,
    itemsAvailable: Count('Items that you can sell, play or withdraw now'),
  },
  {
    title: 'UserStats',
    examples: [
      {
        memberSince: '2026-11-01T12:00:00.000Z',
        lastActiveAt: '2026-11-15T12:00:00.000Z',
        activeSessions: 2,
        unreadNotifications: 3,
        casesOpened: 120,
        upgradesMade: 14,
        upgradesWon: 5,
        battlesPlayed: 8,
        battlesWon: 3,
        wageredCents: '123456',
        wageredFormatted: 'R$ 1.234,56',
        wonCents: '118956',
        wonFormatted: 'R$ 1.189,56',
        profitCents: '-4500',
        profitFormatted: '-R$ 45,00',
        bestWinCents: '35000',
        bestWinFormatted: 'R$ 350,00',
        itemsAvailable: 27,
      },
    ],
  },
);

export function userStatsView(stats: UserStats, figures: UserFigures): Static<typeof UserStatsView> {
  const { wageredCents, wonCents, bestWinCents } = figures;
  const profitCents = wonCents - wageredCents;
  return {
    memberSince: stats.memberSince.toISOString(),
    lastActiveAt: stats.lastActiveAt.toISOString(),
    activeSessions: stats.activeSessions,
    unreadNotifications: stats.unreadNotifications,
    casesOpened: figures.games.get('CASES')?.plays ?? 0,
    upgradesMade: figures.games.get('UPGRADES')?.plays ?? 0,
    upgradesWon: figures.games.get('UPGRADES')?.playsWon ?? 0,
    battlesPlayed: figures.games.get('BATTLES')?.plays ?? 0,
    battlesWon: figures.games.get('BATTLES')?.playsWon ?? 0,
    wageredCents: wageredCents.toString(),
    wageredFormatted: formatBrl(wageredCents),
    wonCents: wonCents.toString(),
    wonFormatted: formatBrl(wonCents),
    profitCents: profitCents.toString(),
    profitFormatted: formatBrl(profitCents),
    bestWinCents: bestWinCents.toString(),
    bestWinFormatted: formatBrl(bestWinCents),
    itemsAvailable: figures.itemsAvailable,
  };
}
