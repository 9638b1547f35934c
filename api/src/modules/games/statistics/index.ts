import type { Db } from '../../../platform/database/db.ts';
import type { Module } from '../../../platform/module.ts';
import type { GamePlays } from '../rolls/index.ts';
import { statisticsPlayerRoutes } from './statistics.routes.ts';

export { oddsDays } from './odds-days.ts';
export { statisticsInvariants } from './statistics.invariants.ts';
export { userDays } from './user-days.ts';
export { countPlays, playsFrom, readInAll, readUserFigures, salesFrom, type UserFigures } from './user-figures.sql.ts';

interface StatisticsGiven {
  db: Db;
  /** The plays of every game. */
  games: readonly GamePlays[];
}

/** What was played, added up over all time for the one who played. It knows no game: each brings its plays. */
export const statistics: Module<StatisticsGiven> = {
  name: 'statistics',
  run: (given) => ({
    http: [
      {
        tag: { name: 'statistics', description: 'What you have played, wagered and won.' },
        player: (routes) => statisticsPlayerRoutes(routes, given),
      },
    ],
  }),
};
