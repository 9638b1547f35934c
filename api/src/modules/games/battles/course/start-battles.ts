import { TIE_NONCE } from '@lisura/fairness';
import type { Clock } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/database/db.ts';
import { addJobs } from '../../../../platform/jobs.ts';
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
import { settleBattles } from './settle-battles.ts';

export interface CourseDeps extends SeedDeps {
  earn: Earn;
  clock: Clock;
  /** Null where none is configured. */
  beacon: Beacon | null;
}

interface StartedBattle {
  battle: Battle;
  /** The round that decides; null where no beacon does. */
  beacon: { round: number; at: Date } | null;
}

/**
 * Their last seats are filled: what all have paid is wagered from now on, and cannot be given back. Everything is decided
 * at once, unless a round of the beacon does when it is out. The battles and the accounts of their players are locked. For
 * each in its place what came of it.
 */
export async function startBattles(
  deps: CourseDeps,
  tx: Tx,
  started: readonly StartedBattle[],
): Promise<ChangedBattle[]> {
  if (started.length === 0) return [];
  const stakes = started.flatMap(({ battle }) =>
    playersOf(battle).map((userId) => ({ userId, stakeCents: battle.entryCents })),
  );
  await deps.earn(tx, stakes);
  await awaitBeacon(tx, started);
  const decided = started.filter(({ beacon }) => beacon === null);
  const played = (
    await playCourses(
      deps,
      tx,
      decided.map(({ battle }) => ({ battle, beacon: null })),
    )
  ).values();
  return started.map(({ battle, beacon }) =>
    beacon === null ? (played.next().value as ChangedBattle) : { battle, balances: new Map(), dropIds: [] },
  );
}

async function awaitBeacon(tx: Tx, started: readonly StartedBattle[]): Promise<void> {
  const jobs = started.flatMap(({ battle: { id }, beacon }) =>
    beacon === null ? [] : [{ payload: { battleId: id }, jobKey: `${FINISH_BATTLE}:${id}`, runAt: beacon.at }],
  );
  if (jobs.length === 0) return;
  await addJobs(tx, FINISH_BATTLE, jobs);
}

/** The people in it. */
export const playersOf = ({ seats }: Pick<Battle, 'seats'>) =>
  seats.flatMap(({ userId }) => (userId === null ? [] : [userId]));

interface Course {
  battle: Battle;
  /** What decides; null: the seeds of the seats. */
  beacon: BeaconRound | null;
}

/**
 * Rolls every seat of every round, decides and writes, in a number of statements that depends neither on these nor on how
 * many battles there are. A battle is decided by what all its seats have drawn together, so it is written after the play.
 */
export async function playCourses(
  deps: SeedDeps & { clock: Clock },
  tx: Tx,
  courses: readonly Course[],
): Promise<ChangedBattle[]> {
  if (courses.length === 0) return [];
  const ties = courses.map(({ battle }) => ({ stream: tieStream(battle.id), firstNonce: TIE_NONCE, count: 1 }));
  const seats = courses.flatMap(({ battle, beacon }) => {
    const chosen = beacon === null ? derivedSeedOf(battle) : beacon.randomness;
    return battle.seats.map((seat) => ({ battle, beacon, seat, chosenByNobody: chosen }));
  });
  const [tieSeeds, played] = await Promise.all([takeSeeds(deps, tx, ties), play(deps, tx, battleRules, seats)]);
  const bySeat = played.values();
  const endings = courses.map(({ battle, beacon }, index) => {
    const tieSeed = tieSeeds[index]?.[0] as CommittedSeed;
    const drops = battle.seats.flatMap(() => notRefused(bySeat.next().value).results);
    const { mode, isTeams } = battle;
    const beaconRandomness = beacon?.randomness ?? null;
    const outcome = outcomeOf({ mode, isTeams, drops, tieServerSeed: tieSeed.serverSeed, beaconRandomness });
    return { battle, drops, outcome, tieSeed, beacon };
  });
  return settleBattles(tx, endings, deps.clock.now());
}

interface PlayedSeat extends Course {
  seat: BattleSeat;
  /** The randomness of the beacon, or what follows from all that is fixed. */
  chosenByNobody: string;
}

interface SeatRolls extends PaidRolls {
  seat: number;
}

/** How battles are played; their seats have paid when they were taken. */
const battleRules: EarlierRules<PlayedSeat, SeatRolls, Drop, Drop> = {
  charge: async (_tx, seats) => seats.map(rollsOf),
  draw: ({ battle }, { seat, firstNonce }, { drawn, inventoryItemId }) => {
    const round = drawn.nonce - firstNonce + 1;
    const { item, isFlip } = drawnIn(battle, round, drawn.roll);
    return { ...drawn, ...item, seat, round, isFlip, inventoryItemId };
  },
  write: async (_tx, drops) => drops,
};

/**
 * The beacon's randomness where one decides; else the seed that a person gave, or the one that follows from all that is fixed
 * by now. Nothing is drawn here: who plays could choose it.
 */
function rollsOf({ battle, seat, beacon, chosenByNobody: clientSeed }: PlayedSeat): SeatRolls {
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
