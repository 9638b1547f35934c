import type { Static } from 'typebox';
import type { Db } from '../../../../platform/database/db.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { onceOf } from '../../../../platform/http/once.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { type Id, toId } from '../../../../platform/ids.ts';
import { listView, walkOf } from '../../../../platform/lists.ts';
import { acceptOffer, cancelOffer, createOffer, declineOffer, type OffersDeps } from './change-offers.ts';
import { itemGivenTwice, swapNotFound } from './offers.messages.ts';
import {
  AcceptBody,
  CreateBody,
  type Offer,
  OwnSwapsQuery,
  PublicSwapsQuery,
  Swap,
  SwapList,
  SwapParams,
  swapView,
} from './offers.records.ts';
import { hasRepeats, type OfferRequest } from './offers.rules.ts';
import { findOffer, listOwnOffers, listPublicOffers } from './offers.sql.ts';

async function readOffer(db: Db, id: Id<'swap'>, userId: Id<'user'>): Promise<Offer> {
  const found = await findOffer(db, id);
  if (found === null) throw swapNotFound();
  const { isPublic, creator, acceptor } = found;
  if (!isPublic && creator.id !== userId && acceptor?.id !== userId) throw swapNotFound();
  return found;
}

export function offersPlayerRoutes(routes: Routes, deps: OffersDeps): void {
  routes.post(
    '/swap',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'createSwap',
        summary: 'Offer a swap',
        description:
          'Offers AVAILABLE items of yours to one user or to everybody, for certain items of that user, for any ' +
          'items of some kinds, or for nothing. The offered items are IN_SWAP until the swap is accepted, cancelled ' +
          'or declined. Items that are restricted to the games of the platform cannot be swapped. Sockets of the ' +
          'acceptor are sent `swap:created`.',
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
          'The offered items become yours and your items become the creator’s, at once and AVAILABLE, acquired now. ' +
          'Name one item of yours for each kind that the swap asks for. Answers 409 if the swap is no longer ' +
          'pending, if its creator is suspended, banned or barred from withdrawals, or if you no longer have an item ' +
          'that it names as AVAILABLE: the answer says which. Sockets of the creator are sent `swap:accepted`.',
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
          'The offered items are AVAILABLE to you again. Only the creator can cancel, and only while the swap is ' +
          'pending. Sockets of the user it was offered to are sent `swap:cancelled`.',
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
          'The offered items are AVAILABLE to their creator again. Only the named acceptor can decline, and only ' +
          'while the swap is pending; a swap that is offered to everybody cannot be declined. Sockets of the creator ' +
          'are sent `swap:declined`.',
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
          'Answers a swap that you offered, that was offered to you, or that is offered to everybody. Any other swap ' +
          'is not found.',
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
        description:
          'Lists the newest first: swaps that you offered, those offered to you, and public ones that you accepted.',
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
        description: 'Lists the pending swaps that anybody may accept, newest first, your own included.',
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

function offerRequestOf(creatorId: Id<'user'>, body: Static<typeof CreateBody>): OfferRequest {
  const { inventoryItemIds, acceptorId, askedInventoryItemIds = [], askedItemIds = [] } = body;
  return {
    creatorId,
    acceptorId: acceptorId === undefined ? null : toId(acceptorId),
    offeredIds: inventoryItemIds.map((id) => toId<'inventoryItem'>(id)),
    askedIds: askedInventoryItemIds.map((id) => toId<'inventoryItem'>(id)),
    askedItemIds: askedItemIds.map((id) => toId<'item'>(id)),
  };
}

/** A second spelling of an id counts as the same item. */
function chosenIdsOf({ inventoryItemIds = [] }: Static<typeof AcceptBody>): Id<'inventoryItem'>[] {
  const ids = inventoryItemIds.map((id) => toId<'inventoryItem'>(id));
  if (hasRepeats(ids)) throw itemGivenTwice();
  return ids;
}
