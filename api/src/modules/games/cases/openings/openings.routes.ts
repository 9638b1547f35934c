import { type Verification, verifyOpening as verifyPlayed } from '@lisura/fairness';
import type { Static } from 'typebox';
import type { Db } from '../../../../platform/database/db.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { answerOf, onceOf } from '../../../../platform/http/once.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { type Id, toId } from '../../../../platform/ids.ts';
import { listView, type PageRequest, pageOf, pageQuery, walkOf } from '../../../../platform/lists.ts';
import { userNotFound } from '../../../people/users/index.ts';
import { DropList, dropsView, type RecentDrops } from '../../drops/index.ts';
import { findCommittedHash, givenSeed, refusable, userStream } from '../../rolls/index.ts';
import { countPlays } from '../../statistics/index.ts';
import { listVersionItems } from '../catalogue/cases.sql.ts';
import type { OpenCases } from './open-cases.ts';
import { caseGame } from './openings.game.ts';
import {
  HistoryQuery,
  historyEntryView,
  OpenBody,
  OpenedView,
  OpeningHistory,
  OpenParams,
  openedView,
  openingNotFound,
  type StoredOpening,
  UserHistoryParams,
  VerifiedOpening,
  verifiedOpeningView,
} from './openings.records.ts';
import { findUserOpening, listUserOpenings } from './openings.sql.ts';
import { type createReadCaseDrops, MOST_OF_CASE } from './recent-openings.ts';

async function verifyOpening(
  db: Db,
  userId: Id<'user'>,
  id: Id<'case-opening'>,
): Promise<{ opening: StoredOpening; verification: Verification }> {
  const opening = await findUserOpening(db, userId, id);
  if (opening === null) throw openingNotFound();
  const [items, committedHash] = await Promise.all([
    listVersionItems(db, opening.versionId),
    findCommittedHash(db, userStream(userId), opening.nonce),
  ]);
  return { opening, verification: verifyPlayed(opening, { ...opening, items }, committedHash) };
}

interface OpeningsDeps {
  db: Db;
  openCases: OpenCases;
  /** Everybody may ask there for the versions of cases. */
  publicUrl: string;
}

export function openingsPlayerRoutes(routes: Routes, deps: OpeningsDeps): void {
  openRoute(routes, deps);
  openingHistoryRoutes(routes, deps);
}

function openRoute(routes: Routes, { openCases }: OpeningsDeps): void {
  routes.post(
    '/cases/:id/open',
    {
      config: {
        limits: ['caseOpen'],
        repeatable: true,
        ...refusable<Static<typeof OpenBody>, Static<typeof OpenParams>>(caseGame.name, ({ userId, body, params }) => {
          const { quantity: count = 1, expectedVersion = null } = body;
          return [{ stream: userStream(userId), firstNonce: null, count, terms: [params.id, expectedVersion] }];
        }),
      },
      schema: {
        operationId: 'openCase',
        summary: 'Open a case up to 100 times',
        description:
          'All openings succeed or none, with one debit. Each opening takes your next nonce and has its own server ' +
          'seed, the committed one if you asked for it before, and reveals it. The client seed is that of the ' +
          'request, else that of your account, else one that the server draws for each opening, which proves less. ' +
          'Answers 409 if the case is paused, since at present prices it would pay back more than it may, or if its ' +
          'price or version is not the one that you expect, with the present one. With an `Idempotency-Key` a repeat ' +
          'opens nothing more.',
        params: OpenParams,
        body: OpenBody,
        response: { 200: OpenedView, ...errorAnswers(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { quantity = 1, clientSeed, expectedPriceCents, expectedVersion = null } = request.body;
      const command = {
        userId: callerOf(request).userId,
        caseId: toId<'case'>(request.params.id),
        quantity,
        clientSeed: givenSeed(clientSeed),
        expected: {
          priceCents: expectedPriceCents === undefined ? null : BigInt(expectedPriceCents),
          versionNumber: expectedVersion,
        },
      };
      return answerOf(reply, await openCases(command, onceOf(request, reply, openedView)), openedView);
    },
  );
}

function openingHistoryRoutes(routes: Routes, { db, publicUrl }: OpeningsDeps): void {
  routes.get(
    '/cases/openings',
    {
      schema: {
        operationId: 'listOpenings',
        summary: 'List your openings',
        description: 'Lists the newest first, each with everything needed to verify it.',
        querystring: HistoryQuery,
        response: { 200: OpeningHistory },
      },
    },
    async (request) => historyOf(db, callerOf(request).userId, walkOf(request.query)),
  );

  routes.post(
    '/cases/openings/:id/verify',
    {
      schema: {
        operationId: 'verifyOpening',
        summary: 'Verify one of your openings',
        description:
          'Computes the opening again from its seeds, the commitment and the version of the case that it was played ' +
          'on, shows every step, and gives a command that checks the same on your own machine.',
        params: OpenParams,
        response: { 200: VerifiedOpening, ...errorAnswers(404) },
      },
    },
    async (request) => {
      const { opening, verification } = await verifyOpening(db, callerOf(request).userId, toId(request.params.id));
      return verifiedOpeningView(opening, verification, publicUrl);
    },
  );
}

export function openingsAdminRoutes(routes: Routes, { db }: { db: Db }): void {
  routes.get(
    '/admin/users/:userId/case-openings',
    {
      schema: {
        operationId: 'listUserOpenings',
        summary: 'List the openings of a user',
        description: 'Lists the newest first, as the user sees them.',
        params: UserHistoryParams,
        querystring: HistoryQuery,
        response: { 200: OpeningHistory, ...errorAnswers(404) },
      },
    },
    async ({ params, query }) => historyOf(db, toId(params.userId), walkOf(query)),
  );
}

async function historyOf(db: Db, userId: ReturnType<typeof toId<'user'>>, page: PageRequest) {
  const [openings, total] = await Promise.all([listUserOpenings(db, userId, page), countPlays(db, userId, caseGame)]);
  if (total === null) throw userNotFound();
  return listView(openings.map(historyEntryView), page, total);
}

interface RecentOpeningsDeps {
  recentOpenings: RecentDrops;
  readCaseDrops: ReturnType<typeof createReadCaseDrops>;
}

export function recentOpeningsPublicRoutes(
  routes: Routes,
  { recentOpenings, readCaseDrops }: RecentOpeningsDeps,
): void {
  routes.get(
    '/cases/openings/recent',
    {
      schema: {
        operationId: 'listRecentOpenings',
        summary: 'List the latest openings of all users',
        description:
          'Lists the last 100 openings with item, winner and chance, newest first. The list is at most a second old.',
        querystring: pageQuery({}),
        response: { 200: DropList },
      },
    },
    async ({ query }) => dropsView(await recentOpenings.recent(), pageOf(query)),
  );

  routes.get(
    '/cases/:id/drops',
    {
      schema: {
        operationId: 'listCaseDrops',
        summary: 'List the latest openings of a case',
        description: `Lists the last ${MOST_OF_CASE} openings of the case, newest first. The list is at most a second old.`,
        params: OpenParams,
        querystring: pageQuery({}),
        response: { 200: DropList },
      },
    },
    async ({ params, query }) => dropsView(await readCaseDrops(toId(params.id)), pageOf(query)),
  );
}
