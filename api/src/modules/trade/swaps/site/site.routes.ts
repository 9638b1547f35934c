import type { Db } from '../../../../platform/database/db.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { onceOf } from '../../../../platform/http/once.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { listView, walkOf } from '../../../../platform/lists.ts';
import { chooseTargets } from './site.rules.ts';
import {
  givenIdsOf,
  SiteSwapBody,
  SiteSwapList,
  SiteSwapResult,
  SiteSwapsQuery,
  siteSwapResult,
  siteSwapView,
} from './site.schemas.ts';
import { listSiteSwaps } from './site.sql.ts';
import type { SwapTarget } from './site.types.ts';
import { type SiteSwapDeps, swapWithSite } from './swap-with-site.ts';
import { TargetList, TargetsQuery, targetFilterOf, targetList } from './targets.schemas.ts';

export function sitePublicRoutes(routes: Routes, readTargets: () => Promise<readonly SwapTarget[]>): void {
  routes.get(
    '/swap/targets',
    {
      schema: {
        operationId: 'listSwapTargets',
        summary: 'List items that you can swap for',
        description:
          'Items of the catalogue that somebody sells on the marketplace, at their value in the catalogue or, where that ' +
          'is more, at what it asks for them with the house margin: at most a minute old, or the last list that is known for ten minutes where the marketplace does not ' +
          'answer, and 503 after that. The swap itself asks for the price anew.',
        querystring: TargetsQuery,
        response: { 200: TargetList, ...errorAnswers(503) },
      },
    },
    async ({ query }) => targetList(chooseTargets(await readTargets(), targetFilterOf(query)), query),
  );
}

export function sitePlayerRoutes(routes: Routes, deps: SiteSwapDeps): void {
  routes.post(
    '/swap/site',
    {
      config: { limits: ['market'], repeatable: true },
      schema: {
        operationId: 'swapWithSite',
        summary: 'Swap items for one from the marketplace',
        description:
          'The target is bought on the marketplace by its name and comes into your inventory; what you give for it is ' +
          'gone (`SOLD`, without a sale). Your items must be worth what the target costs; where they are ' +
          'worth more, the difference is credited to your balance. The purchase itself may cost up to a tenth more than ' +
          'was quoted, which the house bears. What the house pays above the catalogue on a day has an end. 403 while your withdrawals of items are suspended, 409 while one of the items waits in something ' +
          'else. Where the marketplace refuses, `status` is `FAILED` and your items are AVAILABLE again; where nobody ' +
          'knows yet whether it sold, it is `PENDING`, your items stay `IN_SWAP`, and you are notified once it is ' +
          'settled. Sockets are sent `balance:updated` when the target is yours.',
        body: SiteSwapBody,
        response: { 200: SiteSwapResult, ...errorAnswers(403, 404, 409, 422, 503) },
      },
    },
    async (request, reply) => {
      const { userId } = callerOf(request);
      const { targetMarketHashName } = request.body;
      const command = { userId, givenIds: givenIdsOf(request.body), targetMarketHashName };
      return siteSwapResult(await swapWithSite(deps, command, onceOf(request, reply, siteSwapResult)));
    },
  );

  siteSwapLists(routes, deps);
}

function siteSwapLists(routes: Routes, { db }: { db: Db }): void {
  routes.get(
    '/swap/site',
    {
      schema: {
        operationId: 'listSiteSwaps',
        summary: 'List your swaps with the site',
        description: 'Newest first, with what has become of each: a swap that is `PENDING` is settled by itself.',
        querystring: SiteSwapsQuery,
        response: { 200: SiteSwapList },
      },
    },
    async (request) => {
      const page = walkOf(request.query);
      const { swaps, total } = await listSiteSwaps(db, callerOf(request).userId, page);
      return listView(swaps.map(siteSwapView), page, total);
    },
  );
}
