import { TIE_NONCE } from '@lisura/fairness';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Db } from '../../../../platform/database/db.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';
import { onceOf } from '../../../../platform/http/once.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { type Id, toId } from '../../../../platform/ids.ts';
import { givenSeed, type RefusedRolls, refusable, userStream } from '../../rolls/index.ts';
import { tieStream } from '../battles.records.ts';
import { battleGame } from '../rounds/battles.game.ts';
import { type CancelDeps, cancelBattle } from '../rounds/play-rounds.ts';
import { BattleRecord, battleView, type ChangedBattle, NOBODY } from '../shown-battle.records.ts';
import { BattleParams } from '../summaries.records.ts';
import {
  AddBotsBody,
  battleRequestOf,
  CancelBody,
  CreateBattleBody,
  JoinBattleBody,
  type LobbyDeps,
} from './lobby.records.ts';
import { findRounds } from './lobby.sql.ts';
import { addBots, createBattle, joinBattle } from './take-seats.ts';

const askerOf = (request: FastifyRequest) => ({ userId: callerOf(request).userId, ip: request.ip });

/** A battle that the caller could just join was not paused. */
const changedView =
  (request: FastifyRequest) =>
  ({ battle }: ChangedBattle) =>
    battleView({ ...battle, isPaused: false }, { viewerId: callerOf(request).userId, code: null });

export function lobbyPlayerRoutes(routes: Routes, deps: LobbyDeps): void {
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
        response: { 201: BattleRecord, ...errorAnswers(404, 409, 422) },
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
        response: { 200: BattleRecord, ...errorAnswers(404, 409, 422) },
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
        response: { 200: BattleRecord, ...errorAnswers(403, 404, 409, 422) },
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

const cancelledView = ({ battle }: ChangedBattle) => battleView({ ...battle, isPaused: false }, NOBODY);

export function cancelBattleRoute(routes: Routes, deps: CancelDeps): void {
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
        response: { 200: BattleRecord, ...errorAnswers(404, 409, 422) },
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

async function rollsOfJoin(db: Db, userId: Id<'user'>, battleId: Id<'battle'>): Promise<RefusedRolls[]> {
  const count = await findRounds(db, battleId);
  return count === null ? [] : [{ stream: userStream(userId), firstNonce: null, count, terms: [battleId] }];
}

/**
 * The client seed of bots is one of several that all their rolls are computed from; the hash of the tie stands for
 * these.
 */
async function rollsOfBots(db: Db, battleId: Id<'battle'>): Promise<RefusedRolls[]> {
  const isDecidedHere = (await findRounds(db, battleId)) !== null;
  return isDecidedHere ? [{ stream: tieStream(battleId), firstNonce: TIE_NONCE, count: 1, terms: [battleId] }] : [];
}
