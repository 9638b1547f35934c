import type { Module } from '../../../platform/module.ts';
import type { RiskDeps } from './fraud.routes.ts';
import { fraudAdminRoutes } from './fraud.routes.ts';
import { deleteSuspicionsOf } from './fraud.sql.ts';
import { suspectSettings, type WatchDeps, watchSuspects } from './watch-suspects.ts';

export { findOpenSuspicions } from './fraud.sql.ts';

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
      // The day before is added up by then.
      schedule: ['40 * * * * watch-suspects'],
    },
    erase: deleteSuspicionsOf,
  }),
};
