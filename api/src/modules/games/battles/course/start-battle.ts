import { TIE_NONCE } from '@lisura/fairness';
import type { Clock } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/database/db.ts';
import { addJob } from '../../../../platform/jobs.ts';
import { notRefused } from '../../../../platform/refusals.ts';
import type { Beacon, BeaconRound } from '../../beacon/index.ts';
import {
  type CommittedSeed,
  type EarlierRules,
  type Earn,
  type PaidRolls,
  play,
  type SeedDeps,
  takeSeeds,
} from '../../rolls/index.ts';
import { type Battle, type BattleSeat, type ChangedBattle, FINISH_BATTLE } from '../battles.types.ts';
import { seatStream, tieStream } from '../streams.ts';
import { derivedSeedOf, drawnIn, outcomeOf } from './course.rules.ts';
import type { Drop } from './course.types.ts';
import { settleBattle } from './settle-battle.ts';

export interface CourseDeps extends SeedDeps {
  earn: Earn;
  clock: Clock;
  /** Null where none is configured. */
  beacon: Beacon | null;
}

/**
 * The last seat is filled: what all have paid is wagered from now on, and cannot be given back. Everything is decided at
 * once, unless a round of the beacon does when it is out. The battle and the accounts of its players are locked.
 */
export async function startBattle(
  deps: CourseDeps,
  tx: Tx,
  battle: Battle,
  beacon: { round: number; at: Date } | null,
): Promise<ChangedBattle> {
  const { id, entryCents } = battle;
  await deps.earn(
    tx,
    playersOf(battle).map((userId) => ({ userId, stakeCents: entryCents })),
  );
  if (beacon === null) return playCourse(deps, tx, battle, null);
  await addJob(tx, FINISH_BATTLE, { battleId: id }, { jobKey: `${FINISH_BATTLE}:${id}`, runAt: beacon.at });
  return { battle, balances: new Map(), dropIds: [] };
}

/** The people in it. */
export const playersOf = ({ seats }: Pick<Battle, 'seats'>) =>
  seats.flatMap(({ userId }) => (userId === null ? [] : [userId]));

/**
 * Rolls every seat of every round, decides and writes, in a number of statements that depends on neither. A battle is
 * decided by what all its seats have drawn together, so it is written after the play. `beacon` is null where none decides.
 */
export async function playCourse(
  deps: SeedDeps & { clock: Clock },
  tx: Tx,
  battle: Battle,
  beacon: BeaconRound | null,
): Promise<ChangedBattle> {
  const { id, mode, isTeams, seats } = battle;
  const tie = { stream: tieStream(id), firstNonce: TIE_NONCE, count: 1 };
  const [[tieSeeds], played] = await Promise.all([
    takeSeeds(deps, tx, [tie]),
    play(deps, tx, rulesOf(battle, beacon), seats),
  ]);
  const tieSeed = tieSeeds?.[0] as CommittedSeed;
  const drops = played.flatMap((each) => notRefused(each).results);
  const beaconRandomness = beacon?.randomness ?? null;
  const outcome = outcomeOf({ mode, isTeams, drops, tieServerSeed: tieSeed.serverSeed, beaconRandomness });
  return settleBattle(tx, { battle, outcome, tieSeed, beacon }, drops, deps.clock.now());
}

interface SeatRolls extends PaidRolls {
  seat: number;
}

/** How a battle is played; its seats have paid when they were taken. */
function rulesOf(battle: Battle, beacon: BeaconRound | null): EarlierRules<BattleSeat, SeatRolls, Drop, Drop> {
  const chosenByNobody = beacon === null ? derivedSeedOf(battle) : beacon.randomness;
  return {
    charge: async (_tx, seats) => seats.map((seat) => rollsOf(battle, seat, beacon, chosenByNobody)),
    draw: (_seat, { seat, firstNonce }, { drawn, inventoryItemId }) => {
      const round = drawn.nonce - firstNonce + 1;
      const { item, isFlip } = drawnIn(battle, round, drawn.roll);
      return { ...drawn, ...item, seat, round, isFlip, inventoryItemId };
    },
    write: async (_tx, drops) => drops,
  };
}

/**
 * The beacon's randomness where one decides; else the seed that a person gave, or the one that follows from all that is fixed
 * by now. Nothing is drawn here: who plays could choose it.
 */
function rollsOf(battle: Battle, seat: BattleSeat, beacon: BeaconRound | null, clientSeed: string): SeatRolls {
  const rolls = {
    seat: seat.seat,
    stream: seatStream(battle.id, seat),
    firstNonce: seat.firstNonce,
    count: battle.cases.length,
  };
  if (beacon !== null) return { ...rolls, clientSeed, clientSeedSource: 'BEACON' };
  if (seat.userId === null || seat.clientSeed === null) return { ...rolls, clientSeed, clientSeedSource: 'DERIVED' };
  return { ...rolls, clientSeed: seat.clientSeed, clientSeedSource: seat.isAccountSeed ? 'ACCOUNT' : 'REQUEST' };
}
