import { verifyUpgrade } from '@lisura/fairness';
import type { Static } from 'typebox';
import type { Db } from '../../../platform/database/db.ts';
import { callerOf } from '../../../platform/http/edge/access.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { onceOf } from '../../../platform/http/once.ts';
import { errorAnswers } from '../../../platform/http/openapi/openapi.ts';
import { type Id, toId } from '../../../platform/ids.ts';
import { listView, walkOf } from '../../../platform/lists.ts';
import { findCommittedHash, givenSeed, refusable, userStream } from '../rolls/index.ts';
import { countPlays } from '../statistics/index.ts';
import { listTargets, TargetList, type TargetsDeps, TargetsQuery } from './list-targets.ts';
import { calculateUpgrade, performUpgrade, type UpgradesDeps } from './perform-upgrade.ts';
import { upgradeGame } from './upgrades.game.ts';
import {
  CalculateBody,
  HistoryQuery,
  minChanceUnitsOf,
  Offer,
  offerView,
  PastUpgrade,
  PerformBody,
  Performed,
  performedView,
  playedView,
  type StoredUpgrade,
  stakeRequestOf,
  UpgradeHistory,
  UpgradeParams,
  upgradeNotFound,
  VerifiedUpgrade,
  verifiedView,
} from './upgrades.records.ts';
import { playedUpgradeOf } from './upgrades.rules.ts';
import { findUserUpgrade, listUserUpgrades } from './upgrades.sql.ts';

export function upgradesPublicRoutes(routes: Routes, deps: TargetsDeps): void {
  routes.get(
    '/upgrade/targets',
    {
      schema: {
        operationId: 'listUpgradeTargets',
        summary: 'List the targets of upgrades',
        description:
          'Lists the items of the catalogue that have a price, by value, within a range of values or of multiples of ' +
          'a stake, by name, grade or category, each with the chance of that stake.',
        querystring: TargetsQuery,
        response: { 200: TargetList },
      },
    },
    async ({ query }) => listTargets(deps, query),
  );
}

export function upgradesPlayerRoutes(routes: Routes, deps: UpgradesDeps): void {
  routes.post(
    '/upgrade/calculate',
    {
      schema: {
        operationId: 'calculateUpgrade',
        summary: 'Calculate the chance of an upgrade',
        description:
          'The chance is the stake divided by the value of the target, less the share of the house, rounded down to ' +
          '4 decimals of a percent and at most 90 percent. It changes nothing, and refuses the same requests as ' +
          'performing the upgrade.',
        body: CalculateBody,
        response: { 200: Offer, ...errorAnswers(404) },
      },
    },
    async (request) => offerView(await calculateUpgrade(deps, stakeRequestOf(callerOf(request).userId, request.body))),
  );

  routes.post(
    '/upgrade/perform',
    {
      config: {
        repeatable: true,
        ...refusable<Static<typeof PerformBody>>(upgradeGame.name, ({ userId, body }) => {
          const terms = [body.targetItemId, minChanceUnitsOf(body)];
          return [{ stream: userStream(userId), firstNonce: null, count: 1, terms }];
        }),
      },
      schema: {
        operationId: 'performUpgrade',
        summary: 'Upgrade items to a better one',
        description:
          'Stakes up to 6 AVAILABLE items of yours, and a part of your balance if you like, for one item that is ' +
          'worth more. The items are used up in any case; if you win, the target is yours. It takes your next nonce ' +
          'and its server seed, the committed one if you asked for it before, and reveals it. The client seed is ' +
          'that of the request, else that of your account, else one that the server draws, which proves less. Your ' +
          'sockets are sent `balance:updated` if a part was paid from the balance. If the chance is below ' +
          '`minChancePercent`, since prices or the share of the house have changed, nothing is played (409). With an ' +
          '`Idempotency-Key` a repeat plays nothing more.',
        body: PerformBody,
        response: { 200: Performed, ...errorAnswers(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const stake = stakeRequestOf(callerOf(request).userId, request.body);
      const clientSeed = givenSeed(request.body.clientSeed);
      const command = { ...stake, clientSeed, minChanceUnits: minChanceUnitsOf(request.body) };
      return performedView(await performUpgrade(deps, command, onceOf(request, reply, performedView)));
    },
  );

  upgradesPlayedRoutes(routes, deps);
}

function upgradesPlayedRoutes(routes: Routes, { db }: { db: Db }): void {
  routes.get(
    '/upgrade/history',
    {
      schema: {
        operationId: 'listUpgrades',
        summary: 'List your upgrades',
        description: 'Lists the newest first, each with its stake and everything needed to verify it.',
        querystring: HistoryQuery,
        response: { 200: UpgradeHistory },
      },
    },
    async (request) => {
      const { userId } = callerOf(request);
      const page = walkOf(request.query);
      const [upgrades, total] = await Promise.all([
        listUserUpgrades(db, userId, page),
        countPlays(db, userId, upgradeGame),
      ]);
      return listView(upgrades.map(playedView), page, total ?? 0);
    },
  );

  routes.get(
    '/upgrade/:id',
    {
      schema: {
        operationId: 'getUpgrade',
        summary: 'Read one of your upgrades',
        description: 'Answers the upgrade with its stake and everything needed to verify it.',
        params: UpgradeParams,
        response: { 200: PastUpgrade, ...errorAnswers(404) },
      },
    },
    async (request) => playedView(await foundUpgrade(db, callerOf(request).userId, request.params.id)),
  );

  routes.post(
    '/upgrade/:id/verify',
    {
      schema: {
        operationId: 'verifyUpgrade',
        summary: 'Verify one of your upgrades',
        description:
          'Computes the upgrade again from its seeds, the commitment, its stake and the share of the house then, ' +
          'shows every step, and gives a command that checks the roll on your own machine.',
        params: UpgradeParams,
        response: { 200: VerifiedUpgrade, ...errorAnswers(404) },
      },
    },
    async (request) => {
      const { userId } = callerOf(request);
      const upgrade = await foundUpgrade(db, userId, request.params.id);
      const committedHash = await findCommittedHash(db, userStream(userId), upgrade.nonce);
      return verifiedView(upgrade, verifyUpgrade(playedUpgradeOf(upgrade), committedHash));
    },
  );
}

async function foundUpgrade(db: Db, userId: Id<'user'>, id: string): Promise<StoredUpgrade> {
  const upgrade = await findUserUpgrade(db, userId, toId(id));
  if (upgrade === null) throw upgradeNotFound();
  return upgrade;
}
