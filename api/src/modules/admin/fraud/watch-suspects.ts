import type { Clock } from '../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import { addDays, dayOf, dayStart } from '../../../platform/days.ts';
import { allowLongStatements } from '../../../platform/roll-ups/rolled-days.sql.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import type { WagerGame } from '../../games/rolls/index.ts';
import { oddsDays, userDays } from '../../games/statistics/index.ts';
import { findNearGains } from '../../people/decisions/index.ts';
import { listFlows, listLucky, listSharing } from './found.sql.ts';
import { type FoundSuspicion, type SuspectLimits, WATCHED_DAYS } from './fraud.types.ts';
import { suspectLimits } from './suspect-settings.ts';
import { judgeFlow, judgeNearGains, judgeOdds, judgeSharing, stateOf } from './suspicions.rules.ts';
import { endOthers, lockKnown, saveFound } from './suspicions.sql.ts';

export interface WatchDeps {
  db: Db;
  clock: Clock;
  settings: Settings;
  wagerGames: readonly WagerGame[];
  /** What is staked and wagered on no roll: each selects user_id, created_at and wagered_cents. */
  sales: readonly Sql[];
}

/** Finds who is worth looking at now, and what is so no more: as many statements however many there are. */
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
