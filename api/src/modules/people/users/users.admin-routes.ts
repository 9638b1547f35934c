import type { Db } from '../../../platform/database/db.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../platform/ids.ts';
import { listView, pageOf } from '../../../platform/lists.ts';
import { countUsers, findUserFigures, listUsers } from './users.admin.sql.ts';
import {
  listedUserView,
  UserFiguresView,
  UserList,
  UserListQuery,
  UserParams,
  userFiguresView,
} from './users.admin-schemas.ts';
import { userNotFound } from './users.errors.ts';

export function usersAdminRoutes(routes: Routes, { db }: { db: Db }): void {
  routes.get(
    '/admin/users',
    {
      schema: {
        operationId: 'adminListUsers',
        summary: 'List users',
        description: 'Lists users with their balances, newest first. The total is exact.',
        querystring: UserListQuery,
        response: { 200: UserList },
      },
    },
    async ({ query }) => {
      const page = pageOf(query);
      const [users, total] = await Promise.all([listUsers(db, query, page), countUsers(db, query)]);
      return listView(users.map(listedUserView), page, total);
    },
  );

  routes.get(
    '/admin/users/:id',
    {
      schema: {
        operationId: 'adminGetUser',
        summary: 'Read a user with figures',
        description: 'Answers a user with their balance, sessions, rolls and the worth of their items.',
        params: UserParams,
        response: { 200: UserFiguresView, ...errorAnswers(404) },
      },
    },
    async ({ params }) => {
      const user = await findUserFigures(db, toId(params.id));
      if (user === null) throw userNotFound();
      return userFiguresView(user);
    },
  );
}
