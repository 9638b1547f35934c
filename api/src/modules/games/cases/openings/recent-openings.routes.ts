import type { Routes } from '../../../../platform/http/http-part.ts';
import { toId } from '../../../../platform/ids.ts';
import { pageOf, pageQuery } from '../../../../platform/lists.ts';
import { DropList, dropsView, type RecentDrops } from '../../drops/index.ts';
import { OpenParams } from './openings.schemas.ts';
import { type createReadCaseDrops, MOST_OF_CASE } from './recent-case-drops.ts';

interface RecentOpeningsDeps {
  recentOpenings: RecentDrops;
  readCaseDrops: ReturnType<typeof createReadCaseDrops>;
}

export function recentOpeningsPublicRoutes(
  routes: Routes,
  { recentOpenings, readCaseDrops }: RecentOpeningsDeps,
): void {
  routes.get(
    '/cases/openings/recent',
    {
      schema: {
        operationId: 'listRecentOpenings',
        summary: 'List the latest openings of all users',
        description:
          'Lists the last 100 openings with item, winner and chance, newest first. The list is at most a second old.',
        querystring: pageQuery({}),
        response: { 200: DropList },
      },
    },
    async ({ query }) => dropsView(await recentOpenings.recent(), pageOf(query)),
  );

  routes.get(
    '/cases/:id/drops',
    {
      schema: {
        operationId: 'listCaseDrops',
        summary: 'List the latest openings of a case',
        description: `Lists the last ${MOST_OF_CASE} openings of the case, newest first. The list is at most a second old.`,
        params: OpenParams,
        querystring: pageQuery({}),
        response: { 200: DropList },
      },
    },
    async ({ params, query }) => dropsView(await readCaseDrops(toId(params.id)), pageOf(query)),
  );
}
