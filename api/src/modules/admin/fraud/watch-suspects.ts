import { Type } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import { addDays, dayOf, dayStart } from '../../../platform/days.ts';
import { allowLongStatements } from '../../../platform/roll-ups/rolled-days.sql.ts';
import { defineSetting, type Settings } from '../../../platform/settings/settings.ts';
import type { WagerGame } from '../../games/rolls/index.ts';
import { oddsDays, userDays } from '../../games/statistics/index.ts';
import { findNearGains } from '../../people/decisions/index.ts';
import { type FoundSuspicion, type SuspectLimits, WATCHED_DAYS } from './fraud.records.ts';
import { endOthers, listFlows, listLucky, listSharing, lockKnown, saveFound } from './fraud.sql.ts';
import { judgeFlow, judgeNearGains, judgeOdds, judgeSharing, stateOf } from './suspicions.rules.ts';

const suspectZScore = defineSetting({
  key: 'suspectZScore',
  description:
    'Cautious z-score from which a user is listed for review. Of users who play by the odds, at most one in ' +
    '270,000 reaches 5.',
  schema: Type.Number({ minimum: 2, maximum: 20 }),
  default: 5,
  weakenedBy: 'RAISED',
});

const suspectMinCents = defineSetting({
  key: 'suspectMinCents',
  description: 'Smallest amount for which winnings, or money that only passes through, make a user suspicious.',
  schema: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  default: 10_000,
  weakenedBy: 'RAISED',
});

const suspectPlayPercent = defineSetting({
  key: 'suspectPlayPercent',
  description:
    'A user who staked a smaller share of the money that they deposited and withdrew again is listed for review; ' +
    '0 turns this off.',
  schema: Type.Integer({ minimum: 0, maximum: 1_000 }),
  default: 50,
  weakenedBy: 'LOWERED',
});

const suspectSharedUsers = defineSetting({
  key: 'suspectSharedUsers',
  description: 'Number of other users at the same address from which a user is listed for review; 0 turns this off.',
  schema: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  default: 3,
  weakenedBy: 'RAISED_OR_ZERO',
});

export const suspectSettings = [suspectZScore, suspectMinCents, suspectPlayPercent, suspectSharedUsers];

const suspectLimits = (settings: Settings): SuspectLimits => ({
  zScore: settings.get(suspectZScore),
  minCents: BigInt(settings.get(suspectMinCents)),
  playPercent: settings.get(suspectPlayPercent),
  sharedUsers: settings.get(suspectSharedUsers),
});

export interface WatchDeps {
  db: Db;
  clock: Clock;
  settings: Settings;
  wagerGames: readonly WagerGame[];
  /** Each selects user_id, created_at and wagered_cents of stakes that are wagered on no roll. */
  sales: readonly Sql[];
}

export async function watchSuspects(deps: WatchDeps): Promise<void> {
  const now = deps.clock.now();
  await transaction(deps.db, async (tx) => {
    await allowLongStatements(tx);
    const found = await findSuspicions(tx, deps, now);
    const known = await lockKnown(tx, found);
    const knownOf = new Map(known.map((each) => [`${each.userId} ${each.reason}`, each]));
    const judged = found.map((each) => {
      return { ...each, state: stateOf(each, knownOf.get(`${each.userId} ${each.reason}`), now) };
    });
    await saveFound(tx, judged, now);
    await endOthers(tx, now);
  });
}

async function findSuspicions(tx: Tx, deps: WatchDeps, now: Date): Promise<FoundSuspicion[]> {
  const limits = suspectLimits(deps.settings);
  const today = dayOf(now);
  const from = addDays(today, 1 - WATCHED_DAYS);
  const odds = oddsDays(deps.wagerGames).map((days) => days.between(from, today));
  const plays = deps.wagerGames.map(
    (game) => sql`select user_id, wagered_cents from (${userDays(game).between(from, today)}) days`,
  );
  const [lucky, flows, sharing, nearGains] = await Promise.all([
    listLucky(tx, odds, limits),
    listFlows(tx, { plays, sales: deps.sales }, dayStart(from), limits),
    listSharing(tx, limits),
    findNearGains(tx, dayStart(from), null),
  ]);
  return [
    ...judged(lucky, judgeOdds, limits),
    ...judged(flows, judgeFlow, limits),
    ...judged(sharing, judgeSharing, limits),
    ...judgeNearGains(nearGains),
  ];
}

const judged = <Found>(
  found: readonly Found[],
  judge: (each: Found, limits: SuspectLimits) => FoundSuspicion | null,
  limits: SuspectLimits,
): FoundSuspicion[] => found.map((each) => judge(each, limits)).filter((each) => each !== null);
