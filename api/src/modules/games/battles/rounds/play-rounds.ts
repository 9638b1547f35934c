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
  giveWinnings,
  type PaidRolls,
  rollAll,
  type SeedDeps,
  type StakeDeps,
  takeSeeds,
} from '../../rolls/index.ts';
import { BATTLE_SOURCE, FINISH_BATTLE, seatStream, tieStream } from '../battles.records.ts';
import type { Battle, BattleSeat, ChangedBattle } from '../shown-battle.records.ts';
import { battleGame } from './battles.game.ts';
import {
  type Drop,
  derivedSeedOf,
  drawnIn,
  type Ending,
  endedBattle,
  outcomeOf,
  type SeatOutcome,
  shownDropsOf,
  type WonDrop,
  wonDrops,
} from './rounds.rules.ts';
import { endBattle, insertRolls, insertShownDrops } from './rounds.sql.ts';

/** The winnings of bots are written, but nothing moves: they stay with the house. */
async function settleBattle(deps: StakeDeps, tx: Tx, ending: Ending, drops: readonly Drop[]): Promise<ChangedBattle> {
  const { battle, outcome } = ending;
  const won = wonDrops(battle, drops, outcome);
  const [balances, , dropIds, endedAt] = await Promise.all([
    giveWinnings(
      deps,
      tx,
      battleGame,
      outcome.seats.flatMap((seat) => winningsOf(battle, seat, won)),
    ),
    insertRolls(tx, battle.id, won),
    insertShownDrops(tx, shownDropsOf(battle, won)),
    endBattle(tx, ending),
  ]);
  return { battle: endedBattle(ending, won, endedAt), balances, dropIds };
}

function winningsOf(battle: Battle, { seat: ended, paidCents, wonCents }: SeatOutcome, won: readonly WonDrop[]) {
  const userId = battle.seats.find(({ seat }) => seat === ended)?.userId ?? null;
  if (userId === null) return [];
  const items = won.filter(({ wonBySeat }) => wonBySeat === ended).flatMap((drop) => itemOf(battle, drop));
  const share = {
    amountCents: paidCents,
    reason: `Batalha ${battle.id}: parte do prêmio`,
    reference: { type: BATTLE_SOURCE, id: battle.id },
  };
  const payments = paidCents > 0n ? [{ payment: share }] : [];
  return [{ userId, wonCents, prizes: [...items.map((item) => ({ item })), ...payments] }];
}

function itemOf({ id: battleId, cases }: Battle, drop: WonDrop) {
  const { inventoryItemId: id, winnerId: userId, itemId, seat, round } = drop;
  if (id === null || userId === null) return [];
  const source = { type: BATTLE_SOURCE, id: battleId, index: (seat - 1) * cases.length + round - 1 };
  return [{ id, userId, itemId, acquiredFrom: 'Batalha', source }];
}

export interface RoundsDeps extends SeedDeps, StakeDeps {
  earn: Earn;
  beacon: Beacon | null;
}

/**
 * Decides everything at once, unless a round of the beacon will. The battle and the accounts of its players are locked.
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

/** Entries earn when a battle is decided, so a battle whose beacon stays silent earns nothing. */
export const earnEntries = (deps: Pick<RoundsDeps, 'earn'>, tx: Tx, battle: Battle): Promise<unknown> =>
  deps.earn(
    tx,
    playersOf(battle).map((userId) => ({ userId, stakeCents: battle.entryCents })),
  );

export const playersOf = ({ seats }: Pick<Battle, 'seats'>) =>
  seats.flatMap(({ userId }) => (userId === null ? [] : [userId]));

/** Rolls every seat of every round, decides and writes. The number of statements depends on neither. */
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

/** The drops are ordered by seat and then by round. */
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
 * The client seed is the beacon's randomness, the seed that the player gave, or the one derived from everything that is
 * fixed. It is never drawn here, because the server could choose it.
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
