export { alertsChanged, figuresChanged, queuesChanged } from './console.events.ts';
export { createConsoleWatch, type WatchDeps } from './watch-console.ts';
