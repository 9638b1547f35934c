import { Type } from 'typebox';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { onceOf } from '../../../../platform/http/once.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { pageOf, pageQuery } from '../../../../platform/lists.ts';
import { IdText } from '../../../../platform/schemas.ts';
import { findUser, userNotFound } from '../../../people/users/index.ts';
import { battleNotFound } from '../battles.errors.ts';
import { BattleView, battleView } from '../battles.schemas.ts';
import { type ChangedBattle, NOBODY } from '../battles.types.ts';
import { BattleListQuery, BattleParams, battleFilterOf } from '../lobby/lobby.schemas.ts';
import { findShownBattle, type ReadDeps, summariesOf } from '../read-battles.ts';
import { BattleListView } from '../summaries.schemas.ts';
import { countAllBattles, countUserBattles, listAllBattles, listUserBattles } from '../summaries.sql.ts';
import { type CancelDeps, cancelBattle } from './cancel-battle.ts';

const UserParams = Type.Object({ userId: Type.String({ ...IdText, description: 'Id of the user' }) });

const CancelBody = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: 500, description: 'The reason; shown with the battle' }) },
  { examples: [{ reason: 'A case of it was set up wrongly' }] },
);

const cancelledView = ({ battle }: ChangedBattle) => battleView({ ...battle, isPaused: false }, NOBODY);

export function battlesAdminRoutes(routes: Routes, deps: CancelDeps & ReadDeps): void {
  battleReadingRoutes(routes, deps);
  battleCancelRoute(routes, deps);
  userBattlesRoute(routes, deps);
}

function battleReadingRoutes(routes: Routes, deps: ReadDeps): void {
  routes.get(
    '/admin/battles',
    {
      schema: {
        operationId: 'adminListBattles',
        summary: 'List all battles',
        description: 'Lists the newest first, private ones included.',
        querystring: BattleListQuery,
        response: { 200: BattleListView },
      },
    },
    async ({ query }) => {
      const [page, filter] = [pageOf(query), battleFilterOf(query)];
      return summariesOf(deps, page, [listAllBattles(deps.db, filter, page), countAllBattles(deps.db, filter)]);
    },
  );

  routes.get(
    '/admin/battles/:id',
    {
      schema: {
        operationId: 'adminGetBattle',
        summary: 'Read a battle',
        description:
          'Answers a battle as its players see it. Seeds stay secret before the end, also from administrators.',
        params: BattleParams,
        response: { 200: BattleView, ...errorAnswers(404) },
      },
    },
    async ({ params }) => {
      const battle = await findShownBattle(deps, toId(params.id));
      if (battle === null) throw battleNotFound();
      return battleView(battle, NOBODY);
    },
  );
}

function battleCancelRoute(routes: Routes, deps: CancelDeps): void {
  routes.post(
    '/admin/battles/:id/cancel',
    {
      config: { repeatable: true },
      schema: {
        operationId: 'adminCancelBattle',
        summary: 'Cancel a battle and refund its players',
        description:
          'Cancels a battle that still waits; answers 409 if it has started. The nonces of its seats are recorded as ' +
          'skipped, and their seeds are never shown. With an `Idempotency-Key` a repeat gives the first answer ' +
          'again.',
        params: BattleParams,
        body: CancelBody,
        response: { 200: BattleView, ...errorAnswers(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { userId: actorId } = callerOf(request);
      const battleId = toId<'battle'>(request.params.id);
      const command = { battleId, reason: request.body.reason, actorId, ip: request.ip };
      return cancelledView(await cancelBattle(deps, command, onceOf(request, reply, cancelledView)));
    },
  );
}

function userBattlesRoute(routes: Routes, deps: ReadDeps): void {
  routes.get(
    '/admin/users/:userId/battles',
    {
      schema: {
        operationId: 'listUserBattles',
        summary: 'List the battles of a user',
        description: 'Lists the battles in which the user has a seat, newest first.',
        params: UserParams,
        querystring: pageQuery({}),
        response: { 200: BattleListView, ...errorAnswers(404) },
      },
    },
    async ({ params, query }) => {
      const [page, userId] = [pageOf(query), toId<'user'>(params.userId)];
      if ((await findUser(deps.db, userId)) === null) throw userNotFound();
      return summariesOf(deps, page, [listUserBattles(deps.db, userId, page), countUserBattles(deps.db, userId)]);
    },
  );
}
