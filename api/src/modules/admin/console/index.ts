import type { Module } from '../../../platform/module.ts';
import { alertsChanged, createConsoleWatch, figuresChanged, queuesChanged, type WatchDeps } from './live/index.ts';
import { type QueuesDeps, queuesAdminRoutes } from './queues/index.ts';
import { searchAdminRoutes } from './search/index.ts';

type ConsoleDeps = QueuesDeps & WatchDeps;

/** What the console of administrators shows of all modules at once. */
export const adminConsole: Module<ConsoleDeps> = {
  name: 'console',
  events: [queuesChanged, alertsChanged, figuresChanged],
  run: (deps) => {
    const watch = createConsoleWatch(deps);
    return {
      http: [
        {
          tag: { name: 'console', description: 'Queues of administrators, and one search over everything.' },
          admin: (routes) => {
            queuesAdminRoutes(routes, deps);
            searchAdminRoutes(routes, deps);
          },
        },
      ],
      start: () => watch.start(),
      stop: () => watch.stop(),
    };
  },
};
