import type { Module } from '../../../platform/module.ts';
import type { DailyRollUp } from '../../../platform/roll-ups/roll-ups.ts';
import type { WagerGame } from '../rolls/index.ts';
import { gameDays } from './game-days.ts';
import { oddsDays } from './odds-days.ts';
import { type OwnDaysDeps, ownDaysPlayerRoutes } from './own-days/own-days.routes.ts';
import { type ProfileDeps, profilePublicRoutes } from './profiles/profile.routes.ts';
import { statisticsPlayerRoutes } from './statistics.routes.ts';
import { userDays } from './user-days.ts';

export { statisticsInvariants } from './statistics.invariants.ts';
export { countPlays, playsFrom, readInAll, readUserFigures, salesFrom, type UserFigures } from './user-figures.sql.ts';

export { gameDays, oddsDays, userDays };

/** What is added up of every game. */
export const rollUpsOf = (games: readonly WagerGame[]): DailyRollUp[] => [
  ...games.map(userDays),
  ...oddsDays(games),
  gameDays(games),
];

type StatisticsDeps = OwnDaysDeps & ProfileDeps;

/** What was played, added up over all time for the one who played. It knows no game: each brings its plays. */
export const statistics: Module<StatisticsDeps> = {
  name: 'statistics',
  run: (deps) => ({
    http: [
      {
        tag: { name: 'statistics', description: 'Your plays, wagers and winnings; profiles of others.' },
        public: (routes) => profilePublicRoutes(routes, deps),
        player: (routes) => {
          statisticsPlayerRoutes(routes, deps);
          ownDaysPlayerRoutes(routes, deps);
        },
      },
    ],
  }),
};
