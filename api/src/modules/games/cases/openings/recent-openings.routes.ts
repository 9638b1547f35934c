import type { Routes } from '../../../../platform/http/http-part.ts';
import { pageOf, pageQuery } from '../../../../platform/lists.ts';
import { DropList, dropsView, type RecentDrops } from '../../drops/index.ts';

export function recentOpeningsPublicRoutes(routes: Routes, recentOpenings: RecentDrops): void {
  routes.get(
    '/cases/openings/recent',
    {
      schema: {
        operationId: 'listRecentOpenings',
        summary: 'The latest openings of everybody',
        description: 'The last 100: what was won, by whom and how likely it was, newest first. At most a second old.',
        querystring: pageQuery({}),
        response: { 200: DropList },
      },
    },
    async ({ query }) => dropsView(await recentOpenings.recent(), pageOf(query)),
  );
}
