import { callerOf } from '../../../platform/http/access.ts';
import type { Routes } from '../../../platform/http/module.ts';
import type { Id } from '../../../platform/ids.ts';
import { BalanceView, balanceView } from './wallet.schemas.ts';

export interface WalletRoutesDeps {
  readBalance(userId: Id<'user'>): Promise<bigint>;
}

export function walletPlayerRoutes(routes: Routes, deps: WalletRoutesDeps): void {
  routes.get(
    '/user/balance',
    {
      schema: {
        operationId: 'getBalance',
        summary: 'Your balance',
        description: 'What you can spend, in BRL cents and written out.',
        response: { 200: BalanceView },
      },
    },
    async (request) => balanceView(await deps.readBalance(callerOf(request).userId)),
  );
}
