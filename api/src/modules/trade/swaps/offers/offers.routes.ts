import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { onceOf } from '../../../../platform/http/once.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { listView, walkOf } from '../../../../platform/lists.ts';
import { acceptOffer } from './accept-offer.ts';
import { cancelOffer, declineOffer } from './close-offer.ts';
import { createOffer, type OffersDeps } from './create-offer.ts';
import {
  AcceptBody,
  CreateBody,
  chosenIdsOf,
  OwnSwapsQuery,
  offerRequestOf,
  PublicSwapsQuery,
  Swap,
  SwapList,
  SwapParams,
  swapView,
} from './offers.schemas.ts';
import { listOwnOffers, listPublicOffers } from './offers.sql.ts';
import { readOffer } from './read-offer.ts';

export function offersPlayerRoutes(routes: Routes, deps: OffersDeps): void {
  routes.post(
    '/swap',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'createSwap',
        summary: 'Offer a swap',
        description:
          'Offers AVAILABLE items of yours to one user or to everybody, for certain items of that user, for any items ' +
          'of some kinds, or for nothing. What you offer is IN_SWAP until the swap is accepted, cancelled or declined. ' +
          'Items that are restricted to the games of the platform are not swapped. Sockets of the acceptor are sent ' +
          '`swap:created`.',
        body: CreateBody,
        response: { 201: Swap, ...errorAnswers(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const offer = offerRequestOf(callerOf(request).userId, request.body);
      const created = await createOffer(deps, offer, onceOf(request, reply, swapView, 201));
      return reply.code(201).send(swapView(created));
    },
  );

  routes.put(
    '/swap/:id/accept',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'acceptSwap',
        summary: 'Accept a swap',
        description:
          'What is offered is yours and what you give is the creator’s, at once and AVAILABLE, acquired now. For each ' +
          'kind that is asked you name one item of yours. 409 where the swap is no longer pending, where its creator ' +
          'is suspended or banned or withdraws nothing, or where an item that it names is no longer AVAILABLE to you: the answer says ' +
          'which. Sockets of the creator are sent `swap:accepted`.',
        params: SwapParams,
        body: AcceptBody,
        response: { 200: Swap, ...errorAnswers(403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { userId } = callerOf(request);
      const command = { swapId: toId<'swap'>(request.params.id), userId, chosenIds: chosenIdsOf(request.body) };
      return swapView(await acceptOffer(deps, command, onceOf(request, reply, swapView)));
    },
  );

  closingRoutes(routes, deps);
  offerLists(routes, deps);
}

function closingRoutes(routes: Routes, deps: OffersDeps): void {
  routes.put(
    '/swap/:id/cancel',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'cancelSwap',
        summary: 'Cancel a swap that you offered',
        description:
          'What you offered is AVAILABLE to you again. Only the creator can, and only while the swap is pending. ' +
          'Sockets of who it was offered to are sent `swap:cancelled`.',
        params: SwapParams,
        response: { 200: Swap, ...errorAnswers(403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const command = { swapId: toId<'swap'>(request.params.id), userId: callerOf(request).userId };
      return swapView(await cancelOffer(deps, command, onceOf(request, reply, swapView)));
    },
  );

  routes.put(
    '/swap/:id/decline',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'declineSwap',
        summary: 'Decline a swap that was offered to you',
        description:
          'What was offered is AVAILABLE to its creator again. Only the named acceptor can, and only while the swap is ' +
          'pending; nobody declines what is offered to everybody. Sockets of the creator are sent `swap:declined`.',
        params: SwapParams,
        response: { 200: Swap, ...errorAnswers(403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const command = { swapId: toId<'swap'>(request.params.id), userId: callerOf(request).userId };
      return swapView(await declineOffer(deps, command, onceOf(request, reply, swapView)));
    },
  );
}

function offerLists(routes: Routes, { db }: Pick<OffersDeps, 'db'>): void {
  routes.get(
    '/swap/:id',
    {
      schema: {
        operationId: 'getSwap',
        summary: 'Read a swap',
        description:
          'One that you offered, that was offered to you, or that is offered to everybody. No other is found.',
        params: SwapParams,
        response: { 200: Swap, ...errorAnswers(404) },
      },
    },
    async (request) => swapView(await readOffer(db, toId(request.params.id), callerOf(request).userId)),
  );

  routes.get(
    '/swap/my-swaps',
    {
      schema: {
        operationId: 'listMySwaps',
        summary: 'List your swaps',
        description: 'Newest first: those that you offered, those offered to you, and public ones that you accepted.',
        querystring: OwnSwapsQuery,
        response: { 200: SwapList },
      },
    },
    async (request) => {
      const { status, direction } = request.query;
      const page = walkOf(request.query);
      const { offers, total } = await listOwnOffers(db, callerOf(request).userId, { status, direction }, page);
      return listView(offers.map(swapView), page, total);
    },
  );

  routes.get(
    '/swap/public',
    {
      schema: {
        operationId: 'listPublicSwaps',
        summary: 'List swaps that are offered to all users',
        description: 'The pending swaps that anybody may accept, newest first, your own among them.',
        querystring: PublicSwapsQuery,
        response: { 200: SwapList },
      },
    },
    async (request) => {
      const page = walkOf(request.query);
      const { offers, total } = await listPublicOffers(db, page);
      return listView(offers.map(swapView), page, total);
    },
  );
}
