import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/db.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { onceOf } from '../../../../platform/http/once.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import type { SeedDeps } from '../../rolls/index.ts';
import { ActiveEvent, CLAIM_DAYS_AFTER_END, EventParams, EventView, eventView } from '../events.records.ts';
import { readCurrentEvents, readPublicEvent } from '../read-event.ts';
import { claimTier } from './claim-tier.ts';
import { ClaimBody, Claimed, claimView, EventProgress, progressView } from './pass.records.ts';
import { showProgress } from './show-progress.ts';

export function passPublicRoutes(routes: Routes, { db }: { db: Db }): void {
  routes.get(
    '/event/active',
    {
      schema: {
        operationId: 'getActiveEvent',
        summary: 'Read the event that runs now',
        description:
          'Answers what wagers earn, the tiers of the pass with their rewards, and for each price of a shot its ' +
          'items with the exact chances. `event` is null while none runs. `claimable` lists ended events in which ' +
          `reached tiers can still be claimed, for ${CLAIM_DAYS_AFTER_END} days after the end.`,
        response: { 200: ActiveEvent },
      },
    },
    async () => {
      const { running, claimable } = await readCurrentEvents(db);
      return { event: running && eventView(running), claimable };
    },
  );

  routes.get(
    '/event/:id',
    {
      schema: {
        operationId: 'getEvent',
        summary: 'Read an event',
        description:
          'Answers everything that decides the shots of an event that has begun: for each price the ranges of its ' +
          'items. They never change, and stay public after the end: with a shot they are enough to check its item. ' +
          'Names and values of items are the present ones.',
        params: EventParams,
        response: { 200: EventView, ...errorAnswers(404) },
      },
    },
    async ({ params }) => eventView(await readPublicEvent(db, toId(params.id))),
  );
}

export function passPlayerRoutes(
  routes: Routes,
  deps: SeedDeps & { db: Db; clock: Clock; push: Pick<Push, 'toUser'> },
): void {
  routes.get(
    '/event/:id/progress',
    {
      schema: {
        operationId: 'getEventProgress',
        summary: 'Read your progress in an event',
        description:
          'Points and tickets follow from your wagers while the event runs, rounded down. While it runs, `nextShot` ' +
          'binds the server before you shoot: the seed behind the hash is the one of your next shot, and it is ' +
          'revealed with the result. Asking again gives the same hash. Set your client seed after you have seen it ' +
          'and the server cannot have chosen its seed to suit it.',
        params: EventParams,
        response: { 200: EventProgress, ...errorAnswers(404) },
      },
    },
    async (request) => {
      const participant = { eventId: toId<'event'>(request.params.id), userId: callerOf(request).userId };
      return progressView(await showProgress(deps, participant, request.ip));
    },
  );

  routes.post(
    '/event/:id/claim',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'claimEventTier',
        summary: 'Claim the reward of a tier',
        description:
          'You can claim each tier once, when you have its points: an item for your inventory, balance, or tickets. ' +
          `Claims are possible while the event runs and for ${CLAIM_DAYS_AFTER_END} days after its end. With an ` +
          '`Idempotency-Key` a repeat gives the first answer again. Answers 403 while you have paused or excluded ' +
          'yourself.',
        params: EventParams,
        body: ClaimBody,
        response: { 200: Claimed, ...errorAnswers(403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const command = {
        eventId: toId<'event'>(request.params.id),
        userId: callerOf(request).userId,
        tierId: toId<'event-tier'>(request.body.tierId),
      };
      return claimView(await claimTier(deps, command, onceOf(request, reply, claimView)));
    },
  );
}
