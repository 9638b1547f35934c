import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { Allowance } from './allowance.records.ts';
import { type AllowanceDeps, readAllowance } from './read-allowance.ts';

export function allowancePlayerRoutes(routes: Routes, deps: AllowanceDeps): void {
  routes.get(
    '/payment/allowance',
    {
      schema: {
        operationId: 'getPaymentAllowance',
        summary: 'Read how much you may deposit and withdraw',
        description:
          'The amounts follow from your own limits, the rules of the platform and your payments of today; if you may ' +
          'not pay, the answer has the reason. Every deposit and withdrawal is checked again when it is requested.',
        response: { 200: Allowance },
      },
    },
    async (request) => readAllowance(deps, callerOf(request).userId),
  );
}
