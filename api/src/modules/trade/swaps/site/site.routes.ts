import type { Static } from 'typebox';
import type { Db } from '../../../../platform/database/db.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { onceOf } from '../../../../platform/http/once.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { type Id, toId } from '../../../../platform/ids.ts';
import { listView, walkOf } from '../../../../platform/lists.ts';
import { givenCents } from '../../../../platform/money.ts';
import { itemGivenTwice } from './site.messages.ts';
import {
  SiteSwapBody,
  SiteSwapList,
  SiteSwapResult,
  SiteSwapsQuery,
  type SwapTarget,
  siteSwapResult,
  siteSwapView,
  TargetList,
  TargetsQuery,
  targetList,
} from './site.records.ts';
import { chooseTargets, type TargetFilter } from './site.rules.ts';
import { listSiteSwaps } from './site.sql.ts';
import { type SiteSwapDeps, swapWithSite } from './swap-with-site.ts';

export function sitePublicRoutes(routes: Routes, readTargets: () => Promise<readonly SwapTarget[]>): void {
  routes.get(
    '/swap/targets',
    {
      schema: {
        operationId: 'listSwapTargets',
        summary: 'List items that you can swap for',
        description:
          'Lists items of the catalogue that are for sale on the marketplace. Each costs its value in the catalogue ' +
          'or, if that is more, the price of the marketplace with the house margin. The list is at most a minute ' +
          'old; if the marketplace does not answer, the last one serves for ten minutes, and then the answer is 503. ' +
          'The swap itself looks the price up again.',
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
          'The server buys the target on the marketplace by its name and puts it into your inventory; the items you ' +
          'give become `SOLD`, without a sale. Your items must be worth as much as the target costs; if they are ' +
          'worth more, the difference is credited to your balance. The purchase itself may cost up to a tenth more ' +
          'than was quoted, which the house pays, up to a limit a day. Answers 403 while your withdrawals of items ' +
          'are suspended, and 409 while one of the items is used elsewhere. If the marketplace refuses, `status` is ' +
          '`FAILED` and your items are AVAILABLE again; while it is unknown whether it sold, `status` is `PENDING`, ' +
          'your items stay `IN_SWAP`, and you are notified of the outcome. Sockets are sent `balance:updated` when ' +
          'the target is yours.',
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
        description: 'Lists the newest first, each with its outcome: a `PENDING` swap settles without your help.',
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

/** A second spelling of an id counts as the same item. */
function givenIdsOf({ inventoryItemIds }: Static<typeof SiteSwapBody>): Id<'inventoryItem'>[] {
  const ids = inventoryItemIds.map((id) => toId<'inventoryItem'>(id));
  if (new Set(ids).size < ids.length) throw itemGivenTwice();
  return ids;
}

function targetFilterOf(query: Static<typeof TargetsQuery>): TargetFilter {
  const { minValueCents, maxValueCents, search = '', sortOrder = 'asc' } = query;
  return {
    minValueCents: givenCents(minValueCents) ?? null,
    maxValueCents: givenCents(maxValueCents) ?? null,
    search,
    sortOrder,
  };
}
