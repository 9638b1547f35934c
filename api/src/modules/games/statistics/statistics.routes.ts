import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import { addDays, dayOf } from '../../../platform/days.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { unauthorized } from '../../../platform/errors.ts';
import { callerOf } from '../../../platform/http/edge/access.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../platform/ids.ts';
import { findUser, readUserStats, userNotFound } from '../../people/users/index.ts';
import { type Drop, readDrops } from '../drops/index.ts';
import { isShowing, type WagerGame } from '../rolls/index.ts';
import {
  DaysQuery,
  PlayedDays,
  ProfileParams,
  ProfileView,
  playedDaysView,
  profileView,
  SessionPlayView,
  sessionPlayView,
  userStatsSchema,
  userStatsView,
} from './statistics.records.ts';
import {
  bestWins,
  listUserDays,
  type PlaysFrom,
  type ProfiledGame,
  readSessionPlay,
  readUserFigures,
  type WinsRange,
} from './statistics.sql.ts';

export function statisticsPlayerRoutes(
  routes: Routes,
  { db, wagerGames }: { db: Db; wagerGames: readonly WagerGame[] },
): void {
  routes.get(
    '/user/stats',
    {
      schema: {
        operationId: 'getUserStats',
        summary: 'Read your figures',
        description:
          'Answers how long you have been here, and your plays, wagers and winnings since then, up to this moment. ' +
          'Stakes on upgrades count as wagered, items and balance alike; winnings count at their value when you won ' +
          'them. A battle counts when it is over.',
        response: { 200: userStatsSchema(wagerGames), ...errorAnswers(404) },
      },
    },
    async (request) => {
      const { userId } = callerOf(request);
      const [stats, figures] = await Promise.all([readUserStats(db, userId), readUserFigures(db, userId, wagerGames)]);
      if (stats === null) throw userNotFound();
      return userStatsView(stats, figures, wagerGames);
    },
  );
}

export interface OwnDaysDeps {
  db: Db;
  clock: Clock;
  wagerGames: readonly WagerGame[];
  past: { plays: readonly PlaysFrom[] };
}

export function ownDaysPlayerRoutes(routes: Routes, { db, clock, wagerGames, past }: OwnDaysDeps): void {
  routes.get(
    '/user/stats/daily',
    {
      schema: {
        operationId: 'listUserDays',
        summary: 'List your figures by day and game',
        description:
          'Answers your plays, wagers and winnings on each of the last days, up to this moment, and in each game ' +
          'over all of them. They count as in `GET /api/user/stats`; tickets of raffles are sold, so they do not ' +
          'count.',
        querystring: DaysQuery,
        response: { 200: PlayedDays },
      },
    },
    async (request) => {
      const { days = 30 } = request.query;
      const first = addDays(dayOf(clock.now()), 1 - days);
      return playedDaysView(await listUserDays(db, callerOf(request).userId, wagerGames, first), first, days);
    },
  );

  routes.get(
    '/user/stats/session',
    {
      schema: {
        operationId: 'getSessionPlay',
        summary: 'Read your play since you logged in',
        description:
          'Answers how long this session lasts, and your stakes, winnings and losses in it, tickets of raffles ' +
          'included.',
        response: { 200: SessionPlayView },
      },
    },
    async (request) => {
      const play = await readSessionPlay(db, callerOf(request), past.plays);
      if (play === null) throw unauthorized();
      return sessionPlayView(play);
    },
  );
}

const BEST_WINS = 6;
const WIN_DAYS = 30;
/** Reels have stopped by then, so a profile spoils none. */
const HELD_MS = 5 * MINUTE_MS;

export interface ProfileDeps {
  db: Db;
  clock: Clock;
  wagerGames: readonly WagerGame[];
}

export function profilePublicRoutes(routes: Routes, { db, clock, wagerGames }: ProfileDeps): void {
  const shown = wagerGames.filter((game): game is ProfiledGame => isShowing(game));
  routes.get(
    '/users/:id/profile',
    {
      config: { maxAgeSeconds: 30 },
      schema: {
        operationId: 'getPublicProfile',
        summary: 'Read the public profile of a user',
        description:
          'Answers the public part of a player: name, picture, number of plays, and their best wins, a few minutes ' +
          'after they were won. It does not show stakes, losses, belongings or pauses. Answers 404 if there is no ' +
          'such account, or it cannot log in.',
        params: ProfileParams,
        response: { 200: ProfileView, ...errorAnswers(404) },
      },
    },
    async ({ params }) => {
      const userId = toId<'user'>(params.id);
      const now = clock.now();
      const user = await findUser(db, userId);
      if (user === null || user.status !== 'ACTIVE') throw userNotFound();
      const span = { userId, first: addDays(dayOf(now), 1 - WIN_DAYS), until: new Date(now.getTime() - HELD_MS) };
      const [{ games }, bestWins] = await Promise.all([
        readUserFigures(db, userId, wagerGames),
        listBestWins(db, shown, span, BEST_WINS),
      ]);
      const plays = games.values().reduce((sum, each) => sum + each.plays, 0);
      return profileView({ ...user, plays, bestWins });
    },
  );
}

async function listBestWins(db: Db, games: readonly ProfiledGame[], range: WinsRange, limit: number): Promise<Drop[]> {
  const wins = await readDrops(
    db,
    games.map((game) => bestWins(game, range, limit)),
  );
  return wins.toSorted((one, other) => Number(other.itemValueCents - one.itemValueCents)).slice(0, limit);
}
