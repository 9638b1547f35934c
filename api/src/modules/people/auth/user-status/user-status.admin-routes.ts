import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { idOf } from '../../../../platform/schemas.ts';
import { UserView, userView } from '../../users/index.ts';
import { ownStatus } from '../auth.errors.ts';
import { type AssignableStatus, changeUserStatus, type StatusDeps } from './change-user-status.ts';

const Params = Type.Object({ id: idOf('Id of the user') });
const Reason = Type.String({ minLength: 1, maxLength: 500, description: 'The reason, kept in the audit trail' });
const GivenStatusText = Type.Unsafe<AssignableStatus>({
  type: 'string',
  enum: ['ACTIVE', 'SUSPENDED', 'BANNED'],
  description: 'Whether the user may log in; only ACTIVE users may',
});
const StatusBody = Type.Object(
  { status: GivenStatusText, reason: Type.Optional(Reason) },
  { examples: [{ status: 'SUSPENDED', reason: 'Asked for a pause' }] },
);
const BanBody = Type.Object({ reason: Reason }, { examples: [{ reason: 'Used stolen accounts' }] });
const UnbanBody = Type.Object({ reason: Type.Optional(Reason) }, { examples: [{ reason: 'Mistaken identity' }] });

const OF_CLOSED =
  'For a CLOSED account, the person is meant: the account that they have come back with is changed and answered, or ' +
  'they are refused when they come back (`barredAs` of `GET /admin/users/{id}`). Answers 409 if the person behind a ' +
  'closed account is no longer known. A change of another administrator needs two administrators, each with a fresh ' +
  'second factor.';

export function authAdminRoutes(routes: Routes, deps: StatusDeps): void {
  const change = async (
    request: FastifyRequest,
    id: string,
    status: AssignableStatus,
    reason: string | undefined,
  ): Promise<Static<typeof UserView>> => {
    const { userId: actorId, sessionId } = callerOf(request);
    const userId = toId<'user'>(id);
    if (userId === actorId) throw ownStatus();
    const editor = { actorId, sessionId, ip: request.ip, reason: reason ?? null };
    const user = await changeUserStatus(deps, { userId, status, editor });
    return userView(user);
  };
  const response = { 200: UserView, ...errorAnswers(403, 404, 409) };

  routes.put(
    '/admin/users/:id/status',
    {
      schema: {
        operationId: 'adminSetUserStatus',
        summary: 'Set the status of a user',
        description: `Suspending or banning ends all sessions and sockets of the user at once. ${OF_CLOSED}`,
        params: Params,
        body: StatusBody,
        response,
      },
    },
    async (request) => change(request, request.params.id, request.body.status, request.body.reason),
  );

  routes.post(
    '/admin/users/:id/ban',
    {
      schema: {
        operationId: 'adminBanUser',
        summary: 'Ban a user',
        description: `Ends all sessions and sockets of the user at once; no login works until the ban is lifted. ${OF_CLOSED}`,
        params: Params,
        body: BanBody,
        response,
      },
    },
    async (request) => change(request, request.params.id, 'BANNED', request.body.reason),
  );

  routes.post(
    '/admin/users/:id/unban',
    {
      schema: {
        operationId: 'adminUnbanUser',
        summary: 'Lift a ban',
        description: `The user may log in again. ${OF_CLOSED}`,
        params: Params,
        body: UnbanBody,
        response,
      },
    },
    async (request) => change(request, request.params.id, 'ACTIVE', request.body.reason),
  );
}
