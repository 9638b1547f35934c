import { type Static, Type } from 'typebox';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { onceOf } from '../../../../platform/http/once.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { listView, walkOf } from '../../../../platform/lists.ts';
import { centsOf, idOf, timeOf } from '../../../../platform/schemas.ts';
import { type DecideDeps, decideReturn } from './decide-return.ts';
import type { SwapReturn } from './deliveries.types.ts';
import { ResolutionField, UndeliveredList, UndeliveredQuery, undeliveredView } from './undelivered.schemas.ts';
import { listUndelivered } from './undelivered.sql.ts';

const MAX_REASON_LENGTH = 500;

const DecideParams = Type.Object({ id: idOf('Id of the site swap: `siteSwapId` in the details of its alert') });
const DecideBody = Type.Object(
  {
    resolution: ResolutionField,
    reason: Type.String({
      minLength: 1,
      maxLength: MAX_REASON_LENGTH,
      pattern: '\\S',
      description: 'The reason, for the audit trail; users do not read it',
    }),
  },
  { examples: [{ resolution: 'LEFT', reason: 'The coins were paid back, and the user has sold the item.' }] },
);
const SwapReturnView = Type.Object(
  {
    id: idOf('Id of the site swap'),
    resolution: ResolutionField,
    refundCents: centsOf('Amount that was credited to the user, in cents of BRL; 0 if the user keeps the item'),
    decidedAt: timeOf('Time of the decision'),
  },
  {
    title: 'SiteSwapReturn',
    description: 'The outcome for the item of a site swap whose purchase was never delivered',
    examples: [{ id: '1', resolution: 'LEFT', refundCents: '0', decidedAt: '2026-11-15T12:00:00.000Z' }],
  },
);

const swapReturnView = ({ id, resolution, refundCents, at }: SwapReturn): Static<typeof SwapReturnView> => ({
  id,
  resolution,
  refundCents: refundCents.toString(),
  decidedAt: at.toISOString(),
});

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
      return listView(swaps.map(undeliveredView), page, total);
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
        response: { 200: SwapReturnView, ...errorAnswers(403, 404, 409, 422) },
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
      return swapReturnView(await decideReturn(deps, command, onceOf(request, reply, swapReturnView)));
    },
  );
}
