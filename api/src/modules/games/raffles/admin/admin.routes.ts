import type { Db } from '../../../../platform/database/db.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { onceOf } from '../../../../platform/http/once.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { listView, pageOf } from '../../../../platform/lists.ts';
import { ReasonBody } from '../../../../platform/schemas.ts';
import { editorOf } from '../../../people/audit/index.ts';
import { type DecisionDeps, publisherOf } from '../../../people/decisions/index.ts';
import { type DrawDeps, drawRaffle } from '../draw/draw-raffle.ts';
import { AdminRaffle, listedRaffleView, Raffle, RaffleList, RaffleParams, raffleView } from '../raffles.records.ts';
import { listRaffles } from '../raffles.sql.ts';
import { AdminRaffleListQuery, adminRaffleView, givenRaffleOf, RaffleInputBody } from './admin.records.ts';
import { readRaffleDetail } from './admin.sql.ts';
import {
  type AdminDeps,
  type CancelDeps,
  cancelRaffle,
  closeRaffle,
  createRaffle,
  editRaffle,
} from './edit-raffles.ts';

export function rafflesAdminRoutes(routes: Routes, deps: AdminDeps & CancelDeps & DecisionDeps): void {
  raffleReadingRoutes(routes, deps);
  raffleEditingRoutes(routes, deps);
  raffleEndingRoutes(routes, deps);
}

function raffleReadingRoutes(routes: Routes, { db }: { db: Db }): void {
  routes.get(
    '/admin/raffles',
    {
      schema: {
        operationId: 'adminListRaffles',
        summary: 'List all raffles',
        description: 'Lists raffles of every status, or of one, newest first.',
        querystring: AdminRaffleListQuery,
        response: { 200: RaffleList },
      },
    },
    async ({ query }) => {
      const page = pageOf(query);
      const { raffles, total } = await listRaffles(db, query.status, page);
      return listView(raffles.map(listedRaffleView), page, total);
    },
  );

  routes.get(
    '/admin/raffles/:id',
    {
      schema: {
        operationId: 'adminGetRaffle',
        summary: 'Read a raffle with its figures',
        description: 'Answers a raffle as everybody sees it, with its buyers, its income and the value of its prizes.',
        params: RaffleParams,
        response: { 200: AdminRaffle, ...errorAnswers(404) },
      },
    },
    async ({ params }) => adminRaffleView(await readRaffleDetail(db, toId(params.id))),
  );
}

function raffleEditingRoutes(routes: Routes, deps: AdminDeps & DecisionDeps): void {
  routes.post(
    '/admin/raffles',
    {
      schema: {
        operationId: 'adminCreateRaffle',
        summary: 'Create a raffle',
        description:
          'The raffle is on sale at once. Each prize gets a server seed of its own, whose hash is public from then ' +
          'on. The answer has the value of the prizes, the income if all tickets are sold, and `greatestCostCents`, ' +
          'the most that the raffle can cost the house. You give it away: a raffle needs your fresh second factor, ' +
          'and its cost counts in the sum of your day. A 422 names every fault with its place.',
        body: RaffleInputBody,
        response: { 201: AdminRaffle, ...errorAnswers(403, 409, 422) },
      },
    },
    async (request, reply) => {
      const given = givenRaffleOf(request.body, deps.beacon !== null);
      const created = await createRaffle(deps, given, publisherOf(deps, request, request.body.reason));
      return reply.code(201).send(adminRaffleView(created));
    },
  );

  routes.put(
    '/admin/raffles/:id',
    {
      schema: {
        operationId: 'adminEditRaffle',
        summary: 'Change a raffle before its first sale',
        description:
          'The body replaces the whole raffle. A prize that keeps its `displayOrder` keeps its server seed and hash, ' +
          'whatever its item; the seed of a place that is given up is recorded as never used, and that place cannot ' +
          'be taken again. Answers 409 once a ticket is sold, since promises to buyers stay. It is decided on like a ' +
          'new raffle.',
        params: RaffleParams,
        body: RaffleInputBody,
        response: { 200: AdminRaffle, ...errorAnswers(403, 404, 409, 422) },
      },
    },
    async (request) =>
      adminRaffleView(
        await editRaffle(
          deps,
          toId(request.params.id),
          givenRaffleOf(request.body, deps.beacon !== null),
          publisherOf(deps, request, request.body.reason),
        ),
      ),
  );
}

function raffleEndingRoutes(routes: Routes, deps: AdminDeps & CancelDeps): void {
  routes.post(
    '/admin/raffles/:id/close',
    {
      schema: {
        operationId: 'adminCloseRaffle',
        summary: 'Close the sales of a raffle',
        description:
          'Closes a raffle without sold tickets. Answers 409 once one is sold: sales then end when all are sold or ' +
          'at `closesAt`, so that nobody can choose the moment; the raffle can still be cancelled.',
        params: RaffleParams,
        body: ReasonBody,
        response: { 200: AdminRaffle, ...errorAnswers(404, 409) },
      },
    },
    async (request) => {
      const editor = editorOf(request, request.body.reason);
      return adminRaffleView(await closeRaffle(deps, toId(request.params.id), editor));
    },
  );

  routes.post(
    '/admin/raffles/:id/cancel',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'adminCancelRaffle',
        summary: 'Cancel a raffle',
        description:
          'Every buyer is paid back. This is possible only while the raffle is on sale: once the list of tickets is ' +
          'fixed the outcome is, too. With an `Idempotency-Key` a repeat gives the first answer again.',
        params: RaffleParams,
        body: ReasonBody,
        response: { 200: AdminRaffle, ...errorAnswers(404, 409) },
      },
    },
    async (request, reply) => {
      const once = onceOf(request, reply, adminRaffleView);
      const editor = editorOf(request, request.body.reason);
      return adminRaffleView(await cancelRaffle(deps, toId(request.params.id), editor, once));
    },
  );
}

export function drawAdminRoutes(routes: Routes, deps: DrawDeps): void {
  routes.post(
    '/raffle/:id/draw',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'drawRaffle',
        summary: 'Draw a raffle',
        description:
          'Each prize has one roll, in ascending `displayOrder`: with the server seed of the prize, whose hash was ' +
          'shown from the beginning, the client seed that all prizes share, and the nonce `displayOrder` + 1, up to ' +
          'the number of eligible tickets. The ticket at index `roll` mod that number wins, and all tickets of its ' +
          'owner leave. Answers 409 unless sales are closed and it was not drawn, or while the round of public ' +
          'randomness that it waits for is not published, and 503 if that cannot be read. The server draws a raffle ' +
          'by itself one hour after its sales were closed.',
        params: RaffleParams,
        body: ReasonBody,
        response: { 200: Raffle, ...errorAnswers(404, 409) },
      },
    },
    async (request, reply) => {
      const editor = editorOf(request, request.body.reason);
      return raffleView(await drawRaffle(deps, toId(request.params.id), editor, onceOf(request, reply, raffleView)));
    },
  );
}
