import type { Module } from '../../../platform/module.ts';
import type { DailyRollUp } from '../../../platform/roll-ups/roll-ups.ts';
import type { WagerGame } from '../rolls/index.ts';
import { gameDays, oddsDays, userDays } from './play-days.ts';
import {
  type OwnDaysDeps,
  ownDaysPlayerRoutes,
  type ProfileDeps,
  profilePublicRoutes,
  statisticsPlayerRoutes,
} from './statistics.routes.ts';

export { statisticsInvariants } from './statistics.invariants.ts';
export { countPlays, playsFrom, readInAll, readUserFigures, salesFrom, type UserFigures } from './statistics.sql.ts';

export { gameDays, oddsDays, userDays };

export const rollUpsOf = (games: readonly WagerGame[]): DailyRollUp[] => [
  ...games.map(userDays),
  ...oddsDays(games),
  gameDays(games),
];

type StatisticsDeps = OwnDaysDeps & ProfileDeps;

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
