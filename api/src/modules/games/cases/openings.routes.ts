import type { Db } from '../../../platform/db.ts';
import { callerOf } from '../../../platform/http/access.ts';
import type { Routes } from '../../../platform/http/module.ts';
import { onceOf } from '../../../platform/http/once.ts';
import { errorAnswers } from '../../../platform/http/openapi.ts';
import { toId } from '../../../platform/ids.ts';
import { listView } from '../../../platform/schemas.ts';
import { userNotFound } from '../../people/users/index.ts';
import type { OpenCases } from './open-cases.ts';
import {
  HistoryQuery,
  historyEntryView,
  OpenBody,
  OpenedView,
  OpeningHistory,
  OpenParams,
  openedView,
  openingsPageOf,
  UserHistoryParams,
} from './openings.schemas.ts';
import { countUserOpenings, listUserOpenings, type OpeningsPage } from './openings.sql.ts';
import { Drops, DropsQuery, dropView } from './openings-drops.schemas.ts';
import type { RecentDrops } from './openings-recent.ts';
import { VerifiedOpening, verifiedOpeningView } from './verify-opening.schemas.ts';
import { verifyOpening } from './verify-opening.ts';

export function openingsPublicRoutes(routes: Routes, { recentDrops }: { recentDrops: RecentDrops }): void {
  routes.get(
    '/cases/openings/recent',
    {
      schema: {
        operationId: 'listRecentOpenings',
        summary: 'The latest openings of everybody',
        description: 'What was won, by whom and how likely it was, newest first. At most a second old.',
        querystring: DropsQuery,
        response: { 200: Drops },
      },
    },
    async ({ query }) => ({ drops: (await recentDrops.recent(query.limit ?? 20)).map(dropView) }),
  );
}

export function openingsPlayerRoutes(routes: Routes, { db, openCases }: { db: Db; openCases: OpenCases }): void {
  routes.post(
    '/cases/:id/open',
    {
      config: { limits: ['caseOpen'], repeatable: true },
      schema: {
        operationId: 'openCase',
        summary: 'Open a case, up to 100 at once',
        description:
          'All or nothing, with one debit. Each opening takes your next nonce and has its own server seed, the one ' +
          'committed to if you asked for it before, and reveals it. The client seed is that of the request, else that ' +
          'of your account, else a random one for each opening. With an `Idempotency-Key` a repeat opens nothing more.',
        params: OpenParams,
        body: OpenBody,
        response: { 200: OpenedView, ...errorAnswers(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { quantity = 1, clientSeed = null } = request.body;
      const command = {
        userId: callerOf(request).userId,
        caseId: toId<'case'>(request.params.id),
        quantity,
        clientSeed,
      };
      return openedView(await openCases(command, onceOf(request, reply, openedView)));
    },
  );

  routes.get(
    '/cases/openings',
    {
      schema: {
        operationId: 'listOpenings',
        summary: 'Your openings',
        description: 'Newest first, each with everything needed to verify it.',
        querystring: HistoryQuery,
        response: { 200: OpeningHistory },
      },
    },
    async (request) => historyOf(db, callerOf(request).userId, openingsPageOf(request.query)),
  );

  routes.post(
    '/cases/openings/:id/verify',
    {
      schema: {
        operationId: 'verifyOpening',
        summary: 'Verify one of your openings',
        description:
          'Computes the opening anew from its seeds, the commitment and the version of the case that it was played on, ' +
          'tells every step, and gives a command that checks the same on your own machine.',
        params: OpenParams,
        response: { 200: VerifiedOpening, ...errorAnswers(404) },
      },
    },
    async (request) => {
      const { opening, verification } = await verifyOpening(db, callerOf(request).userId, toId(request.params.id));
      return verifiedOpeningView(opening, verification);
    },
  );
}

export function openingsAdminRoutes(routes: Routes, { db }: { db: Db }): void {
  routes.get(
    '/admin/users/:userId/case-openings',
    {
      schema: {
        operationId: 'listUserOpenings',
        summary: "A user's openings",
        description: 'Newest first, as the user sees them.',
        params: UserHistoryParams,
        querystring: HistoryQuery,
        response: { 200: OpeningHistory, ...errorAnswers(404) },
      },
    },
    async ({ params, query }) => historyOf(db, toId(params.userId), openingsPageOf(query)),
  );
}

async function historyOf(db: Db, userId: ReturnType<typeof toId<'user'>>, page: OpeningsPage) {
  const [openings, total] = await Promise.all([listUserOpenings(db, userId, page), countUserOpenings(db, userId)]);
  if (total === null) throw userNotFound();
  return listView(openings.map(historyEntryView), page, total);
}
