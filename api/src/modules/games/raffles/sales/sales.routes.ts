import { strict as assert } from 'node:assert';
import { Readable } from 'node:stream';
import type { Db } from '../../../../platform/database/db.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { onceOf } from '../../../../platform/http/once.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { listView, pageOf, pageQuery, walkOf } from '../../../../platform/lists.ts';
import {
  listedRaffleView,
  listIsNotFixed,
  RaffleList,
  RaffleParams,
  raffleNotFound,
  raffleView,
  ShownRaffle,
} from '../raffles.records.ts';
import { findRaffle, listCompletedRaffles, listOpenRaffles, listRafflesById, readRaffle } from '../raffles.sql.ts';
import { type BuyDeps, buyTickets } from './buy-tickets.ts';
import { ticketLines } from './close-sales.ts';
import {
  BoughtTicketsRecord,
  BuyBody,
  Buyers,
  BuyersQuery,
  boughtTicketsView,
  OwnRaffles,
  OwnRafflesQuery,
  OwnTicketsList,
  OwnTicketsQuery,
  ownRaffleView,
  TicketList,
} from './sales.records.ts';
import { findOwnTickets, listBuyers, listOwnParts, listOwnPurchases } from './sales.sql.ts';

function ownRafflesRoutes(routes: Routes, { db }: { db: Db }): void {
  routes.get(
    '/raffle/mine',
    {
      schema: {
        operationId: 'listMyRaffles',
        summary: 'List the raffles that you have tickets of',
        description: 'Lists the raffles with your tickets, their price and their outcome; the newest raffle first.',
        querystring: OwnRafflesQuery,
        response: { 200: OwnRaffles },
      },
    },
    async (request) => {
      const page = walkOf(request.query);
      const { parts, total } = await listOwnParts(db, callerOf(request).userId, page);
      const raffles = await listRafflesById(
        db,
        parts.map(({ raffleId }) => raffleId),
      );
      const views = parts.map((part) => {
        const raffle = raffles.get(part.raffleId);
        assert(raffle !== undefined, 'a raffle is never deleted');
        return ownRaffleView(raffle, part);
      });
      return listView(views, page, total);
    },
  );

  routes.get(
    '/raffle/:id/tickets/mine',
    {
      schema: {
        operationId: 'listMyRaffleTickets',
        summary: 'List your tickets of a raffle',
        description: 'Lists the numbers of your tickets, a line for each purchase; the last purchase first.',
        params: RaffleParams,
        querystring: OwnTicketsQuery,
        response: { 200: OwnTicketsList, ...errorAnswers(404) },
      },
    },
    async (request) => {
      const page = walkOf(request.query);
      const raffleId = toId<'raffle'>(request.params.id);
      const [raffle, { purchases, total }] = await Promise.all([
        findRaffle(db, raffleId),
        listOwnPurchases(db, { raffleId, userId: callerOf(request).userId }, page),
      ]);
      if (raffle === null) throw raffleNotFound();
      return listView(purchases, page, total);
    },
  );
}

function buyersRoutes(routes: Routes, { db }: { db: Db }): void {
  routes.get(
    '/raffle/:id/buyers',
    {
      schema: {
        operationId: 'listRaffleBuyers',
        summary: 'List the buyers of a raffle',
        description: 'Lists buyers with the number of their tickets; the buyer with the most comes first.',
        params: RaffleParams,
        querystring: BuyersQuery,
        response: { 200: Buyers, ...errorAnswers(404) },
      },
    },
    async ({ params, query }) => {
      const page = walkOf(query);
      const raffleId = toId<'raffle'>(params.id);
      const [raffle, { buyers, total }] = await Promise.all([findRaffle(db, raffleId), listBuyers(db, raffleId, page)]);
      if (raffle === null) throw raffleNotFound();
      return listView(
        buyers.map(({ tickets, ...user }) => ({ user, tickets })),
        page,
        total,
      );
    },
  );
}

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
        response: { 200: BoughtTicketsRecord, ...errorAnswers(404, 409) },
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
