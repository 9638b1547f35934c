import { TIE_NONCE } from '@lisura/fairness';
import type { Clock } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { addJob } from '../../../../platform/jobs.ts';
import { addItems } from '../../../assets/inventory/index.ts';
import { countWinnings } from '../../../assets/limits/index.ts';
import { postTransfers } from '../../../assets/wallet/index.ts';
import type { Beacon, BeaconRound } from '../../beacon/index.ts';
import {
  type CommittedSeed,
  type Earn,
  type Game,
  type PaidRolls,
  play,
  playedOf,
  type SeedDeps,
  takeSeeds,
} from '../../rolls/index.ts';
import { findBattle } from '../battles.sql.ts';
import { BATTLE_SOURCE, type Battle, type BattleSeat, type ChangedBattle, FINISH_BATTLE } from '../battles.types.ts';
import { seatStream, tieStream } from '../streams.ts';
import { drawnIn, outcomeOf } from './course.rules.ts';
import { endBattle, insertRolls, insertShownDrops, insertValues } from './course.sql.ts';
import type { Drop, Outcome, WrittenDrop } from './course.types.ts';

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
  const stakes = playersOf(battle).map((userId) => ({ userId, stakeCents: entryCents }));
  await deps.earn(tx, stakes);
  if (beacon === null) return playCourse(deps, tx, battle, null);
  // Who knows the round must not be able to change by a price who wins.
  await insertValues(tx, battle);
  await addJob(tx, FINISH_BATTLE, { battleId: id }, { jobKey: `${FINISH_BATTLE}:${id}`, runAt: beacon.at });
  return { battle, balances: new Map(), dropIds: [] };
}

/** The people in it. */
export const playersOf = ({ seats }: Pick<Battle, 'seats'>) =>
  seats.flatMap(({ userId }) => (userId === null ? [] : [userId]));

/**
 * Rolls every seat of every round, decides and writes, in a number of statements that depends on neither. It is decided by
 * what all seats have drawn together, so it is written after the play.
 */
export async function playCourse(
  deps: SeedDeps & { clock: Clock },
  tx: Tx,
  battle: Battle,
  beacon: BeaconRound | null,
): Promise<ChangedBattle> {
  const tie = { stream: tieStream(battle.id), firstNonce: TIE_NONCE, count: 1 };
  const [seeds] = await takeSeeds(deps, tx, [tie]);
  const tieSeed = seeds?.[0] as CommittedSeed;
  const played = await play(deps, tx, courseOf(battle, beacon), battle.seats);
  const drops = played.flatMap((each) => playedOf(each).results);
  const { id, mode, isTeams } = battle;
  const beaconRandomness = beacon?.randomness ?? null;
  const outcome = outcomeOf({ mode, isTeams, drops, tieServerSeed: tieSeed.serverSeed, beaconRandomness });
  const settled = await settle(tx, battle, drops, { outcome, tieSeed, beacon, now: deps.clock.now() });
  return { battle: (await findBattle(tx, id)) as Battle, ...settled };
}

interface SeatRolls extends PaidRolls {
  seat: number;
}

/** How a battle is played; its seats have paid when they were taken. */
const courseOf = (battle: Battle, beacon: BeaconRound | null): Game<BattleSeat, SeatRolls, Drop, Drop> => ({
  charge: async (_tx, seats) => seats.map((seat) => rollsOf(battle, seat, beacon)),
  draw: (_seat, { seat, firstNonce }, { drawn, inventoryItemId }) => {
    const round = drawn.nonce - firstNonce + 1;
    const { item, isFlip } = drawnIn(battle, round, drawn.roll);
    return { ...drawn, seat, round, itemId: item.itemId, valueCents: item.valueCents, isFlip, inventoryItemId };
  },
  write: async (_tx, drops) => drops,
});

/** The beacon's randomness where one decides; else the seed that came with the seat, or one drawn for each roll. */
function rollsOf(battle: Battle, seat: BattleSeat, beacon: BeaconRound | null): SeatRolls {
  const rolls = {
    seat: seat.seat,
    stream: seatStream(battle.id, seat),
    firstNonce: seat.firstNonce,
    count: battle.cases.length,
  };
  if (beacon !== null) return { ...rolls, clientSeed: beacon.randomness, clientSeedSource: 'BEACON' };
  if (seat.clientSeed !== null) return { ...rolls, clientSeed: seat.clientSeed, clientSeedSource: 'REQUEST' };
  return { ...rolls, clientSeed: null, clientSeedSource: 'SERVER' };
}

/** Gives what was won. What a bot wins stays with the house: it is written, and nothing moves. */
async function settle(
  tx: Tx,
  battle: Battle,
  drops: readonly Drop[],
  ending: { outcome: Outcome; tieSeed: CommittedSeed; beacon: BeaconRound | null; now: Date },
): Promise<Omit<ChangedBattle, 'battle'>> {
  const written = wonDrops(battle, drops, ending.outcome);
  const drawn = written.map(({ drop }) => drop);
  const items = written.flatMap((each) => itemOf(battle, each));
  const [{ balances }, , , dropIds] = await Promise.all([
    postTransfers(tx, sharesOf(battle, ending.outcome)),
    addItems(tx, items),
    insertRolls(tx, battle.id, drawn),
    // Statements of a transaction run in the order in which they are sent: these read the rolls above.
    insertShownDrops(tx, battle.id),
    endBattle(tx, battle.id, ending),
    countWinnings(tx, winningsOf(battle, written, ending.outcome), ending.now),
  ]);
  return { balances, dropIds };
}

/** Of the people, by what the drops are worth and what is paid out. */
function winningsOf(battle: Battle, written: readonly WonDrop[], outcome: Outcome) {
  return [
    ...written.flatMap(({ winnerId, drop }) =>
      winnerId === null ? [] : [{ userId: winnerId, wonCents: drop.valueCents }],
    ),
    ...sharesOf(battle, outcome).map(({ userId, amountCents }) => ({ userId, wonCents: amountCents })),
  ];
}

interface WonDrop {
  drop: WrittenDrop;
  /** Null: nobody, or a bot. */
  winnerId: Id<'user'> | null;
}

function wonDrops({ seats }: Battle, drops: readonly Drop[], outcome: Outcome): WonDrop[] {
  const winners = new Map(
    outcome.seats.flatMap(({ seat, drops: won }) => won.map((drop) => [`${drop.seat} ${drop.round}`, seat])),
  );
  return drops.map(({ inventoryItemId, ...drop }) => {
    const wonBySeat = winners.get(`${drop.seat} ${drop.round}`) ?? null;
    const winnerId = seats.find(({ seat }) => seat === wonBySeat)?.userId ?? null;
    return { drop: { ...drop, wonBySeat, inventoryItemId: winnerId === null ? null : inventoryItemId }, winnerId };
  });
}

function itemOf({ id: battleId, cases }: Battle, { drop, winnerId }: WonDrop) {
  const { inventoryItemId: id, itemId, seat, round } = drop;
  if (id === null || winnerId === null) return [];
  const source = { type: BATTLE_SOURCE, id: battleId, index: (seat - 1) * cases.length + round - 1 };
  return [{ id, userId: winnerId, itemId, acquiredFrom: 'Batalha', source }];
}

/** Of a shared pot, to the people. */
function sharesOf({ id, seats }: Battle, outcome: Outcome) {
  return outcome.seats.flatMap(({ seat, paidCents: amountCents }) => {
    const userId = seats.find((each) => each.seat === seat)?.userId ?? null;
    if (userId === null || amountCents === 0n) return [];
    const reference = { type: BATTLE_SOURCE, id };
    return [
      {
        ...{ userId, direction: 'CREDIT' as const, amountCents, type: 'BATTLE_WIN' as const },
        ...{ reason: `Battle ${id}: share of the pot`, reference },
      },
    ];
  });
}
