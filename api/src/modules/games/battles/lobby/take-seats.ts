import { strict as assert } from 'node:assert';
import { notRefused } from '../../../../platform/batches/batched-writes.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/database/db.ts';
import { keepPlans } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { maxCaseRtpSetting } from '../../cases/index.ts';
import {
  commitAhead,
  type NonceRange,
  type SeedDeps,
  type StakeDeps,
  takeStakes,
  userStream,
} from '../../rolls/index.ts';
import {
  BATTLE_SOURCE,
  battleHasExpired,
  battleIsPaused,
  battleNotFound,
  battleNotOpen,
  noBeacon,
} from '../battles.records.ts';
import { findBattleToChange, lockBattle } from '../battles.sql.ts';
import { isBattlePaused } from '../read-battles.ts';
import { battleGame } from '../rounds/battles.game.ts';
import { type RoundsDeps, startBattle } from '../rounds/play-rounds.ts';
import type { Battle, BattleSeat, ChangedBattle } from '../shown-battle.records.ts';
import { type Asker, isFilledBy, type TakenSeat } from './lobby.records.ts';
import { countSeats, insertSeats, type PublicDraw, readFixedAt } from './lobby.sql.ts';

/** What a seat costs, and how often it rolls. */
interface Table {
  id: Id<'battle'>;
  entryCents: Cents;
  rounds: number;
}

/** A seat that somebody wants to pay for. */
interface SeatRequest extends Asker {
  seat: number;
  /** Of the request; null: that of the account, if it has one. */
  clientSeed: string | null;
  /** What the battle is bound to along with this seat. */
  ahead: readonly NonceRange[];
}

/**
 * Takes the entry and the user's next nonces, one for each round, and commits to their seeds: they are rolled when the last
 * seat is filled. Returns the seat and the balance that is left. Throws if the user cannot pay or may not play.
 */
export async function paySeat(
  deps: SeedDeps & StakeDeps,
  tx: Tx,
  table: Table,
  request: SeatRequest,
): Promise<{ seat: BattleSeat; balanceCents: Cents }> {
  const { userId, ip, seat } = request;
  const [charged] = await takeStakes(deps, tx, battleGame, [entryOf(table, request)]);
  const { firstNonce, transferId, balanceCents, clientSeed, clientSeedSource } = notRefused(charged);
  const isAccountSeed = clientSeedSource === 'ACCOUNT';
  const taken = { seat, userId, botName: null, clientSeed, isAccountSeed, firstNonce, transferId };
  const asker = { userId, ip, entity: { type: 'battle', id: table.id } };
  const own = { stream: userStream(userId), firstNonce, count: table.rounds };
  const [[hashes = []], written] = await Promise.all([
    // The commitments first: no seat is taken before what it is bound to stands in the database.
    commitAhead(
      deps,
      tx,
      [own, ...request.ahead].map((ask) => ({ ...ask, asker })),
    ),
    insertSeats(tx, table.id, [taken]),
  ]);
  return { seat: shownSeat(taken, hashes, written[0]), balanceCents };
}

const entryOf = ({ id, entryCents, rounds }: Table, { userId, clientSeed }: SeatRequest) => ({
  userId,
  clientSeed,
  amountCents: entryCents,
  itemsCents: 0n,
  rolls: rounds,
  reason: `Batalha ${id}: entrada`,
  reference: { type: BATTLE_SOURCE, id },
});

/** Writes seats of bots, whose hashes are public since their battle was created. */
export async function writeBots(tx: Tx, { id, botSeats }: Battle, bots: readonly TakenSeat[]): Promise<BattleSeat[]> {
  const written = await insertSeats(tx, id, bots);
  return bots.map((bot, index) => {
    const bound = botSeats?.find(({ seat }) => seat === bot.seat);
    assert(bound !== undefined, 'a bot is bound at the creation of its battle');
    return shownSeat(bot, bound.serverSeedHashes, written[index]);
  });
}

type WrittenSeat = Awaited<ReturnType<typeof insertSeats>>[0];

/** A seat as it is shown from now on. */
function shownSeat(
  { transferId: _transferId, ...seat }: TakenSeat,
  serverSeedHashes: string[],
  written: WrittenSeat | undefined,
): BattleSeat {
  assert(written?.seat === seat.seat, 'every seat is written, in its order');
  return { ...seat, ...written, serverSeedHashes, totalCents: null, isWinner: null, paidCents: null };
}

/**
 * Locks a battle, as everybody who changes one does, and returns it as it is under the lock. Throws if nobody may sit down in
 * it. `check` comes before what everybody may know.
 */
export async function lockOpenBattle(
  { settings, clock }: { settings: Settings; clock: Clock },
  tx: Tx,
  id: Id<'battle'>,
  check: (battle: Battle) => void,
): Promise<Battle> {
  const [, , battle, maxRtpPercent] = await Promise.all([
    keepPlans(tx),
    lockBattle(tx, id),
    findBattleToChange(tx, id),
    settings.read(tx, maxCaseRtpSetting),
  ]);
  if (battle === null) throw battleNotFound();
  check(battle);
  if (battle.status !== 'WAITING') throw battleNotOpen(battle.status);
  // The job that cancels it may be late, and who paid was promised that moment. One that is not bound to its bots is played by nobody.
  if (battle.expiresAt <= clock.now() || battle.botSeats === null) throw battleHasExpired();
  if (isBattlePaused(battle, maxRtpPercent)) throw battleIsPaused();
  return battle;
}

/** Counts seats that were taken; the last of them starts the battle. It is as it was found under its lock, but for these. */
export async function settleSeats(
  deps: RoundsDeps,
  tx: Tx,
  battle: Battle,
  taken: readonly BattleSeat[],
): Promise<ChangedBattle> {
  const isFull = isFilledBy(battle, taken.length);
  const draw = isFull ? await publicDrawOf(deps, tx, battle) : null;
  const counted = await countSeats(tx, battle.id, { seats: taken.length, draw });
  const named = draw && { round: draw.round, dueAt: draw.at, randomness: null, signature: null, chain: null };
  const seated = { ...battle, ...counted, beacon: named, seats: [...battle.seats, ...taken] };
  return isFull ? startBattle(deps, tx, seated, draw) : { battle: seated, balances: new Map(), dropIds: [] };
}

/** The round that decides, where a beacon does: it follows from this moment and from the terms. All seats are written. */
async function publicDrawOf(
  { beacon }: RoundsDeps,
  tx: Tx,
  { randomness, beaconDelaySeconds }: Battle,
): Promise<PublicDraw | null> {
  if (randomness !== 'drand') return null;
  if (beacon === null) throw noBeacon();
  const fixedAt = await readFixedAt(tx);
  return { fixedAt, ...beacon.roundFor(fixedAt, beaconDelaySeconds) };
}
