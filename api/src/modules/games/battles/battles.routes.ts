import { callerOf } from '../../../platform/http/edge/access.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../platform/ids.ts';
import { pageOf, pageQuery } from '../../../platform/lists.ts';
import { findUser, userNotFound } from '../../people/users/index.ts';
import { battleNotFound } from './battles.records.ts';
import {
  findShownBattle,
  isPublicBattle,
  ownBattlesOf,
  type ReadDeps,
  showBattle,
  summariesOf,
} from './read-battles.ts';
import { BattleRecord, battleView, NOBODY } from './shown-battle.records.ts';
import {
  BattleList,
  BattleListQuery,
  BattleParams,
  BattleQuery,
  BattleVisibilityView,
  BotParams,
  BotPicture,
  battleFilterOf,
  drawBot,
  lobbyFilterOf,
  OwnBattleList,
  UserIdParams,
} from './summaries.records.ts';
import {
  countActiveBattles,
  countAllBattles,
  countLobbyBattles,
  countPublicBattles,
  countUserBattles,
  listActiveBattles,
  listAllBattles,
  listLobbyBattles,
  listPublicBattles,
  listUserBattles,
} from './summaries.sql.ts';
export function battlesPublicRoutes(routes: Routes, deps: ReadDeps): void {
  const { db } = deps;

  routes.get(
    '/battles/list',
    {
      schema: {
        operationId: 'listBattles',
        summary: 'List battles',
        description:
          'Lists the newest first unless another order is asked for, in every state unless one is asked for. Private ' +
          'battles are left out.',
        querystring: BattleListQuery,
        response: { 200: BattleList },
      },
    },
    async ({ query }) => {
      const [page, filter, ofLobby] = [pageOf(query), battleFilterOf(query), lobbyFilterOf(query)];
      if (ofLobby !== null) {
        return summariesOf(deps, page, [listLobbyBattles(db, ofLobby, page), countLobbyBattles(db, ofLobby)]);
      }
      return summariesOf(deps, page, [listPublicBattles(db, filter, page), countPublicBattles(db, filter)]);
    },
  );

  routes.get(
    '/battles/bots/:name/picture',
    {
      config: { maxAgeSeconds: 86_400 },
      schema: {
        operationId: 'getBotPicture',
        summary: 'Read the picture of a bot',
        description: 'Answers a robot that is drawn from the name alone.',
        params: BotParams,
        response: { 200: { description: 'The picture', content: { 'image/svg+xml': { schema: BotPicture } } } },
      },
    },
    async ({ params }, reply) => reply.type('image/svg+xml').send(drawBot(params.name)),
  );

  routes.get(
    '/battles/:id',
    {
      config: { asksForSession: true },
      schema: {
        operationId: 'getBattle',
        summary: 'Read a battle with everything that verifies it',
        description:
          'Before the end the answer has the hashes that bind the server (of every seat, of every bot that might ' +
          'come and of the roll that would break a tie) and the value of each item; at the end it has every seed, ' +
          'roll and drop. A public battle that is over is shown to everybody; before that a session is needed. A ' +
          'private one needs a seat in it or its invitation code, also when it is over.',
        params: BattleParams,
        querystring: BattleQuery,
        response: { 200: BattleRecord, ...errorAnswers(403, 404) },
      },
    },
    async ({ params, query, caller }) => {
      const viewer = { viewerId: caller?.userId ?? null, code: query.code ?? null };
      return battleView(await showBattle(deps, toId(params.id), viewer), viewer);
    },
  );

  routes.get(
    '/battles/:id/visibility',
    {
      schema: {
        operationId: 'getBattleVisibility',
        summary: 'Check whether a battle is shown without a session',
        description:
          'Serves pages that visitors open by a link: the page learns whether to ask for the battle or for a login. ' +
          'A battle that does not exist is answered like one that is not over.',
        params: BattleParams,
        querystring: BattleQuery,
        response: { 200: BattleVisibilityView },
      },
    },
    async ({ params, query }) => ({ isPublic: await isPublicBattle(deps, toId(params.id), query.code ?? null) }),
  );
}

export function ownBattlesRoutes(routes: Routes, deps: ReadDeps): void {
  routes.get(
    '/battles/active',
    {
      schema: {
        operationId: 'listActiveBattles',
        summary: 'List your battles that are not over',
        description: 'Lists the battles that you sit in and that wait or are in progress, newest first.',
        querystring: pageQuery({}),
        response: { 200: BattleList },
      },
    },
    async (request) => {
      const page = pageOf(request.query);
      const { userId } = callerOf(request);
      return summariesOf(deps, page, [listActiveBattles(deps.db, userId, page), countActiveBattles(deps.db, userId)]);
    },
  );

  routes.get(
    '/battles/history',
    {
      schema: {
        operationId: 'listOwnBattles',
        summary: 'List your battles',
        description:
          'Lists every battle in which you have taken a seat, running and over, newest first, with the result of ' +
          'your seat.',
        querystring: pageQuery({}),
        response: { 200: OwnBattleList },
      },
    },
    async (request) => ownBattlesOf(deps, callerOf(request).userId, pageOf(request.query)),
  );
}

export function battlesAdminRoutes(routes: Routes, deps: ReadDeps): void {
  routes.get(
    '/admin/battles',
    {
      schema: {
        operationId: 'adminListBattles',
        summary: 'List all battles',
        description: 'Lists the newest first, private ones included.',
        querystring: BattleListQuery,
        response: { 200: BattleList },
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
        response: { 200: BattleRecord, ...errorAnswers(404) },
      },
    },
    async ({ params }) => {
      const battle = await findShownBattle(deps, toId(params.id));
      if (battle === null) throw battleNotFound();
      return battleView(battle, NOBODY);
    },
  );

  routes.get(
    '/admin/users/:userId/battles',
    {
      schema: {
        operationId: 'listUserBattles',
        summary: 'List the battles of a user',
        description: 'Lists the battles in which the user has a seat, newest first.',
        params: UserIdParams,
        querystring: pageQuery({}),
        response: { 200: BattleList, ...errorAnswers(404) },
      },
    },
    async ({ params, query }) => {
      const [page, userId] = [pageOf(query), toId<'user'>(params.userId)];
      if ((await findUser(deps.db, userId)) === null) throw userNotFound();
      return summariesOf(deps, page, [listUserBattles(deps.db, userId, page), countUserBattles(deps.db, userId)]);
    },
  );
}
