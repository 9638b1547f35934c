import { callerOf } from '../../../platform/http/edge/access.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../platform/ids.ts';
import { listView, pageOf } from '../../../platform/lists.ts';
import { ReviewBody, SuspectList, SuspectsQuery, Suspicion, SuspicionParams } from './fraud.records.ts';
import { listSuspicions } from './fraud.sql.ts';
import { type RiskDeps, readRisk } from './read-risk.ts';
import { reviewSuspicion } from './review-suspicion.ts';
import { RiskParams, riskView, UserRisk } from './risk.records.ts';

export function fraudAdminRoutes(routes: Routes, deps: RiskDeps): void {
  riskRoute(routes, deps);
  suspicionRoutes(routes, deps);
}

function riskRoute(routes: Routes, deps: RiskDeps): void {
  routes.get(
    '/admin/users/:id/risk',
    {
      schema: {
        operationId: 'adminGetUserRisk',
        summary: 'Read the risk of a user',
        description:
          "Gives the user's payments in and out, their winnings beside the expected ones, their sessions and other " +
          'users of the same addresses, what is under way, their limits, their last security entries, and the ' +
          'reasons of any suspicion.',
        params: RiskParams,
        response: { 200: UserRisk, ...errorAnswers(404) },
      },
    },
    async ({ params }) => riskView(await readRisk(deps, toId(params.id))),
  );
}

function suspicionRoutes(routes: Routes, deps: RiskDeps): void {
  routes.get(
    '/admin/fraud/suspects',
    {
      schema: {
        operationId: 'listSuspects',
        summary: 'List suspicions',
        description:
          'Lists users who have won far beyond the odds, share an address with several others, or withdrew money ' +
          'that they hardly played with. A job looks for them every hour over the last 30 days. A user has one entry ' +
          'for each reason, and the entry that was opened last comes first.',
        querystring: SuspectsQuery,
        response: { 200: SuspectList },
      },
    },
    async ({ query }) => {
      const page = pageOf(query);
      const filter = { state: query.state ?? 'OPEN', reason: query.reason };
      const { suspicions, total } = await listSuspicions(deps.db, filter, page);
      return listView(suspicions, page, total);
    },
  );

  routes.post(
    '/admin/fraud/suspects/:id/review',
    {
      schema: {
        operationId: 'reviewSuspect',
        summary: 'Mark a suspicion as reviewed',
        description:
          'Records in the audit trail that an administrator has looked at the suspicion and what they found. It ' +
          'comes back when it weighs half as much again. The first reviewer is kept, and the user is not changed.',
        params: SuspicionParams,
        body: ReviewBody,
        response: { 200: Suspicion, ...errorAnswers(404, 409) },
      },
    },
    async (request) => {
      const { userId: actorId } = callerOf(request);
      const suspicionId = toId<'suspicion'>(request.params.id);
      const command = { suspicionId, note: request.body.note, actorId, ip: request.ip };
      return reviewSuspicion(deps, command);
    },
  );
}
