import type { Db } from '../../../platform/database/db.ts';
import { callerOf } from '../../../platform/http/edge/access.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import type { NotifySecurity } from '../notifications/index.ts';
import { setClientSeed } from './set-client-seed.ts';
import { setTradeUrl } from './set-trade-url.ts';
import { userNotFound } from './users.errors.ts';
import { ClientSeedBody, ClientSeedView, TradeUrlBody, TradeUrlView, UserView, userView } from './users.schemas.ts';
import { findUser } from './users.sql.ts';

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
      // The marketplace is asked about each of them.
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
