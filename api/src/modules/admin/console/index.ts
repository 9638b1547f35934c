import type { Module } from '../../../platform/module.ts';
import { alertsChanged, figuresChanged, queuesChanged } from './live/console.events.ts';
import { createConsoleWatch, type WatchDeps } from './live/watch-console.ts';
import { type QueuesDeps, queuesAdminRoutes } from './queues/queues.routes.ts';
import { searchAdminRoutes } from './search/search.routes.ts';

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
