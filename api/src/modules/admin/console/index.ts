import type { Module } from '../../../platform/module.ts';
import { alertsChanged, figuresChanged, queuesChanged } from './console.messages.ts';
import { type QueuesDeps, queuesAdminRoutes } from './queues.routes.ts';
import { searchAdminRoutes } from './search.routes.ts';
import { createConsoleWatch, type WatchDeps } from './watch-console.ts';

type ConsoleDeps = QueuesDeps & WatchDeps;

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
