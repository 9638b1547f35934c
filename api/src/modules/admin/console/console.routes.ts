import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../platform/http/openapi/openapi.ts';
import { isId, toId } from '../../../platform/ids.ts';
import { listView, walkOf } from '../../../platform/lists.ts';
import { PROPOSAL_MS } from '../../people/decisions/index.ts';
import { listUsers } from '../../people/users/index.ts';
import { orderNotFound, STUCK_MS } from '../../trade/orders/index.ts';
import {
  Found,
  ListedOrder,
  ListedOrders,
  listedOrderView,
  OrderParams,
  OrdersQuery,
  ProposalList,
  ProposalsQuery,
  proposalView,
  Queues,
  SearchQuery,
} from './console.records.ts';
import { findCases, findItems, findOrder, findRecords, listOrders, listProposals } from './console.sql.ts';
import { readQueues } from './watch-console.ts';

export interface QueuesDeps {
  db: Db;
  clock: Clock;
}

export function queuesAdminRoutes(routes: Routes, deps: QueuesDeps): void {
  countsRoute(routes, deps);
  listRoutes(routes, deps);
}

function countsRoute(routes: Routes, deps: QueuesDeps): void {
  routes.get(
    '/admin/queues',
    {
      schema: {
        operationId: 'readQueues',
        summary: 'Read the queues of administrators',
        description:
          'For each kind of record, counts those that are not at their end by status and those that an administrator ' +
          'has to decide on, and says since when the first of them waits. The same is sent as `admin:queues` to the ' +
          'sockets of administrators whenever it changes.',
        response: { 200: Queues },
      },
    },
    () => readQueues(deps),
  );
}

function listRoutes(routes: Routes, deps: QueuesDeps): void {
  const before = (ms: number) => new Date(deps.clock.now().getTime() - ms);

  routes.get(
    '/admin/orders',
    {
      schema: {
        operationId: 'adminListOrders',
        summary: 'List orders outside',
        description:
          'Lists purchases at the marketplace and payments that are not settled, or with `isOpen=false` those that ' +
          'are, newest first. Use `before` to go far back.',
        querystring: OrdersQuery,
        response: { 200: ListedOrders },
      },
    },
    async ({ query }) => {
      const page = walkOf(query);
      const { orders, total } = await listOrders(deps.db, query.isOpen ?? true, page);
      return listView(
        orders.map((order) => listedOrderView(order, before(STUCK_MS))),
        page,
        total,
      );
    },
  );

  routes.get(
    '/admin/orders/:id',
    {
      schema: {
        operationId: 'adminGetOrder',
        summary: 'Read an order outside',
        description: 'The answer has the form of an entry of the list, whether the order is settled or not.',
        params: OrderParams,
        response: { 200: ListedOrder, ...errorAnswers(404) },
      },
    },
    async ({ params }) => {
      const order = await findOrder(deps.db, toId(params.id));
      if (order === null) throw orderNotFound();
      return listedOrderView(order, before(STUCK_MS));
    },
  );

  routes.get(
    '/admin/proposals',
    {
      schema: {
        operationId: 'adminListProposals',
        summary: 'List decisions that wait for a second administrator',
        description:
          'The newest decision comes first. A second administrator agrees by sending the same request: on the same ' +
          'route, about the same record.',
        querystring: ProposalsQuery,
        response: { 200: ProposalList },
      },
    },
    async ({ query }) => {
      const page = walkOf(query);
      const { proposals, total } = await listProposals(deps.db, before(PROPOSAL_MS), query, page);
      return listView(
        proposals.map((proposal) => proposalView(proposal, PROPOSAL_MS)),
        page,
        total,
      );
    },
  );
}

const MOST_USERS = 5;

export function searchAdminRoutes(routes: Routes, { db }: { db: Db }): void {
  routes.get(
    '/admin/search',
    {
      schema: {
        operationId: 'adminSearch',
        summary: 'Search records',
        description:
          'Finds users by a part of their name, by id or Steam id; deposits, withdrawals, orders, site swaps, ' +
          'battles and raffles by id; cases and items by a part of their name or by id. The answer has a few of ' +
          'each.',
        querystring: SearchQuery,
        response: { 200: Found },
      },
    },
    async ({ query }) => {
      const text = query.q.trim();
      // `007` is no id.
      const id = isId(text) && toId(text) === text ? toId<string>(text) : null;
      const [users, records, cases, items] = await Promise.all([
        listUsers(db, { search: text }, { limit: MOST_USERS, offset: 0 }),
        id === null ? [] : findRecords(db, id),
        findCases(db, text, id),
        findItems(db, text, id),
      ]);
      return { users, records, cases, items };
    },
  );
}
