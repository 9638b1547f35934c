import type { Routes } from '../../../platform/http/http-part.ts';
import { type PageRequest, pageOf, pageOfAll, pageQuery } from '../../../platform/lists.ts';
import type { RecentDrops } from './drop-feed.ts';
import { type Drop, DropList, dropView } from './drops.records.ts';

export function dropsView(drops: readonly Drop[], page: PageRequest) {
  const { data, meta } = pageOfAll(drops, page);
  return { data: data.map(dropView), meta };
}

export function liveDropsPublicRoutes(routes: Routes, recentDrops: RecentDrops): void {
  routes.get(
    '/live-drops/recent',
    {
      schema: {
        operationId: 'listLiveDrops',
        summary: 'List the latest drops',
        description:
          'Lists the last 100 drops, newest first, at most a second old. The event `drop:live` brings new ones.',
        querystring: pageQuery({}),
        response: { 200: DropList },
      },
    },
    async ({ query }) => dropsView(await recentDrops.recent(), pageOf(query)),
  );

  routes.get(
    '/live-drops/top',
    {
      schema: {
        operationId: 'listTopDrops',
        summary: 'List the latest rare drops',
        description: 'Lists the last 100 drops with a chance of at most 2 percent, newest first, at most a second old.',
        querystring: pageQuery({}),
        response: { 200: DropList },
      },
    },
    async ({ query }) => dropsView(await recentDrops.rare(), pageOf(query)),
  );

  routes.get(
    '/live-drops/biggest',
    {
      schema: {
        operationId: 'listBiggestDrops',
        summary: 'List the biggest wins of the day',
        description:
          'Lists the 100 most valuable drops of the current day of São Paulo, by their worth then; at most ten ' +
          'seconds old.',
        querystring: pageQuery({}),
        response: { 200: DropList },
      },
    },
    async ({ query }) => dropsView(await recentDrops.biggest(), pageOf(query)),
  );
}
