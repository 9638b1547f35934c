import type { Db } from '../../../platform/database/db.ts';
import { callerOf } from '../../../platform/http/edge/access.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../platform/ids.ts';
import { listView, pageOf } from '../../../platform/lists.ts';
import { LiftBody, Suspension, SuspensionList, SuspensionParams, SuspensionsQuery } from './suspensions.records.ts';
import { listSuspensions } from './suspensions.sql.ts';
import { liftSuspension } from './suspensions.ts';

export function suspensionsAdminRoutes(routes: Routes, deps: { db: Db }): void {
  routes.get(
    '/admin/skin-withdrawals/suspensions',
    {
      schema: {
        operationId: 'adminListWithdrawalSuspensions',
        summary: 'List users whose withdrawals are suspended',
        description: 'Lists users who cannot withdraw or swap because a delivered item was taken back, newest first.',
        querystring: SuspensionsQuery,
        response: { 200: SuspensionList },
      },
    },
    async ({ query }) => {
      const page = pageOf(query);
      const { suspensions, total } = await listSuspensions(deps.db, page);
      return listView(suspensions, page, total);
    },
  );

  routes.post(
    '/admin/skin-withdrawals/suspensions/:userId/lift',
    {
      schema: {
        operationId: 'adminLiftWithdrawalSuspension',
        summary: 'Let a user withdraw and swap again',
        description:
          'Ends the suspension and the alert of the reversal, and records both in the audit trail with the reason. ' +
          'The item that was taken back stays as it is.',
        params: SuspensionParams,
        body: LiftBody,
        response: { 200: Suspension, ...errorAnswers(404) },
      },
    },
    async (request) => {
      const { userId: actorId } = callerOf(request);
      const { reason } = request.body;
      return liftSuspension(deps, { userId: toId(request.params.userId), reason, actorId, ip: request.ip });
    },
  );
}
