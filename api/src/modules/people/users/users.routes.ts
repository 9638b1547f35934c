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
        description: 'Everything the platform keeps about your account, except balance and items.',
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
          'Where withdrawn items are sent. It must be the trade URL of your own account, in the exact form that your ' +
          'trade settings show.',
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
          'Your part in every roll. Changing it changes all coming rolls, also those whose server seed is already ' +
          'committed. Null makes the server choose a random one for each roll.',
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
