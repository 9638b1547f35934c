import type { Db } from '../../../platform/db.ts';
import type { HttpModule } from '../../../platform/http/module.ts';
import { createRecentDrops } from '../cases/index.ts';
import { liveDropsPublicRoutes } from './live-drops.routes.ts';

export { createDropFeed } from './drop-feed.ts';

export function liveDropsModule(deps: { db: Db }): HttpModule {
  const recentDrops = createRecentDrops(deps);
  return {
    tag: { name: 'live-drops', description: 'What is being won at the moment, for everybody to see.' },
    public: (routes) => liveDropsPublicRoutes(routes, recentDrops),
  };
}
