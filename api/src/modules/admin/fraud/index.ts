import type { Module } from '../../../platform/module.ts';
import { fraudAdminRoutes } from './fraud.admin-routes.ts';
import type { RiskDeps } from './read-risk.ts';
import { suspectSettings } from './suspect-settings.ts';
import { deleteSuspicionsOf } from './suspicions.sql.ts';
import { type WatchDeps, watchSuspects } from './watch-suspects.ts';

export { findOpenSuspicions } from './suspicions.sql.ts';

/** Who is worth looking at, and all that shows whether something is wrong with a user. */
export const fraud: Module<RiskDeps & WatchDeps> = {
  name: 'fraud',
  settings: suspectSettings,
  run: (deps) => ({
    http: [
      {
        tag: { name: 'fraud', description: 'Users under suspicion, and the reasons.' },
        admin: (routes) => fraudAdminRoutes(routes, deps),
      },
    ],
    jobs: {
      tasks: { 'watch-suspects': () => watchSuspects(deps) },
      // Once the day before is added up.
      schedule: ['40 * * * * watch-suspects'],
    },
    erase: deleteSuspicionsOf,
  }),
};
