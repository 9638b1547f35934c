import { strict as assert } from 'node:assert';
import type { Db } from '../../../../platform/database/db.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { listView, walkOf } from '../../../../platform/lists.ts';
import { raffleNotFound } from '../raffles.errors.ts';
import { RaffleParams } from '../raffles.schemas.ts';
import { findRaffle, listRafflesById } from '../raffles.sql.ts';
import {
  Buyers,
  BuyersQuery,
  buyerView,
  OwnRaffles,
  OwnRafflesQuery,
  OwnTicketsList,
  OwnTicketsQuery,
  ownRaffleView,
  ownTicketsView,
} from './own-raffles.schemas.ts';
import { listBuyers, listOwnParts, listOwnPurchases } from './own-raffles.sql.ts';

export function ownRafflesRoutes(routes: Routes, { db }: { db: Db }): void {
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
      return listView(purchases.map(ownTicketsView), page, total);
    },
  );
}

export function buyersRoutes(routes: Routes, { db }: { db: Db }): void {
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
      return listView(buyers.map(buyerView), page, total);
    },
  );
}
