import { Type } from 'typebox';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { idOf } from '../../../../platform/schemas.ts';
import { findUser, userNotFound } from '../../users/index.ts';
import { DisabledView } from './enrolment.schemas.ts';
import { type ResetDeps, resetSecondFactor } from './reset-second-factor.ts';

const Params = Type.Object({ id: idOf('Id of the user') });
const Body = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      'x-fault': 'must have 1 to 500 characters that are not all blank',
      description: 'The reason, and how you made sure who asked; kept in the audit trail',
    }),
  },
  { examples: [{ reason: 'Lost the phone; shown by a video call with a document' }] },
);

export function twoFactorAdminRoutes(routes: Routes, deps: ResetDeps): void {
  routes.post(
    '/admin/users/:id/reset-second-factor',
    {
      schema: {
        operationId: 'adminResetSecondFactor',
        summary: 'Reset the second factor of a user',
        description:
          'Deletes the secret and the recovery codes, so that the user can set up another app. The user is notified, ' +
          'the audit trail has the reason, and withdrawals of the user wait for `withdrawalWaitHours`. Answers 409 ' +
          'if the second factor is off, and 403 for your own: another administrator resets it, or you disable it ' +
          'with a code. Resetting that of another administrator needs two administrators, each with a fresh second ' +
          'factor.',
        params: Params,
        body: Body,
        response: { 200: DisabledView, ...errorAnswers(403, 404, 409) },
      },
    },
    async (request) => {
      const { userId: actorId, sessionId } = callerOf(request);
      const userId = toId<'user'>(request.params.id);
      if ((await findUser(deps.db, userId)) === null) throw userNotFound();
      await resetSecondFactor(deps, { userId, reason: request.body.reason.trim(), actorId, sessionId, ip: request.ip });
      return { enabled: false };
    },
  );
}
