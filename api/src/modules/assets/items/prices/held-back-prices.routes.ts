import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { listView, pageOf } from '../../../../platform/lists.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import type { DecisionDeps } from '../../../people/decisions/index.ts';
import { confirmPrices } from './guard-prices.ts';
import {
  ConfirmedPrices,
  HeldBackPriceList,
  HeldBackPricesQuery,
  heldBackPriceView,
  PricesToConfirm,
} from './held-back-prices.records.ts';
import { listHeldBackPrices } from './held-back-prices.sql.ts';

export function heldBackPricesAdminRoutes(routes: Routes, deps: DecisionDeps & { settings: Settings }): void {
  routes.get(
    '/admin/items/held-back-prices',
    {
      schema: {
        operationId: 'listHeldBackPrices',
        summary: 'List prices that are held back',
        description:
          'Lists prices from syncs that are further from the price in force than `maxPriceStepPercent` allows, the ' +
          'furthest first.',
        querystring: HeldBackPricesQuery,
        response: { 200: HeldBackPriceList },
      },
    },
    async ({ query }) => {
      const page = pageOf(query);
      const syncId = query.syncId === undefined ? null : toId<'item-sync'>(query.syncId);
      const { held, total } = await listHeldBackPrices(deps.db, syncId, page);
      return listView(held.map(heldBackPriceView), page, total);
    },
  );

  routes.post(
    '/admin/items/held-back-prices/confirm',
    {
      schema: {
        operationId: 'confirmHeldBackPrices',
        summary: 'Confirm prices that are held back',
        description:
          'Puts the prices of the last sync in force, of all items or of those named, and records each in the audit ' +
          'trail. If one is not held back, or a later sync has another price, nothing is changed and the answer is ' +
          "409. It needs a fresh second factor and, if it moves the worth of users' items by more than " +
          '`twoPersonCents`, the same request by a second administrator.',
        body: PricesToConfirm,
        response: { 200: ConfirmedPrices, ...errorAnswers(403, 409) },
      },
    },
    async (request) => {
      const { syncId, itemIds, reason = null } = request.body;
      const { userId: actorId, sessionId } = callerOf(request);
      const confirmed = await confirmPrices(deps, {
        syncId: toId(syncId),
        itemIds: itemIds?.map((id) => toId<'item'>(id)) ?? null,
        editor: { actorId, sessionId, ip: request.ip, reason },
      });
      return { confirmed };
    },
  );
}
