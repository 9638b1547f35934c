import type { Db } from '../../../platform/db.ts';
import { callerOf } from '../../../platform/http/access.ts';
import type { Routes } from '../../../platform/http/module.ts';
import { errorAnswers } from '../../../platform/http/openapi.ts';
import { readUserStats, userNotFound } from '../../people/users/index.ts';
import { UserStatsView, userStatsView } from './statistics.schemas.ts';
import { readUserFigures } from './user-figures.sql.ts';

export function statisticsPlayerRoutes(routes: Routes, { db }: { db: Db }): void {
  routes.get(
    '/user/stats',
    {
      schema: {
        operationId: 'getUserStats',
        summary: 'Your figures',
        description:
          'How long you have been here, and what you have played, wagered and won since then, up to this moment. ' +
          'What you staked on upgrades counts as wagered, items and balance alike; what you won counts at its value ' +
          'when you won it.',
        response: { 200: UserStatsView, ...errorAnswers(404) },
      },
    },
    async (request) => {
      const { userId } = callerOf(request);
      const [stats, figures] = await Promise.all([readUserStats(db, userId), readUserFigures(db, userId)]);
      if (stats === null) throw userNotFound();
      return userStatsView(stats, figures);
    },
  );
}
