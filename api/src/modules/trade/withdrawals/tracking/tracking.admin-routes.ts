import type { Db } from '../../../../platform/database/db.ts';
import { callerOf } from '../../../../platform/http/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../../platform/http/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { listView, pageOf } from '../../../../platform/lists.ts';
import { liftSuspension } from './lift-suspension.ts';
import { listSuspensions } from './suspensions.sql.ts';
import {
  LiftBody,
  SuspensionList,
  SuspensionParams,
  SuspensionsQuery,
  SuspensionView,
  suspensionView,
} from './tracking.schemas.ts';

export function trackingAdminRoutes(routes: Routes, deps: { db: Db }): void {
  routes.get(
    '/admin/skin-withdrawals/suspensions',
    {
      schema: {
        operationId: 'adminListWithdrawalSuspensions',
        summary: 'Who withdraws no items',
        description:
          'Users whose withdrawals of items are suspended since a delivered item was taken back, the newest first.',
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
        summary: 'Let a user withdraw items again',
        description:
          'Ends the suspension and the alert of the reversal, and is recorded in the audit trail with its reason. The ' +
          'item that was taken back stays as it is.',
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
