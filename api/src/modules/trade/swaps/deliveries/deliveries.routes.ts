import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { onceOf } from '../../../../platform/http/once.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { listView, walkOf } from '../../../../platform/lists.ts';
import { type DecideDeps, decideReturn } from './decide-return.ts';
import { DecideBody, DecideParams, SwapReturn, UndeliveredList, UndeliveredQuery } from './deliveries.records.ts';
import { listUndelivered } from './deliveries.sql.ts';

export function deliveriesAdminRoutes(routes: Routes, deps: DecideDeps): void {
  routes.get(
    '/admin/site-swaps/undelivered',
    {
      schema: {
        operationId: 'adminListUndeliveredSiteSwaps',
        summary: 'List site swaps whose purchase never arrived',
        description:
          'Lists the newest first; with `needsDecision=true` only those that wait for `POST ' +
          '/admin/site-swaps/{id}/decide`. Use `before` to go far back.',
        querystring: UndeliveredQuery,
        response: { 200: UndeliveredList },
      },
    },
    async ({ query }) => {
      const page = walkOf(query);
      const { needsDecision, outcome } = query;
      const userId = query.userId === undefined ? undefined : toId<'user'>(query.userId);
      const { swaps, total } = await listUndelivered(deps.db, { needsDecision, outcome, userId }, page);
      return listView(swaps, page, total);
    },
  );

  routes.post(
    '/admin/site-swaps/:id/decide',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'adminDecideSiteSwap',
        summary: 'Decide on a site swap whose purchase never arrived',
        description:
          'Decides on the subject of the alert `SITE_SWAP_NOT_DELIVERED`: the purchase failed and the item could no ' +
          'longer be taken back, or its outcome is unknown. It ends the alert, cannot be undone, and the audit trail ' +
          'records `SITE_SWAP_DECIDED`. Answers 409 if the item is to be taken back and is not AVAILABLE.',
        params: DecideParams,
        body: DecideBody,
        response: { 200: SwapReturn, ...errorAnswers(403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { userId: actorId, sessionId } = callerOf(request);
      const command = {
        id: toId<'site-swap'>(request.params.id),
        resolution: request.body.resolution,
        reason: request.body.reason.trim(),
        actorId,
        sessionId,
        ip: request.ip,
      };
      return decideReturn(
        deps,
        command,
        onceOf<SwapReturn>(request, reply, (made) => made),
      );
    },
  );
}
