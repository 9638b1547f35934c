import type { Static } from 'typebox';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { onceOf } from '../../../../platform/http/once.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { listView, pageOf, pageQuery } from '../../../../platform/lists.ts';
import { givenSeed, refusable } from '../../rolls/index.ts';
import { eventNotFound } from '../events.errors.ts';
import { EventParams, shotStream } from '../events.records.ts';
import { findPublishedEvent, findRunningEvent } from '../events.sql.ts';
import { findStanding } from '../pass/pass.sql.ts';
import { type ShootDeps, shoot, verifyShot } from './shoot.ts';
import { shotGame } from './shots.game.ts';
import {
  firedShotView,
  ShootBody,
  Shot,
  ShotHistory,
  ShotParams,
  storedShotView,
  VerifiedShot,
  verifiedShotView,
} from './shots.records.ts';
import { listOwnShots, listUserShots } from './shots.sql.ts';

interface ShotsDeps extends ShootDeps {
  publicUrl: string;
}

export function shotsPlayerRoutes(routes: Routes, deps: ShotsDeps): void {
  shootRoute(routes, deps);
  shotHistoryRoutes(routes, deps);
  ownShotsRoute(routes, deps);
}

function shootRoute(routes: Routes, deps: ShootDeps): void {
  routes.post(
    '/event-shoot/shoot',
    {
      config: {
        repeatable: true,
        ...refusable<Static<typeof ShootBody>>(shotGame.name, async ({ userId, body: { ticketPrice, eventId } }) => {
          const id = eventId === undefined ? (await findRunningEvent(deps.db))?.id : toId<'event'>(eventId);
          if (id === undefined) return [];
          const participant = { eventId: id, userId };
          const { progress } = await findStanding(deps.db, participant);
          const firstNonce = progress.shots + 1;
          return [{ stream: shotStream(participant), firstNonce, count: 1, terms: [id, ticketPrice] }];
        }),
      },
      schema: {
        operationId: 'shoot',
        summary: 'Shoot at the case of an event',
        description:
          'A shot costs tickets and gives one item of the table of that price. Shots are rolls over 1 to 10000000 ' +
          'with a counter of their own for each player and event. The server seed is the committed one if you asked ' +
          'for it before, and is revealed; the client seed is that of the request, else that of your account, else ' +
          'one that the server draws, which proves less. Tickets can be spent while the event runs; a table that is ' +
          'paused answers 409. With an `Idempotency-Key` a repeat fires nothing more.',
        body: ShootBody,
        response: { 200: Shot, ...errorAnswers(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { ticketPrice, eventId, clientSeed } = request.body;
      const command = {
        userId: callerOf(request).userId,
        eventId: eventId === undefined ? null : toId<'event'>(eventId),
        ticketPrice,
        clientSeed: givenSeed(clientSeed),
      };
      return firedShotView(await shoot(deps, command, onceOf(request, reply, firedShotView)));
    },
  );
}

function ownShotsRoute(routes: Routes, { db }: ShotsDeps): void {
  routes.get(
    '/event-shoot/history',
    {
      schema: {
        operationId: 'listOwnShots',
        summary: 'List your shots in all events',
        description: 'Lists the newest first, each with everything needed to verify it.',
        querystring: pageQuery({}),
        response: { 200: ShotHistory },
      },
    },
    async (request) => {
      const page = pageOf(request.query);
      const { shots, total } = await listOwnShots(db, callerOf(request).userId, page);
      return listView(shots.map(storedShotView), page, total);
    },
  );
}

function shotHistoryRoutes(routes: Routes, { db, publicUrl }: ShotsDeps): void {
  routes.get(
    '/event/:id/shots',
    {
      schema: {
        operationId: 'listEventShots',
        summary: 'List your shots in an event',
        description: 'Lists the newest first, each with everything needed to verify it.',
        params: EventParams,
        querystring: pageQuery({}),
        response: { 200: ShotHistory, ...errorAnswers(404) },
      },
    },
    async (request) => {
      const page = pageOf(request.query);
      const participant = { eventId: toId<'event'>(request.params.id), userId: callerOf(request).userId };
      const [event, shots, { progress }] = await Promise.all([
        findPublishedEvent(db, participant.eventId),
        listUserShots(db, participant, page),
        findStanding(db, participant),
      ]);
      if (event === null) throw eventNotFound();
      return listView(shots.map(storedShotView), page, progress.shots);
    },
  );

  routes.post(
    '/event-shoot/:id/verify',
    {
      schema: {
        operationId: 'verifyShot',
        summary: 'Verify one of your shots',
        description:
          'Computes the shot again from its seeds, the commitment and the table of its price, shows every step, and ' +
          'gives a command that checks the same on your own machine.',
        params: ShotParams,
        response: { 200: VerifiedShot, ...errorAnswers(404) },
      },
    },
    async (request) => {
      const { shot, verification } = await verifyShot(db, callerOf(request).userId, toId(request.params.id));
      return verifiedShotView(shot, verification, publicUrl);
    },
  );
}
