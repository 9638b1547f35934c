import type { Module } from '../../../platform/module.ts';
import { type QueuesDeps, queuesAdminRoutes, searchAdminRoutes } from './console.routes.ts';
import { alertsChanged, createConsoleWatch, figuresChanged, queuesChanged, type WatchDeps } from './watch-console.ts';

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
