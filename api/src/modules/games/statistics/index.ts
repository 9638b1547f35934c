import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db.ts';
import type { HttpModule } from '../../../platform/http/module.ts';
import type { JobSet } from '../../../platform/jobs.ts';
import { rollUpDays } from './roll-up-days.ts';
import { statisticsPlayerRoutes } from './statistics.routes.ts';

/** What was played, added up: by day for those who run the platform, over all time for the one who played. */
export function statisticsModule(deps: { db: Db }): HttpModule {
  return {
    tag: { name: 'statistics', description: 'What you have played, wagered and won.' },
    player: (routes) => statisticsPlayerRoutes(routes, deps),
  };
}

/** Hourly, so that a day missed for any reason is not missed for long; a day of São Paulo ends at a whole hour. */
export function statisticsJobs(deps: { db: Db; clock: Clock }): JobSet {
  return {
    tasks: { 'roll-up-days': () => rollUpDays(deps) },
    schedule: ['20 * * * * roll-up-days'],
  };
}
