import type { Db } from '../../../../platform/database/db.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { toId } from '../../../../platform/ids.ts';
import { pageOf, pageQuery } from '../../../../platform/lists.ts';
import { DropList, dropsView, listDropsOfCase, type RecentDrops } from '../../drops/index.ts';
import { caseGame } from './openings.game.ts';
import { OpenParams } from './openings.schemas.ts';

/** Of one case; what is older is in nobody's way. */
const MOST_OF_CASE = 50;

interface RecentOpeningsDeps {
  db: Db;
  recentOpenings: RecentDrops;
}

export function recentOpeningsPublicRoutes(routes: Routes, { db, recentOpenings }: RecentOpeningsDeps): void {
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

  routes.get(
    '/cases/:id/drops',
    {
      schema: {
        operationId: 'listCaseDrops',
        summary: 'The latest openings of one case',
        description: `The last ${MOST_OF_CASE} of what was won from the case, newest first.`,
        params: OpenParams,
        querystring: pageQuery({}),
        response: { 200: DropList },
      },
    },
    async ({ params, query }) =>
      dropsView(await listDropsOfCase(db, caseGame, toId(params.id), MOST_OF_CASE), pageOf(query)),
  );
}
