import { strict as assert } from 'node:assert';
import type { Clock } from '../../../../platform/clock.ts';
import { type Db, transaction } from '../../../../platform/database/db.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { onceOf } from '../../../../platform/http/once.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import { lockAccount } from '../../../assets/wallet/index.ts';
import { commitAhead, type SeedDeps } from '../../rolls/index.ts';
import { eventNotFound } from '../events.errors.ts';
import {
  ActiveEvent,
  CLAIM_DAYS_AFTER_END,
  EventParams,
  EventView,
  eventView,
  type Participant,
  type Standing,
  shotStream,
} from '../events.records.ts';
import { pointsOf, ticketsOf, tierStates } from '../events.rules.ts';
import { findPublishedEvent, listTiers } from '../events.sql.ts';
import { readCurrentEvents, readPublicEvent } from '../read-event.ts';
import { claimTier } from './claim-tier.ts';
import { ClaimBody, Claimed, claimView, EventProgress, progressView, type ShownProgress } from './pass.records.ts';
import { findStanding } from './pass.sql.ts';

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

/** While the event runs, asking commits to the next shot. */
async function showProgress(deps: SeedDeps & { db: Db }, participant: Participant, ip: string): Promise<ShownProgress> {
  const { db } = deps;
  const [event, tiers, standing] = await Promise.all([
    findPublishedEvent(db, participant.eventId),
    listTiers(db, participant.eventId),
    findStanding(db, participant),
  ]);
  if (event === null) throw eventNotFound();
  const needsCommitment = event.isRunning && standing.nextServerSeedHash === null;
  const shown = needsCommitment ? await commitToNextShot(deps, participant, ip) : standing;
  const points = pointsOf(shown.progress, event);
  return {
    event,
    points,
    tickets: ticketsOf(shown.progress, event),
    progress: shown.progress,
    nextServerSeedHash: event.isRunning ? shown.nextServerSeedHash : null,
    tiers: tierStates({ tiers, isClaimable: event.isClaimable }, points, shown.claimedIds),
    clientSeed: shown.clientSeed,
  };
}

/** The standing is read under the lock of the account. */
async function commitToNextShot(
  { db, seedSeal }: SeedDeps & { db: Db },
  participant: Participant,
  ip: string,
): Promise<Standing> {
  const { eventId, userId } = participant;
  return transaction(db, async (tx) => {
    const [, standing] = await Promise.all([lockAccount(tx, userId), findStanding(tx, participant)]);
    const asker = { userId, ip, entity: { type: 'event', id: eventId } };
    const next = { stream: shotStream(participant), firstNonce: standing.progress.shots + 1, count: 1, asker };
    const [[nextServerSeedHash] = []] = await commitAhead({ seedSeal }, tx, [next]);
    assert(nextServerSeedHash !== undefined);
    return { ...standing, nextServerSeedHash };
  });
}
