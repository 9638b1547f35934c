import { strict as assert } from 'node:assert';
import type { Clock } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/database/db.ts';
import { keepPlans } from '../../../../platform/database/keep-plans.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import { isRefused, type Refused } from '../../../../platform/refusals.ts';
import type { Settings } from '../../../../platform/settings.ts';
import { maxCaseRtpSetting } from '../../cases/index.ts';
import { type CommitmentAsk, chargeRolls, commitAhead, type SeedDeps, userStream } from '../../rolls/index.ts';
import { isBattlePaused } from '../battle-returns.ts';
import { battleHasExpired, battleIsPaused, battleNotFound, battleNotOpen, noBeacon } from '../battles.errors.ts';
import { findBattlesToJoin, lockBattles } from '../battles.sql.ts';
import { BATTLE_SOURCE, type Battle, type BattleSeat, type ChangedBattle } from '../battles.types.ts';
import { type CourseDeps, startBattles } from '../course/index.ts';
import type { Asker, TakenSeat } from './lobby.types.ts';
import { countSeats, insertSeats } from './open-battles.sql.ts';

/** A seat that somebody wants to pay for. */
export interface SeatAsk extends Asker {
  battleId: Id<'battle'>;
  seat: number;
  /** Of the request; null: that of the account, if it has one. */
  clientSeed: string | null;
  entryCents: Cents;
  rounds: number;
}

/** What was paid for a seat, and which nonces it has. */
interface Payment extends Pick<TakenSeat, 'clientSeed' | 'isAccountSeed'> {
  firstNonce: number;
  transferId: Id<'transfer'> | null;
  /** After the entry. */
  balanceCents: Cents;
}

export type Paid<Ask extends SeatAsk> = Ask & Payment;

/**
 * Takes entries and the next nonces of their users, one for each round; each user at most once. For each ask in its place
 * what was paid, or why nothing was taken.
 */
export async function chargeSeats<Ask extends SeatAsk>(
  { clock }: { clock: Clock },
  tx: Tx,
  asks: readonly Ask[],
): Promise<(Paid<Ask> | Refused)[]> {
  const charges = asks.map(({ userId, clientSeed, entryCents, rounds, battleId: id }) => ({
    ...{ userId, clientSeed, amountCents: entryCents, stakeCents: entryCents, rolls: rounds },
    ...{ type: 'BATTLE_ENTRY' as const, reason: `Batalha ${id}: entrada`, reference: { type: BATTLE_SOURCE, id } },
  }));
  const charged = await chargeRolls(tx, charges, clock.now());
  return charged.map((paid, index) => {
    if (isRefused(paid)) return paid;
    const { firstNonce, transferId, balanceCents, clientSeed } = paid;
    const isAccountSeed = paid.clientSeedSource === 'ACCOUNT';
    return { ...(asks[index] as Ask), clientSeed, isAccountSeed, firstNonce, transferId, balanceCents };
  });
}

/** Writes seats that were paid for, and commits to the seeds of their rolls, and to what else is `ahead`. */
export async function writePaidSeats(
  deps: SeedDeps,
  tx: Tx,
  paid: readonly Paid<SeatAsk>[],
  ahead: readonly CommitmentAsk[] = [],
): Promise<BattleSeat[]> {
  const asks = paid.map(({ battleId, firstNonce, rounds: count, ...asker }) => ({
    ...{ stream: userStream(asker.userId), firstNonce, count, asker: askerAbout(battleId, asker) },
  }));
  const [hashes, rows] = await Promise.all([
    // First, so that no seat is taken before what it is bound to, and what bots are, stands in the database.
    commitAhead(deps, tx, [...ahead, ...asks]),
    insertSeats(
      tx,
      paid.map((seat) => ({ ...seat, botName: null })),
    ),
  ]);
  return shownSeats(
    paid.map((seat) => ({ ...seat, botName: null })),
    hashes.slice(ahead.length),
    rows,
  );
}

/** Writes seats of bots, whose hashes are public since their battle was created. */
export async function writeBots(tx: Tx, { botSeats }: Battle, seats: readonly TakenSeat[]): Promise<BattleSeat[]> {
  const hashes = seats.map(({ seat }) => {
    const bound = botSeats?.find((each) => each.seat === seat);
    assert(bound !== undefined, 'a bot is bound at the creation of its battle');
    return bound.serverSeedHashes;
  });
  return shownSeats(seats, hashes, await insertSeats(tx, seats));
}

/** Seats as they are shown from now on. */
function shownSeats(
  seats: readonly TakenSeat[],
  hashes: readonly (readonly string[])[],
  rows: Awaited<ReturnType<typeof insertSeats>>,
): BattleSeat[] {
  const written = new Map(rows.map((row) => [placeOf(row), row]));
  return seats.map(({ battleId, seat, userId, botName, clientSeed, isAccountSeed, firstNonce }, index) => {
    const row = written.get(placeOf({ battleId, seat }));
    assert(row !== undefined, 'every seat is written');
    const { username, avatarUrl, takenAt } = row;
    return {
      ...{ seat, userId, botName, clientSeed, isAccountSeed, firstNonce, username, avatarUrl, takenAt },
      ...{ serverSeedHashes: hashes[index] ?? [], totalCents: null, isWinner: null, paidCents: null },
    };
  });
}

const placeOf = ({ battleId, seat }: Pick<TakenSeat, 'battleId' | 'seat'>) => `${battleId} ${seat}`;

/** Of commitments that are made with a battle. */
export const askerAbout = (battleId: Id<'battle'>, { userId, ip }: Asker): CommitmentAsk['asker'] => ({
  ...{ userId, ip, entity: { type: 'battle', id: battleId } },
});

/** Battles as they are under their locks. */
export interface LockedBattles {
  byId: Map<Id<'battle'>, Battle>;
  maxRtpPercent: string;
  now: Date;
}

/** Locks battles, as everybody who changes one does, and finds them. */
export async function lockAndFind(
  { settings, clock }: { settings: Settings; clock: Clock },
  tx: Tx,
  ids: readonly Id<'battle'>[],
): Promise<LockedBattles> {
  const [, , byId, maxRtpPercent] = await Promise.all([
    keepPlans(tx),
    lockBattles(tx, ids),
    findBattlesToJoin(tx, ids),
    settings.read(tx, maxCaseRtpSetting),
  ]);
  return { byId, maxRtpPercent, now: clock.now() };
}

/** A battle that somebody may sit down in; throws why not. `check` comes before what everybody may know. */
export function openBattle(
  { byId, maxRtpPercent, now }: LockedBattles,
  id: Id<'battle'>,
  check: (battle: Battle) => void,
): Battle {
  const battle = byId.get(id);
  if (battle === undefined) throw battleNotFound();
  check(battle);
  if (battle.status !== 'WAITING') throw battleNotOpen(battle.status);
  // The job that cancels it may be late, and who paid was told until when. One that is not bound to its bots is played by nobody.
  if (battle.expiresAt <= now || battle.botSeats === null) throw battleHasExpired();
  if (isBattlePaused(battle, maxRtpPercent)) throw battleIsPaused();
  return battle;
}

export const isFilledBy = ({ seats, seatCount }: Battle, taken: number) => seats.length + taken === seatCount;

/** A battle as it was found under its lock, and the seats that were taken in it since. */
interface Seating {
  battle: Battle;
  taken: readonly BattleSeat[];
}

/** Counts seats that were taken; where they are the last of a battle it starts. For each battle in its place what came of it. */
export async function settleSeats(deps: CourseDeps, tx: Tx, seatings: readonly Seating[]): Promise<ChangedBattle[]> {
  const beacons = seatings.map(({ battle, taken }) =>
    isFilledBy(battle, taken.length) ? beaconOf(deps, battle) : null,
  );
  const counted = await countSeats(
    tx,
    seatings.map(({ battle, taken }, index) => ({
      ...{ battleId: battle.id, seats: taken.length, beacon: beacons[index] ?? null },
    })),
  );
  const seated = seatings.map(({ battle, taken }, index) => {
    const beacon = beacons[index] ?? null;
    const named = beacon && { ...beacon, randomness: null, signature: null, chain: null };
    return {
      battle: { ...battle, ...counted.get(battle.id), beacon: named, seats: [...battle.seats, ...taken] },
      beacon,
    };
  });
  const isFull = ({ battle }: { battle: Battle }) => battle.status === 'IN_PROGRESS';
  const started = (await startBattles(deps, tx, seated.filter(isFull))).values();
  return seated.map((each) =>
    isFull(each) ? (started.next().value as ChangedBattle) : { battle: each.battle, balances: new Map(), dropIds: [] },
  );
}

/** The round that decides, where a beacon does. */
function beaconOf({ beacon, clock }: CourseDeps, { randomness }: Battle): { round: number; at: Date } | null {
  if (randomness !== 'drand') return null;
  if (beacon === null) throw noBeacon();
  return beacon.roundAfter(clock.now());
}
