import { Type } from 'typebox';
import type { Db } from '../../../platform/database/db.ts';
import { callerOf } from '../../../platform/http/edge/access.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../platform/ids.ts';
import { listView, pageOf } from '../../../platform/lists.ts';
import { idOf, orNull } from '../../../platform/schemas.ts';
import type { NotifySecurity } from '../notifications/index.ts';
import { setClientSeed, setTradeUrl } from './edit-profile.ts';
import {
  ClientSeedBody,
  ClientSeedView,
  listedUserView,
  TradeUrlBody,
  TradeUrlView,
  UserFiguresView,
  UserList,
  UserListQuery,
  UserParams,
  UserView,
  userFiguresView,
  userNotFound,
  userView,
} from './users.records.ts';
import { countUsers, findUser, findUserFigures, listPeopleByName, listUsers } from './users.sql.ts';

export function usersPlayerRoutes(routes: Routes, deps: { db: Db; notifySecurity: NotifySecurity }): void {
  routes.get(
    '/user/profile',
    {
      schema: {
        operationId: 'getProfile',
        summary: 'Read your profile',
        description: 'Answers everything the platform keeps about your account, except balance and items.',
        response: { 200: UserView },
      },
    },
    async (request) => {
      const user = await findUser(deps.db, callerOf(request).userId);
      if (user === null) throw userNotFound();
      return userView(user);
    },
  );

  routes.patch(
    '/user/trade-url',
    {
      // Each request leads to a call to the marketplace.
      config: { limits: ['market'] },
      schema: {
        operationId: 'setTradeUrl',
        summary: 'Set your trade URL',
        description:
          'Withdrawn items are sent to this trade URL. It must be the one of your own account, in the exact form ' +
          'that your trade settings show.',
        body: TradeUrlBody,
        response: { 200: TradeUrlView },
      },
    },
    async (request) => {
      const { tradeUrl } = request.body;
      return { tradeUrl: await setTradeUrl(deps, { userId: callerOf(request).userId, tradeUrl, ip: request.ip }) };
    },
  );

  routes.put(
    '/user/client-seed',
    {
      schema: {
        operationId: 'setClientSeed',
        summary: 'Set or clear your client seed',
        description:
          'The client seed is your part in every roll. Changing it changes all coming rolls, also those whose server ' +
          'seed is already committed. With null, the server chooses a random one for each roll.',
        body: ClientSeedBody,
        response: { 200: ClientSeedView },
      },
    },
    async (request) => {
      const { clientSeed } = request.body;
      return {
        clientSeed: await setClientSeed(deps, { userId: callerOf(request).userId, clientSeed, ip: request.ip }),
      };
    },
  );
}

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

const MOST_FOUND = 10;

const SearchQuery = Type.Object({
  name: Type.String({
    minLength: 3,
    maxLength: 64,
    pattern: '^\\S',
    'x-fault': 'must have 3 to 64 characters and must not begin with a blank',
    description: 'The beginning of the name, in capitals or not',
    examples: ['Bia'],
  }),
});

const FoundPeople = Type.Object(
  {
    people: Type.Array(
      Type.Object(
        {
          id: idOf('Id of the user'),
          username: Type.String({ description: 'Name of the user' }),
          avatarUrl: orNull(Type.String(), 'Picture of the user; null if they have none'),
        },
        { title: 'FoundPerson', description: 'A user whose name begins with the text' },
      ),
      { description: `At most ${MOST_FOUND}, by name` },
    ),
  },
  { title: 'FoundPeople', examples: [{ people: [{ id: '7', username: 'Bia', avatarUrl: null }] }] },
);

export function searchPlayerRoutes(routes: Routes, { db }: { db: Db }): void {
  routes.get(
    '/users/search',
    {
      schema: {
        operationId: 'searchPeople',
        summary: 'Search users by name',
        description:
          'Finds users by the beginning of their name, to offer them a swap. You yourself and accounts that cannot ' +
          `log in are left out. If there are more than ${MOST_FOUND}, send more of the name.`,
        querystring: SearchQuery,
        response: { 200: FoundPeople },
      },
    },
    async (request) => ({
      people: await listPeopleByName(db, request.query.name.trimEnd(), callerOf(request).userId, MOST_FOUND),
    }),
  );
}
