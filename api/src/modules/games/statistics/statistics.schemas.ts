import { Type } from 'typebox';
import { formatBrl } from '../../../platform/money.ts';
import { centsOf as Cents, moneyText, timeOf } from '../../../platform/schemas.ts';
import type { UserStats } from '../../people/users/index.ts';
import type { WagerGame } from '../rolls/index.ts';
import type { UserFigures } from './user-figures.sql.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });
const Money = moneyText('For people to read');

/** The fields that games count their plays by, each with what `of` makes of it. */
const fieldsOf = <Value>(
  games: readonly WagerGame[],
  of: (game: WagerGame, what: 'plays' | 'playsWon', description: string) => Value,
): Record<string, Value> =>
  Object.fromEntries(
    games.flatMap((game): [string, Value][] => {
      const { played, won } = game.stakes.figures.fields;
      const counted: [string, Value] = [played[0], of(game, 'plays', played[1])];
      return won === null ? [counted] : [counted, [won[0], of(game, 'playsWon', won[1])]];
    }),
  );

/** Each game has fields of its own, which it names. */
export const userStatsSchema = (games: readonly WagerGame[]) =>
  Type.Object(
    {
      memberSince: timeOf('When you first logged in'),
      lastActiveAt: timeOf('When you last did anything'),
      activeSessions: Count('Sessions that are valid now'),
      unreadNotifications: Count('Notifications that you have not read'),
      ...fieldsOf(games, (_game, _what, description) => Count(description)),
      wageredCents: Cents('Your stakes, in BRL cents'),
      wageredFormatted: Money,
      wonCents: Cents('Worth of the items when you won them, and payments to you, in BRL cents'),
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
          ...fieldsOf(games, (_game, what) => (what === 'plays' ? 14 : 5)),
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

export function userStatsView(stats: UserStats, figures: UserFigures, games: readonly WagerGame[]) {
  const { wageredCents, wonCents, bestWinCents } = figures;
  const profitCents = wonCents - wageredCents;
  return {
    memberSince: stats.memberSince.toISOString(),
    lastActiveAt: stats.lastActiveAt.toISOString(),
    activeSessions: stats.activeSessions,
    unreadNotifications: stats.unreadNotifications,
    ...fieldsOf(games, ({ name }, what) => figures.games.get(name)?.[what] ?? 0),
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
