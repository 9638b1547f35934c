import type { Clock } from '../../../platform/clock.ts';
import { type Db, transaction } from '../../../platform/database/db.ts';
import { addDays, dayOf } from '../../../platform/days.ts';
import { callerOf } from '../../../platform/http/edge/access.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../platform/http/openapi/openapi.ts';
import { type Id, toId } from '../../../platform/ids.ts';
import { listView, pageOf } from '../../../platform/lists.ts';
import type { RowsOfUser } from '../../../platform/personal-data/personal-rows.ts';
import { readProtection } from '../../assets/limits/index.ts';
import type { WagerGame } from '../../games/rolls/index.ts';
import { readUserFigures } from '../../games/statistics/index.ts';
import { listSecurityEntries, recordAudit } from '../../people/audit/index.ts';
import { findGainsOf, ownRecord, requireOthersRecord } from '../../people/decisions/index.ts';
import { findUser, userNotFound } from '../../people/users/index.ts';
import {
  ReviewBody,
  type Risk,
  RiskParams,
  riskView,
  SuspectList,
  SuspectsQuery,
  Suspicion,
  SuspicionParams,
  suspicionIsOver,
  suspicionNotFound,
  UserRisk,
  WATCHED_DAYS,
} from './fraud.records.ts';
import {
  countUnsettled,
  findSharing,
  findSuspicion,
  listRiskSessions,
  listSuspicions,
  listSuspicionsOf,
  readMoney,
  readOdds,
  updateToReviewed,
} from './fraud.sql.ts';
import { oddsFigures } from './suspicions.rules.ts';

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

const SECURITY_ENTRIES = 20;

export interface RiskDeps {
  db: Db;
  clock: Clock;
  wagerGames: readonly WagerGame[];
  unsettled: readonly Readonly<Record<string, RowsOfUser>>[];
}

async function readRisk(deps: RiskDeps, userId: Id<'user'>): Promise<Risk> {
  const { db, clock, wagerGames } = deps;
  const user = await findUser(db, userId);
  if (user === null) throw userNotFound();
  const from = addDays(dayOf(clock.now()), 1 - WATCHED_DAYS);
  const [money, plays, odds, sessions, sharedAddresses] = await Promise.all([
    readMoney(db, userId),
    readUserFigures(db, userId, wagerGames),
    readOdds(db, userId, from),
    listRiskSessions(db, userId),
    findSharing(db, userId),
  ]);
  // It reads in two steps, because others need connections, too.
  const [unsettled, protection, security, suspicions] = await Promise.all([
    countUnsettled(db, Object.assign({}, ...deps.unsettled), userId),
    readProtection(deps, userId),
    listSecurityEntries(db, userId, SECURITY_ENTRIES),
    listSuspicionsOf(db, userId),
  ]);
  const figures = odds === null ? null : oddsFigures(odds);
  return { user, money, plays, odds: figures, sessions, sharedAddresses, unsettled, protection, security, suspicions };
}

interface ReviewSuspicion {
  suspicionId: Id<'suspicion'>;
  note: string;
  actorId: Id<'user'>;
  ip: string;
}

/** The first review is kept. The audit entry names the user as its record, so their own list does not show it. */
async function reviewSuspicion(deps: { db: Db; clock: Clock }, command: ReviewSuspicion): Promise<Suspicion> {
  const { suspicionId, note, actorId, ip } = command;
  return transaction(deps.db, async (tx) => {
    const isDone = await updateToReviewed(tx, suspicionId, { at: deps.clock.now(), by: actorId, note });
    const found = await findSuspicion(tx, suspicionId);
    if (found === null) throw suspicionNotFound();
    requireOthersRecord(actorId, found.userId);
    // An administrator from whom the user gained may not clear them either.
    const gains = await findGainsOf(tx, found.userId, deps.clock.now());
    const givers = [found.figures.administratorId, ...gains.map(({ administratorId }) => administratorId)];
    if (givers.includes(actorId)) throw ownRecord();
    if (found.state === 'OVER') throw suspicionIsOver();
    if (isDone) {
      const { userId, reason, figures } = found;
      const entity = { type: 'user', id: userId };
      const metadata = { suspicionId, reason, note, figures };
      await recordAudit(tx, [{ action: 'SUSPICION_REVIEWED', userId: null, actorId, entity, metadata, ip }]);
    }
    return found;
  });
}
