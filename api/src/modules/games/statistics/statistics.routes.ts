import type { Db } from '../../../platform/database/db.ts';
import { callerOf } from '../../../platform/http/edge/access.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../platform/http/openapi/openapi.ts';
import { readUserStats, userNotFound } from '../../people/users/index.ts';
import type { WagerGame } from '../rolls/index.ts';
import { userStatsSchema, userStatsView } from './statistics.schemas.ts';
import { readUserFigures } from './user-figures.sql.ts';

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
