import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { Module } from '../../../platform/module.ts';
import type { ShowingGame } from '../rolls/index.ts';
import { createRecentDrops, dropLive } from './drop-feed.ts';
import { liveDropsPublicRoutes } from './drops.routes.ts';

export type { ShowDrops } from '../rolls/index.ts';
export { createDropFeed, createRecentDrops, type RecentDrops, readDrops } from './drop-feed.ts';
export { type Drop, DropList, DropView, dropView } from './drops.records.ts';
export { dropsView } from './drops.routes.ts';

interface DropsDeps {
  db: Db;
  clock: Clock;
  shown: readonly ShowingGame[];
}

/** Everybody sees wins as they happen. The module knows no game: each brings its drops. */
export const drops: Module<DropsDeps> = {
  name: 'drops',
  events: [dropLive],
  run: (deps) => {
    const recentDrops = createRecentDrops(deps);
    return {
      http: [
        {
          tag: { name: 'live-drops', description: 'The latest wins of all players.' },
          public: (routes) => liveDropsPublicRoutes(routes, recentDrops),
        },
      ],
    };
  },
};
