import type { Clock } from '../../../../platform/clock.ts';
import { type Db, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import { lockAccounts } from '../../../assets/wallet/index.ts';
import type { BeaconRound } from '../../beacon/index.ts';
import type { ShowDrops } from '../../drops/index.ts';
import { findBattle, findBattleToChange, lockBattle } from '../battles.sql.ts';
import type { ChangedBattle } from '../battles.types.ts';
import { notifyFinished } from '../notify-battle.ts';
import { listOverdueBattles } from './rounds.sql.ts';
import { earnEntries, playersOf, playRounds, type RoundsDeps } from './start-battle.ts';

export interface FinishDeps extends RoundsDeps {
  db: Db;
  clock: Clock;
  push: Push;
  showDrops: ShowDrops;
  logger: Logger;
}

/** A job that a crash has cut off is missed for this long before it is looked for. */
const OVERDUE_MS = 60_000;

/**
 * Ends a battle by the round of the beacon that follows from its start. Nothing else decides in its place: this throws while
 * the round cannot be read, and the job comes again. Repeated, it finds the battle ended and does nothing.
 */
export async function finishBattle(deps: FinishDeps, id: Id<'battle'>): Promise<void> {
  const battle = await findBattle(deps.db, id);
  if (battle?.status !== 'IN_PROGRESS' || battle.beacon === null) return;
  // Outside of any transaction: it goes over the network.
  const round = await deps.beacon?.read(battle.beacon.round);
  if (!round) throw new Error(`Round ${battle.beacon.round} of the beacon is not out yet, battle ${id} waits for it`);
  const finished = await finishBy(deps, id, round);
  if (finished !== null) notifyFinished(deps, finished);
}

/** Whether the round that decides can be read now. */
export async function isRoundThere({ db, beacon, logger }: FinishDeps, id: Id<'battle'>): Promise<boolean> {
  const battle = await findBattle(db, id);
  if (battle?.beacon == null || beacon === null) return false;
  const round = await beacon.read(battle.beacon.round).catch((error: unknown) => {
    logger.warn({ err: error, battleId: id }, 'The round of a battle cannot be read');
    return null;
  });
  return round !== null;
}

/** Null where another did it meanwhile. */
function finishBy(deps: FinishDeps, id: Id<'battle'>, round: BeaconRound): Promise<ChangedBattle | null> {
  return transaction(deps.db, async (tx) => {
    const [, battle] = await Promise.all([lockBattle(tx, id), findBattleToChange(tx, id)]);
    if (battle?.status !== 'IN_PROGRESS') return null;
    await lockAccounts(tx, playersOf(battle));
    // The entries of a battle from before delays were kept have earned when it started.
    if (battle.beaconDelaySeconds !== null) await earnEntries(deps, tx, battle);
    return playRounds(deps, tx, battle, round);
  });
}

/** What a crash kept from ending in its time. Each by itself: one that cannot end keeps no other from it. */
export async function finishOverdue(deps: FinishDeps): Promise<void> {
  const ids = await listOverdueBattles(deps.db, new Date(deps.clock.now().getTime() - OVERDUE_MS));
  await Promise.all(
    ids.map((id) =>
      finishBattle(deps, id).catch((error: unknown) =>
        deps.logger.warn({ err: error, battleId: id }, 'A battle cannot end'),
      ),
    ),
  );
}
