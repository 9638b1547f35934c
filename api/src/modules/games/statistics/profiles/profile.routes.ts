import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/db.ts';
import { addDays, dayOf } from '../../../../platform/days.ts';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { findUser, userNotFound } from '../../../people/users/index.ts';
import { isShowing, type WagerGame } from '../../rolls/index.ts';
import { readUserFigures } from '../user-figures.sql.ts';
import { listBestWins, type ProfiledGame } from './best-wins.ts';
import { ProfileParams, ProfileView, profileView } from './profile.schemas.ts';

const BEST_WINS = 6;
const WIN_DAYS = 30;
/** Reels and arenas have stopped by then: a profile spoils nothing. */
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
