import { Type } from 'typebox';
import { addDays, type Day } from '../../../platform/days.ts';
import { formatBrl } from '../../../platform/money.ts';
import { cents, listOf, orNull, record, type Static, string, time } from '../../../platform/record.ts';
import { idOf } from '../../../platform/schemas.ts';
import type { UserStats } from '../../people/users/index.ts';
import { type Drop, DropView, dropView } from '../drops/index.ts';
import type { WagerGame } from '../rolls/index.ts';
import type { SessionPlay, UserDay, UserFigures } from './statistics.sql.ts';

const MOST_DAYS = 90;
const USUAL_DAYS = 30;

const count = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] });
const money = (example: string) => string('For people to read', example);
const date = (description: string, example: string) =>
  Type.Unsafe<Day>({ type: 'string', format: 'date', description, examples: [example] });

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

export const userStatsSchema = (games: readonly WagerGame[]) =>
  record('UserStats', 'Your figures', {
    memberSince: time('When you first logged in', '2026-11-01T12:00:00.000Z'),
    lastActiveAt: time('When you last did anything'),
    activeSessions: count('Sessions that are valid now', 2),
    unreadNotifications: count('Notifications that you have not read', 3),
    ...fieldsOf(games, (_game, what, description) => count(description, what === 'plays' ? 14 : 5)),
    wageredCents: cents('Your stakes, in BRL cents', '123456'),
    wageredFormatted: money('R$ 1.234,56'),
    wonCents: cents('Worth of the items when you won them, and payments to you, in BRL cents', '118956'),
    wonFormatted: money('R$ 1.189,56'),
    profitCents: cents('Won less wagered; below zero where more was wagered', '-4500'),
    profitFormatted: money('-R$ 45,00'),
    bestWinCents: cents('The most that you have won in one play, in BRL cents; 0 where there is none', '35000'),
    bestWinFormatted: money('R$ 350,00'),
    itemsAvailable: count('Items that you can sell, play or withdraw now', 27),
  });

export function userStatsView(stats: UserStats, figures: UserFigures, games: readonly WagerGame[]) {
  const { wageredCents, wonCents, bestWinCents, itemsAvailable } = figures;
  const profitCents = wonCents - wageredCents;
  return {
    ...stats,
    ...fieldsOf(games, ({ name }, what) => figures.games.get(name)?.[what] ?? 0),
    wageredCents,
    wageredFormatted: formatBrl(wageredCents),
    wonCents,
    wonFormatted: formatBrl(wonCents),
    profitCents,
    profitFormatted: formatBrl(profitCents),
    bestWinCents,
    bestWinFormatted: formatBrl(bestWinCents),
    itemsAvailable,
  };
}

export const DaysQuery = Type.Object({
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_DAYS,
      default: USUAL_DAYS,
      description: `How many days of São Paulo, today among them; at most ${MOST_DAYS}`,
    }),
  ),
});

const PlayedDay = record('PlayedDay', 'Your plays on one day', {
  date: date('The day of São Paulo', '2026-11-15'),
  plays: count('How often you played', 3),
  wageredCents: cents('Your stakes, in BRL cents', '4500'),
  wonCents: cents('Worth of the items when you won them, and payments to you, in BRL cents', '3980'),
});

const PlayedGame = record('PlayedGame', 'Your plays of one game in these days', {
  game: string('The game, such as `CASES`', 'CASES'),
  plays: count('How often you played', 3),
  playsWon: count('Number of those that you have won', 3),
  wageredCents: cents('Your stakes, in BRL cents', '4500'),
  wonCents: cents('Your winnings, in BRL cents', '3980'),
});

export const PlayedDays = record('PlayedDays', 'Your plays by day and game', {
  first: date('The first of the days', '2026-11-15'),
  last: date('Today', '2026-11-15'),
  days: listOf(PlayedDay, 'Each of the days in their order, those without a play too'),
  games: listOf(PlayedGame, 'Each game that you played in these days'),
});

const sumOf = (days: readonly UserDay[]) => ({
  plays: days.reduce((sum, each) => sum + each.plays, 0),
  playsWon: days.reduce((sum, each) => sum + each.playsWon, 0),
  wageredCents: days.reduce((sum, each) => sum + each.wageredCents, 0n),
  wonCents: days.reduce((sum, each) => sum + each.wonCents, 0n),
});

export function playedDaysView(played: readonly UserDay[], first: Day, days: number): Static<typeof PlayedDays> {
  const byDay = Map.groupBy(played, ({ day }) => day);
  const dates = Array.from({ length: days }, (_, index) => addDays(first, index));
  return {
    first,
    last: dates.at(-1) ?? first,
    days: dates.map((each) => ({ date: each, ...sumOf(byDay.get(each) ?? []) })),
    games: [...Map.groupBy(played, ({ game }) => game)].map(([game, own]) => ({ game, ...sumOf(own) })),
  };
}

export const SessionPlayView = record('SessionPlay', 'Your play since you logged in', {
  startedAt: time('When you logged in with this session'),
  plays: count('How often you staked something since, tickets of raffles too', 12),
  wageredCents: cents('Your stakes since then, in BRL cents', '24000'),
  wonCents: cents('Your winnings since then, in BRL cents', '19850'),
  lostCents: cents('Wagered less won; below zero where more was won', '4150'),
});

export const sessionPlayView = (play: SessionPlay): Static<typeof SessionPlayView> => ({
  ...play,
  lostCents: play.wageredCents - play.wonCents,
});

/** Level 2 takes this many plays, and each level takes more than the one before. */
const FIRST_STEP = 10;

/** Levels count plays, never amounts: 10 plays are level 2, 40 level 3, 90 level 4. */
export const levelOf = (plays: number): number => Math.floor(Math.sqrt(plays / FIRST_STEP)) + 1;

export const playsOfNextLevel = (level: number): number => FIRST_STEP * level ** 2;

export const ProfileParams = Type.Object({ id: idOf('Id of the user') });

const positive = (description: string, example: number) =>
  Type.Integer({ minimum: 1, description, examples: [example] });
export const ProfileView = record('PublicProfile', 'The public part of a player', {
  id: idOf('Names the user'),
  username: string('Display name', 'Ana'),
  avatarUrl: orNull(Type.Unsafe<string>({ type: 'string' }), 'The picture; null where there is none', null),
  memberSince: time('When they first logged in', '2026-11-01T12:00:00.000Z'),
  level: positive('Level by the number of plays, never by amounts', 3),
  nextLevelPlays: positive('How many plays the next level takes', 90),
  plays: count('How often they have played', 57),
  bestWins: listOf(DropView, 'The most valuable wins in cases and battles in the last 30 days; at most 6'),
});

interface Profile {
  id: string;
  username: string;
  avatarUrl: string | null;
  createdAt: Date;
  plays: number;
  bestWins: readonly Drop[];
}

export function profileView({ createdAt: memberSince, bestWins, ...rest }: Profile): Static<typeof ProfileView> {
  const level = levelOf(rest.plays);
  return { ...rest, memberSince, level, nextLevelPlays: playsOfNextLevel(level), bestWins: bestWins.map(dropView) };
}
