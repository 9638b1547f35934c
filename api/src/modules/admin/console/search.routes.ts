import type { Db } from '../../../platform/database/db.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { isId, toId } from '../../../platform/ids.ts';
import { listUsers } from '../../people/users/index.ts';
import { Found, SearchQuery } from './search.records.ts';
import { findCases, findItems, findRecords } from './search.sql.ts';

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
