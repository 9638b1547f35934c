import { TIE_NONCE } from '@lisura/fairness';
import type { Tx } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { addJob } from '../../../../platform/jobs/jobs.ts';
import { takeItemIds } from '../../../assets/inventory/index.ts';
import type { Beacon, BeaconRound } from '../../beacon/index.ts';
import {
  type CommittedSeed,
  type DrawnRoll,
  type Earn,
  type PaidRolls,
  rollAll,
  type SeedDeps,
  type StakeDeps,
  takeSeeds,
} from '../../rolls/index.ts';
import { type Battle, type BattleSeat, type ChangedBattle, FINISH_BATTLE } from '../battles.types.ts';
import { seatStream, tieStream } from '../streams.ts';
import { derivedSeedOf, drawnIn, outcomeOf } from './rounds.rules.ts';
import type { Drop } from './rounds.types.ts';
import { settleBattle } from './settle-battle.ts';

export interface RoundsDeps extends SeedDeps, StakeDeps {
  earn: Earn;
  /** Null where none is configured. */
  beacon: Beacon | null;
}

/**
 * The last seat is filled. Everything is decided at once, unless a round of the beacon does when it is out. The battle and
 * the accounts of its players are locked.
 */
export async function startBattle(
  deps: RoundsDeps,
  tx: Tx,
  battle: Battle,
  beacon: { round: number; at: Date } | null,
): Promise<ChangedBattle> {
  const { id } = battle;
  if (battle.beaconDelaySeconds === null) await earnEntries(deps, tx, battle);
  if (beacon === null) return playRounds(deps, tx, battle, null);
  await addJob(tx, FINISH_BATTLE, { battleId: id }, { jobKey: `${FINISH_BATTLE}:${id}`, runAt: beacon.at });
  return { battle, balances: new Map(), dropIds: [] };
}

/** Entries earn when a battle is decided, so that those of a battle whose beacon stays silent have earned nothing. */
export const earnEntries = (deps: Pick<RoundsDeps, 'earn'>, tx: Tx, battle: Battle): Promise<unknown> =>
  deps.earn(
    tx,
    playersOf(battle).map((userId) => ({ userId, stakeCents: battle.entryCents })),
  );

/** The people in it. */
export const playersOf = ({ seats }: Pick<Battle, 'seats'>) =>
  seats.flatMap(({ userId }) => (userId === null ? [] : [userId]));

/**
 * Rolls every seat of every round, decides and writes, in a number of statements that depends on neither. A battle is
 * decided by what all its seats have drawn together. `beacon` is null where none decides.
 */
export async function playRounds(
  deps: SeedDeps & StakeDeps,
  tx: Tx,
  battle: Battle,
  beacon: BeaconRound | null,
): Promise<ChangedBattle> {
  const { id, mode, isTeams, seats, cases } = battle;
  const chosenByNobody = beacon === null ? derivedSeedOf(battle) : beacon.randomness;
  const tie = { stream: tieStream(id), firstNonce: TIE_NONCE, count: 1 };
  const paid = seats.map((seat) => rollsOf(battle, seat, beacon, chosenByNobody));
  const [[tieSeeds], rolled, itemIds] = await Promise.all([
    takeSeeds(deps, tx, [tie]),
    rollAll(deps, tx, paid),
    takeItemIds(tx, seats.length * cases.length),
  ]);
  const tieSeed = tieSeeds?.[0] as CommittedSeed;
  const drops = dropsOf(battle, rolled, itemIds);
  const beaconRandomness = beacon?.randomness ?? null;
  const outcome = outcomeOf({ mode, isTeams, drops, tieServerSeed: tieSeed.serverSeed, beaconRandomness });
  return settleBattle(deps, tx, { battle, outcome, tieSeed, beacon }, drops);
}

/** By seat and then by round. */
function dropsOf(
  battle: Battle,
  rolled: readonly (readonly DrawnRoll[])[],
  itemIds: readonly Id<'inventoryItem'>[],
): Drop[] {
  const nextItemId = itemIds.values();
  return battle.seats.flatMap(({ seat }, index) =>
    (rolled[index] ?? []).map((drawn, place) => {
      const round = place + 1;
      const { item, isFlip } = drawnIn(battle, round, drawn.roll);
      const inventoryItemId = nextItemId.next().value as Id<'inventoryItem'>;
      return { ...drawn, ...item, seat, round, isFlip, inventoryItemId };
    }),
  );
}

/**
 * What a seat paid for when it was taken. Its client seed is the beacon's randomness where one decides; else the seed that a
 * person gave, or the one that follows from all that is fixed by now. Nothing is drawn here: who plays could choose it.
 */
function rollsOf(battle: Battle, seat: BattleSeat, beacon: BeaconRound | null, clientSeed: string): PaidRolls {
  const rolls = {
    stream: seatStream(battle.id, seat),
    firstNonce: seat.firstNonce,
    count: battle.cases.length,
  };
  if (beacon !== null) return { ...rolls, clientSeed, clientSeedSource: 'BEACON' };
  if (seat.userId === null || seat.clientSeed === null) return { ...rolls, clientSeed, clientSeedSource: 'DERIVED' };
  return { ...rolls, clientSeed: seat.clientSeed, clientSeedSource: seat.isAccountSeed ? 'ACCOUNT' : 'REQUEST' };
}
