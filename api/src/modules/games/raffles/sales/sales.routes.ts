import { Readable } from 'node:stream';
import type { Db } from '../../../../platform/database/db.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { onceOf } from '../../../../platform/http/once.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { listView, pageOf, pageQuery } from '../../../../platform/lists.ts';
import { listIsNotFixed, raffleNotFound } from '../raffles.errors.ts';
import { listedRaffleView, RaffleList, RaffleParams, raffleView, ShownRaffle } from '../raffles.schemas.ts';
import { findRaffle, listCompletedRaffles, listOpenRaffles } from '../raffles.sql.ts';
import { readRaffle } from '../read-raffle.ts';
import { type BuyDeps, buyTickets } from './buy-tickets.ts';
import { buyersRoutes, ownRafflesRoutes } from './own-raffles.routes.ts';
import { findOwnTickets } from './purchases.sql.ts';
import { BoughtTicketsView, BuyBody, boughtTicketsView, TicketList } from './sales.schemas.ts';
import { ticketLines } from './ticket-list.ts';

export function salesPublicRoutes(routes: Routes, deps: { db: Db }): void {
  raffleListRoutes(routes, deps);
  raffleDetailRoutes(routes, deps);
  buyersRoutes(routes, deps);
}

function raffleListRoutes(routes: Routes, { db }: { db: Db }): void {
  routes.get(
    '/raffle/active',
    {
      schema: {
        operationId: 'listActiveRaffles',
        summary: 'List raffles that are not over',
        description:
          'Lists raffles that are on sale, or closed and waiting for the draw: `status` says which. The newest comes ' +
          'first.',
        querystring: pageQuery({}),
        response: { 200: RaffleList },
      },
    },
    async ({ query }) => {
      const page = pageOf(query);
      const { raffles, total } = await listOpenRaffles(db, page);
      return listView(raffles.map(listedRaffleView), page, total);
    },
  );

  routes.get(
    '/raffle/completed',
    {
      schema: {
        operationId: 'listCompletedRaffles',
        summary: 'List raffles that were drawn',
        description: 'Lists the last drawn first. `GET /raffle/:id` has the winners.',
        querystring: pageQuery({}),
        response: { 200: RaffleList },
      },
    },
    async ({ query }) => {
      const page = pageOf(query);
      const { raffles, total } = await listCompletedRaffles(db, page);
      return listView(raffles.map(listedRaffleView), page, total);
    },
  );
}

function raffleDetailRoutes(routes: Routes, { db }: { db: Db }): void {
  routes.get(
    '/raffle/:id',
    {
      config: { readsSession: true },
      schema: {
        operationId: 'getRaffle',
        summary: 'Read a raffle',
        description:
          'Answers a raffle with its prizes and the hashes of their server seeds, which are shown from the ' +
          'beginning. After the draw, this answer and the list of tickets have everything that is needed to compute ' +
          'the winners. Users who are logged in see how many tickets they have.',
        params: RaffleParams,
        response: { 200: ShownRaffle, ...errorAnswers(404) },
      },
    },
    async ({ params, caller }) => {
      const id = toId<'raffle'>(params.id);
      const [raffle, ownTickets] = await Promise.all([
        readRaffle(db, id),
        caller === null ? null : findOwnTickets(db, id, caller.userId),
      ]);
      return { ...raffleView(raffle), ownTickets };
    },
  );

  routes.get(
    '/raffle/:id/tickets',
    {
      schema: {
        operationId: 'listRaffleTickets',
        summary: 'Read the list of tickets of a raffle',
        description:
          'The list has a line `<number>:<userId>` for each ticket in order of number, each ended by a line feed. It ' +
          'is fixed when sales close; before that the answer is 409. `curl … | sha256sum` gives the `ticketListHash` ' +
          'of the raffle.',
        params: RaffleParams,
        response: {
          200: {
            description: 'The list',
            content: { 'text/plain': { schema: TicketList } },
          },
          ...errorAnswers(404, 409),
        },
      },
    },
    async ({ params }, reply) => {
      const raffle = await findRaffle(db, toId(params.id));
      if (raffle === null) throw raffleNotFound();
      if (raffle.closedAt === null) throw listIsNotFixed();
      return reply.type('text/plain; charset=utf-8').send(Readable.from(ticketLines(db, raffle.id)));
    },
  );
}

export function salesPlayerRoutes(routes: Routes, deps: BuyDeps): void {
  ownRafflesRoutes(routes, deps);
  routes.post(
    '/raffle/:id/buy',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'buyRaffleTickets',
        summary: 'Buy tickets of a raffle',
        description:
          'Sells you the next free numbers, paid from your balance, all or nothing. Answers 409 if sales are closed, ' +
          'fewer are left or you may have no more. With an `Idempotency-Key` a repeat buys nothing more.',
        params: RaffleParams,
        body: BuyBody,
        response: { 200: BoughtTicketsView, ...errorAnswers(404, 409) },
      },
    },
    async (request, reply) => {
      const { quantity, expectedPriceCents } = request.body;
      const command = {
        raffleId: toId<'raffle'>(request.params.id),
        userId: callerOf(request).userId,
        quantity,
        expectedPriceCents: expectedPriceCents === undefined ? null : BigInt(expectedPriceCents),
      };
      return boughtTicketsView(await buyTickets(deps, command, onceOf(request, reply, boughtTicketsView)));
    },
  );
}
