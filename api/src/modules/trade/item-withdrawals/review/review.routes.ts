import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { onceOf } from '../../../../platform/http/once.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { listView, walkOf } from '../../../../platform/lists.ts';
import type { Decider } from '../../../people/decisions/index.ts';
import { withRisk, withRisks } from '../../suspensions/index.ts';
import {
  AdminItemWithdrawal,
  AdminItemWithdrawalList,
  ApproveBody,
  ItemWithdrawalParams,
  itemWithdrawalNotFound,
  REVIEW_ENTITY,
  RejectBody,
  ReviewQuery,
} from '../item-withdrawals.records.ts';
import { findReviewed, listReviewed } from '../item-withdrawals.sql.ts';
import {
  type ApproveDeps,
  approveItemWithdrawal,
  type RejectDeps,
  rejectItemWithdrawal,
} from './decide-item-withdrawal.ts';

const reviewerOf = (request: FastifyRequest, reason: string | null): Decider => {
  const { userId: actorId, sessionId } = callerOf(request);
  return { actorId, sessionId, ip: request.ip, reason };
};

export function reviewAdminRoutes(routes: Routes, deps: ApproveDeps & RejectDeps): void {
  reviewListRoute(routes, deps);
  reviewDecisionRoutes(routes, deps);
}

function reviewListRoute(routes: Routes, deps: ApproveDeps): void {
  routes.get(
    '/admin/skin-withdrawals',
    {
      schema: {
        operationId: 'adminListSkinWithdrawals',
        summary: 'List item withdrawals',
        description: 'Lists withdrawals of every status or of one, of all users or of one, newest first.',
        querystring: ReviewQuery,
        response: { 200: AdminItemWithdrawalList },
      },
    },
    async ({ query }) => {
      const page = walkOf(query);
      const filter = {
        status: query.status,
        userId: query.userId === undefined ? undefined : toId<'user'>(query.userId),
      };
      const { withdrawals, total } = await listReviewed(deps.db, filter, page);
      const reviewed = await withRisks(deps, deps.db, REVIEW_ENTITY, withdrawals);
      return listView(reviewed, page, total);
    },
  );

  routes.get(
    '/admin/skin-withdrawals/:id',
    {
      schema: {
        operationId: 'adminGetSkinWithdrawal',
        summary: 'Read an item withdrawal',
        description: 'Answers a withdrawal of any user and of any status, in the form of the list.',
        params: ItemWithdrawalParams,
        response: { 200: AdminItemWithdrawal, ...errorAnswers(404) },
      },
    },
    async ({ params }) => {
      const withdrawal = await findReviewed(deps.db, toId(params.id));
      if (withdrawal === null) throw itemWithdrawalNotFound();
      return withRisk(deps, deps.db, REVIEW_ENTITY, withdrawal);
    },
  );
}

function reviewDecisionRoutes(routes: Routes, deps: ApproveDeps & RejectDeps): void {
  routes.post(
    '/admin/skin-withdrawals/:id/approve',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'adminApproveSkinWithdrawal',
        summary: 'Approve an item withdrawal',
        description:
          'Looks the price up again and buys the item at once, to be sent to the present trade URL of the user. The ' +
          'answer has the status after that: WAITING_SELLER, FAILED if the marketplace refused, or PENDING if it has ' +
          'not answered yet. Answers 409 if the price, the wallet or the user does not allow it: the withdrawal ' +
          'still waits, and can be rejected.',
        params: ItemWithdrawalParams,
        body: ApproveBody,
        response: { 200: AdminItemWithdrawal, ...errorAnswers(403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const id = toId<'itemWithdrawal'>(request.params.id);
      const once = onceOf(request, reply, (withdrawal) => withdrawal);
      const reviewer = reviewerOf(request, request.body.reason ?? null);
      return approveItemWithdrawal(deps, id, reviewer, once);
    },
  );

  routes.post(
    '/admin/skin-withdrawals/:id/reject',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'adminRejectSkinWithdrawal',
        summary: 'Reject an item withdrawal',
        description:
          'The item is AVAILABLE to its owner again, and the owner is notified of the reason. Nothing was bought.',
        params: ItemWithdrawalParams,
        body: RejectBody,
        response: { 200: AdminItemWithdrawal, ...errorAnswers(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const command = {
        id: toId<'itemWithdrawal'>(request.params.id),
        ...reviewerOf(request, null),
        reason: request.body.reason.trim(),
      };
      const once = onceOf(request, reply, (withdrawal) => withdrawal);
      return rejectItemWithdrawal(deps, command, once);
    },
  );
}
