import type { Module } from '../../../platform/module.ts';
import { fraudAdminRoutes } from './fraud.routes.ts';
import { deleteSuspicionsOf } from './fraud.sql.ts';
import type { RiskDeps } from './read-risk.ts';
import { suspectSettings, type WatchDeps, watchSuspects } from './watch-suspects.ts';

export { findOpenSuspicions } from './fraud.sql.ts';

/** Suspicions, and the page that shows whether something is wrong with a user. */
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
      // By then the day before is added up.
      schedule: ['40 * * * * watch-suspects'],
    },
    erase: deleteSuspicionsOf,
  }),
};
