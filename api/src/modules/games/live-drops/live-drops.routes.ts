import type { Routes } from '../../../platform/http/module.ts';
import { Drops, DropsQuery, dropView, type RecentDrops } from '../cases/index.ts';

export function liveDropsPublicRoutes(routes: Routes, recentDrops: RecentDrops): void {
  routes.get(
    '/live-drops/recent',
    {
      schema: {
        operationId: 'listLiveDrops',
        summary: 'The latest drops',
        description: 'What was won last, newest first, at most a second old. The event `drop:live` tells of new ones.',
        querystring: DropsQuery,
        response: { 200: Drops },
      },
    },
    async ({ query }) => ({ drops: (await recentDrops.recent(query.limit ?? 20)).map(dropView) }),
  );

  routes.get(
    '/live-drops/top',
    {
      schema: {
        operationId: 'listTopDrops',
        summary: 'The latest rare drops',
        description: 'Drops with a chance of at most 2 percent, newest first, at most a second old.',
        querystring: DropsQuery,
        response: { 200: Drops },
      },
    },
    async ({ query }) => ({ drops: (await recentDrops.rare(query.limit ?? 20)).map(dropView) }),
  );
}
