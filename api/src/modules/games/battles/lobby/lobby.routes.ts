import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { onceOf } from '../../../../platform/http/once.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { pageOf, pageQuery } from '../../../../platform/lists.ts';
import { givenSeed, refusable, userStream } from '../../rolls/index.ts';
import { BattleView, battleView } from '../battles.schemas.ts';
import type { ChangedBattle } from '../battles.types.ts';
import { drawBot } from '../bot-pictures.ts';
import { ownBattlesOf, summariesOf } from '../read-battles.ts';
import { battleGame } from '../rounds/battles.game.ts';
import { BattleListView, OwnBattleListView } from '../summaries.schemas.ts';
import {
  countActiveBattles,
  countLobbyBattles,
  countPublicBattles,
  listActiveBattles,
  listLobbyBattles,
  listPublicBattles,
} from '../summaries.sql.ts';
import { addBots } from './add-bots.ts';
import { createBattle } from './create-battle.ts';
import { joinBattle } from './join-battle.ts';
import {
  AddBotsBody,
  BattleListQuery,
  BattleParams,
  BattleQuery,
  BattleVisibilityView,
  BotParams,
  BotPicture,
  battleFilterOf,
  battleRequestOf,
  CreateBattleBody,
  JoinBattleBody,
  lobbyFilterOf,
} from './lobby.schemas.ts';
import type { LobbyDeps } from './lobby.types.ts';
import { rollsOfBots, rollsOfJoin } from './refused-rolls.ts';
import { isPublicBattle, showBattle } from './show-battle.ts';

const askerOf = (request: FastifyRequest) => ({ userId: callerOf(request).userId, ip: request.ip });

/** To who has just taken part in it: what could be joined was not paused. */
const changedView =
  (request: FastifyRequest) =>
  ({ battle }: ChangedBattle) =>
    battleView({ ...battle, isPaused: false }, { viewerId: callerOf(request).userId, code: null });

export function lobbyPublicRoutes(routes: Routes, deps: LobbyDeps): void {
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
        response: { 200: BattleListView },
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
        response: { 200: BattleView, ...errorAnswers(403, 404) },
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

export function lobbyPlayerRoutes(routes: Routes, deps: LobbyDeps): void {
  seatRoutes(routes, deps);
  activeBattlesRoute(routes, deps);
  ownBattlesRoute(routes, deps);
  botRoute(routes, deps);
}

function seatRoutes(routes: Routes, deps: LobbyDeps): void {
  routes.post(
    '/battles/create',
    {
      config: {
        repeatable: true,
        ...refusable<Static<typeof CreateBattleBody>>(battleGame.name, ({ userId, body: { caseIds, randomness } }) =>
          randomness === 'drand'
            ? []
            : [{ stream: userStream(userId), firstNonce: null, count: caseIds.length, terms: [null] }],
        ),
      },
      schema: {
        operationId: 'createBattle',
        summary: 'Create a battle and take its first seat',
        description:
          'You pay the prices of all its cases at once; the cases are played as they are now. The battle starts when ' +
          'the last seat is filled; if that takes too long, it is cancelled and paid back. It takes your next ' +
          'nonces, one for each round. The hashes of their seeds, the hashes of every bot that might come ' +
          '(`botSeats`) and the value of each item (`versions`) are public from now on: keep the answer, and compare ' +
          'it at the end. With an `Idempotency-Key` a repeat creates nothing more.',
        body: CreateBattleBody,
        response: { 201: BattleView, ...errorAnswers(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const view = changedView(request);
      const once = onceOf(request, reply, view, 201);
      const battle = battleRequestOf(request.body, askerOf(request));
      return reply.code(201).send(view(await createBattle(deps, battle, once)));
    },
  );

  routes.post(
    '/battles/:id/join',
    {
      config: {
        repeatable: true,
        ...refusable<unknown, Static<typeof BattleParams>>(battleGame.name, ({ userId, params }) =>
          rollsOfJoin(deps.db, userId, toId(params.id)),
        ),
      },
      schema: {
        operationId: 'joinBattle',
        summary: 'Join a battle',
        description:
          'Takes the first free seat, for the entry that every seat pays. The last seat starts the battle and ' +
          'decides all rounds, or a public beacon decides them a moment later. Answers 409 if it is full, cancelled ' +
          'or paused, or if you are in it already, and 403 without the invitation code of a private one. With an ' +
          '`Idempotency-Key` a repeat takes no second seat.',
        params: BattleParams,
        body: JoinBattleBody,
        response: { 200: BattleView, ...errorAnswers(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { clientSeed, invitationCode = null } = request.body;
      const join = {
        ...askerOf(request),
        battleId: toId<'battle'>(request.params.id),
        clientSeed: givenSeed(clientSeed),
        invitationCode,
      };
      const view = changedView(request);
      return view(await joinBattle(deps, join, onceOf(request, reply, view)));
    },
  );
}

function activeBattlesRoute(routes: Routes, deps: LobbyDeps): void {
  routes.get(
    '/battles/active',
    {
      schema: {
        operationId: 'listActiveBattles',
        summary: 'List your battles that are not over',
        description: 'Lists the battles that you sit in and that wait or are in progress, newest first.',
        querystring: pageQuery({}),
        response: { 200: BattleListView },
      },
    },
    async (request) => {
      const page = pageOf(request.query);
      const { userId } = callerOf(request);
      return summariesOf(deps, page, [listActiveBattles(deps.db, userId, page), countActiveBattles(deps.db, userId)]);
    },
  );
}

function ownBattlesRoute(routes: Routes, deps: LobbyDeps): void {
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
        response: { 200: OwnBattleListView },
      },
    },
    async (request) => ownBattlesOf(deps, callerOf(request).userId, pageOf(request.query)),
  );
}

function botRoute(routes: Routes, deps: LobbyDeps): void {
  routes.post(
    '/battles/:id/add-bots',
    {
      config: {
        repeatable: true,
        ...refusable<unknown, Static<typeof BattleParams>>(battleGame.name, ({ params }) =>
          rollsOfBots(deps.db, toId(params.id)),
        ),
      },
      schema: {
        operationId: 'addBots',
        summary: 'Fill free seats with bots',
        description:
          'Only the creator of the battle may add bots. Bots play as everybody does, with seeds whose hashes are ' +
          'public since the battle was created (`botSeats`); they belong to the house, and so do their winnings. ' +
          'Filling the last seat starts the battle. With an `Idempotency-Key` a repeat adds none. Answers 403 while ' +
          'you have paused or excluded yourself.',
        params: BattleParams,
        body: AddBotsBody,
        response: { 200: BattleView, ...errorAnswers(403, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      const { count, clientSeed } = request.body;
      const view = changedView(request);
      const asker = askerOf(request);
      const bots = { ...asker, battleId: toId<'battle'>(request.params.id), count, clientSeed: givenSeed(clientSeed) };
      return view(await addBots(deps, bots, onceOf(request, reply, view)));
    },
  );
}
