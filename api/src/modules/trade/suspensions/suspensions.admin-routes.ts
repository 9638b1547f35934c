import type { Db } from '../../../platform/database/db.ts';
import { callerOf } from '../../../platform/http/edge/access.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../platform/ids.ts';
import { listView, pageOf } from '../../../platform/lists.ts';
import { liftSuspension } from './lift-suspension.ts';
import {
  LiftBody,
  SuspensionList,
  SuspensionParams,
  SuspensionsQuery,
  SuspensionView,
  suspensionView,
} from './suspensions.schemas.ts';
import { listSuspensions } from './suspensions.sql.ts';

export function clearanceAdminRoutes(routes: Routes, deps: { db: Db }): void {
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
      return listView(suspensions.map(suspensionView), page, total);
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
        response: { 200: SuspensionView, ...errorAnswers(404) },
      },
    },
    async (request) => {
      const { userId: actorId } = callerOf(request);
      const command = { userId: toId<'user'>(request.params.userId), reason: request.body.reason, actorId };
      return suspensionView(await liftSuspension(deps, { ...command, ip: request.ip }));
    },
  );
}
