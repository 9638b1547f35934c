import { TIE_NONCE } from '@lisura/fairness';
import type { Clock } from '../../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import type { HotStore } from '../../../../platform/hot-store/hot-store.ts';
import type { Id } from '../../../../platform/ids.ts';
import { addJob } from '../../../../platform/jobs/jobs.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import { takeItemIds } from '../../../assets/inventory/index.ts';
import { lockAccounts } from '../../../assets/wallet/index.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import { insertNotifications } from '../../../people/notifications/index.ts';
import { type Beacon, type BeaconRound, hasAskedEnough, raiseBeaconSilent, silentSince } from '../../beacon/index.ts';
import type { ShowDrops } from '../../drops/index.ts';
import {
  type CommittedSeed,
  type DrawnRoll,
  type Earn,
  giveWinnings,
  type PaidRolls,
  returnStakes,
  rollAll,
  type SeedDeps,
  type StakeDeps,
  skipNonces,
  takeSeeds,
} from '../../rolls/index.ts';
import { notDecided, notifyCancelled, notifyFinished } from '../battles.messages.ts';
import {
  BATTLE_SOURCE,
  battleHasStarted,
  battleIsCancelled,
  battleNotFound,
  FINISH_BATTLE,
  seatStream,
  tieStream,
} from '../battles.records.ts';
import { findBattle, findBattleToChange, lockBattle } from '../battles.sql.ts';
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
import {
  endBattle,
  insertRolls,
  insertShownDrops,
  listExpired,
  listOverdueBattles,
  listSilentBattles,
  markCancelled,
} from './rounds.sql.ts';

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
const earnEntries = (deps: Pick<RoundsDeps, 'earn'>, tx: Tx, battle: Battle): Promise<unknown> =>
  deps.earn(
    tx,
    playersOf(battle).map((userId) => ({ userId, stakeCents: battle.entryCents })),
  );

export const playersOf = ({ seats }: Pick<Battle, 'seats'>) =>
  seats.flatMap(({ userId }) => (userId === null ? [] : [userId]));

/** Rolls every seat of every round, decides and writes. The number of statements depends on neither. */
async function playRounds(
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

interface FinishDeps extends RoundsDeps {
  db: Db;
  clock: Clock;
  push: Push;
  showDrops: ShowDrops;
  logger: Logger;
}

/** The sweep leaves a round to its job for so long. */
const OVERDUE_MS = 60_000;

/**
 * Ends a battle by the round of the beacon that follows from its start. It throws while the round cannot be read, and
 * the job comes again; nothing else decides. A repeat finds the battle ended and does nothing.
 */
export async function finishBattle(deps: FinishDeps, id: Id<'battle'>): Promise<void> {
  const battle = await findBattle(deps.db, id);
  if (battle?.status !== 'IN_PROGRESS' || battle.beacon === null) return;
  // It goes over the network, so no transaction is open.
  const round = await deps.beacon?.read(battle.beacon.round);
  if (!round) throw new Error(`Round ${battle.beacon.round} of the beacon is not out yet, battle ${id} waits for it`);
  const finished = await finishBy(deps, id, round);
  if (finished !== null) notifyFinished(deps, finished);
}

async function isRoundThere({ db, beacon, logger }: FinishDeps, id: Id<'battle'>): Promise<boolean> {
  const battle = await findBattle(db, id);
  if (battle?.beacon == null || beacon === null) return false;
  const round = await beacon.read(battle.beacon.round).catch((error: unknown) => {
    logger.warn({ err: error, battleId: id }, 'The round of a battle cannot be read');
    return null;
  });
  return round !== null;
}

/** Another job may have ended it meanwhile; then this returns null. */
function finishBy(deps: FinishDeps, id: Id<'battle'>, round: BeaconRound): Promise<ChangedBattle | null> {
  return transaction(deps.db, async (tx) => {
    const [, battle] = await Promise.all([lockBattle(tx, id), findBattleToChange(tx, id)]);
    if (battle?.status !== 'IN_PROGRESS') return null;
    await lockAccounts(tx, playersOf(battle));
    // In battles from before delays were kept, the entries earned at the start.
    if (battle.beaconDelaySeconds !== null) await earnEntries(deps, tx, battle);
    return playRounds(deps, tx, battle, round);
  });
}

/** A crash may have lost the job. A battle that cannot end keeps no other from it. */
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

export interface CancelDeps extends StakeDeps {
  db: Db;
  push: Push;
  logger: Logger;
}

export interface SilentDeps extends CancelDeps, FinishDeps {
  hotStore: HotStore;
}

interface Cancellation {
  battleId: Id<'battle'>;
  reason: string;
  /** Null is the system. */
  actorId: Id<'user'> | null;
  ip: string | null;
}

const NOT_FILLED = 'Not all seats were filled in time';
const BEACON_SILENT = 'The public beacon was silent for a day';

export async function cancelBattle(
  deps: CancelDeps,
  command: Cancellation,
  once: Once<ChangedBattle> | null,
): Promise<ChangedBattle> {
  const cancelled = await writeOnce(deps.db, once, async (tx) => {
    const battle = await lockAndFind(tx, command.battleId);
    if (battle === null) throw battleNotFound();
    if (battle.status === 'CANCELLED') throw battleIsCancelled();
    if (battle.status !== 'WAITING') throw battleHasStarted();
    return cancel(deps, tx, battle, command);
  });
  notifyCancelled(deps.push, cancelled);
  return cancelled;
}

/** A battle that was filled or cancelled before stays as it is. */
export async function expireBattle(deps: CancelDeps, battleId: Id<'battle'>): Promise<void> {
  const cancelled = await transaction(deps.db, async (tx) => {
    const battle = await lockAndFind(tx, battleId);
    if (battle?.status !== 'WAITING' || battle.expiresAt > deps.clock.now()) return null;
    const expiry = { battleId, reason: NOT_FILLED, actorId: null, ip: null };
    return cancel(deps, tx, battle, expiry);
  });
  if (cancelled !== null) notifyCancelled(deps.push, cancelled);
}

/** A crash may have lost the job. A battle that cannot be cancelled keeps no other from it. */
export async function expireOverdue(deps: CancelDeps): Promise<void> {
  const ids = await listExpired(deps.db, deps.clock.now());
  await Promise.all(
    ids.map((id) =>
      expireBattle(deps, id).catch((error: unknown) =>
        deps.logger.warn({ err: error, battleId: id }, 'A battle cannot be cancelled'),
      ),
    ),
  );
}

/** The round of these battles has been due for a day. A battle that cannot be cancelled keeps no other from it. */
export async function cancelSilent(deps: SilentDeps): Promise<void> {
  const ids = await listSilentBattles(deps.db, silentSince(deps.clock));
  await Promise.all(
    ids.map((id) =>
      endOrCancel(deps, id).catch((error: unknown) =>
        deps.logger.warn({ err: error, battleId: id }, 'A battle whose beacon is silent cannot be cancelled'),
      ),
    ),
  );
}

/** A round that can be read decides, however late it is: nobody may cancel a result that could be known. */
async function endOrCancel(deps: SilentDeps, battleId: Id<'battle'>): Promise<void> {
  if (await isRoundThere(deps, battleId)) return finishBattle(deps, battleId);
  if (!(await hasAskedEnough(deps.hotStore, 'battle', battleId))) return;
  const cancelled = await transaction(deps.db, async (tx) => {
    const battle = await lockAndFind(tx, battleId);
    const dueAt = battle?.beacon?.dueAt ?? null;
    if (battle?.status !== 'IN_PROGRESS' || dueAt === null || dueAt > silentSince(deps.clock)) return null;
    const result = await cancel(deps, tx, battle, { battleId, reason: BEACON_SILENT, actorId: null, ip: null });
    await Promise.all([
      insertNotifications(
        tx,
        playersOf(battle).map((userId) => notDecided({ userId, battleId })),
      ),
      raiseBeaconSilent(tx, { game: 'BATTLE', id: battleId, round: battle.beacon?.round ?? null }),
    ]);
    return result;
  });
  if (cancelled !== null) notifyCancelled(deps.push, cancelled);
}

async function lockAndFind(tx: Tx, id: Id<'battle'>): Promise<Battle | null> {
  const [, battle] = await Promise.all([lockBattle(tx, id), findBattleToChange(tx, id)]);
  return battle;
}

/** The nonces of its seats are recorded as never rolled. */
async function cancel(
  deps: StakeDeps,
  tx: Tx,
  battle: Battle,
  { reason, actorId, ip }: Cancellation,
): Promise<ChangedBattle> {
  const { id, entryCents, cases, seats } = battle;
  const returned = playersOf(battle).map((userId) => ({
    userId,
    amountCents: entryCents,
    reason: `Batalha ${id}: cancelada`,
    reference: { type: BATTLE_SOURCE, id },
  }));
  const gaps = seats.map((seat) => ({
    stream: seatStream(id, seat),
    firstNonce: seat.firstNonce,
    count: cases.length,
  }));
  const entity = { type: 'battle', id };
  const metadata = { reason, entryCents, players: playersOf(battle) };
  const { balances } = await returnStakes(deps, tx, battleGame, returned);
  const [found] = await Promise.all([
    markCancelled(tx, id, reason).then(() => findBattleToChange(tx, id)),
    skipNonces(tx, gaps, `Battle ${id} was cancelled`),
    recordAudit(tx, [{ action: 'BATTLE_CANCELLED', userId: battle.creatorId, actorId, entity, metadata, ip }]),
  ]);
  return { battle: found as Battle, balances, dropIds: [] };
}
