import { strict as assert } from 'node:assert';
import { randomBytes } from 'node:crypto';
import { TIE_NONCE } from '@lisura/fairness';
import { notRefused } from '../../../../platform/batches/batched-writes.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import { keepPlans } from '../../../../platform/database/sql.ts';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import type { Id } from '../../../../platform/ids.ts';
import { addJob } from '../../../../platform/jobs/jobs.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { assertMayPlay } from '../../../assets/limits/index.ts';
import { lockAccounts } from '../../../assets/wallet/index.ts';
import { beaconDelaySetting } from '../../beacon/index.ts';
import { caseIsPaused, caseNotFound, findPlayableTerms, isPaused, maxCaseRtpSetting } from '../../cases/index.ts';
import {
  commitAhead,
  type NonceRange,
  type SeedDeps,
  type StakeDeps,
  takeStakes,
  userStream,
} from '../../rolls/index.ts';
import { notifyCreated, notifyJoined } from '../battles.messages.ts';
import {
  alreadyInBattle,
  BATTLE_SOURCE,
  battleHasExpired,
  battleIsPaused,
  battleNotFound,
  battleNotOpen,
  battleWaitSetting,
  botStream,
  codeNeeded,
  creatorOnly,
  EXPIRE_BATTLE,
  entryIsNotAsExpected,
  noBeacon,
  tieStream,
  tooDear,
  tooFewFreeSeats,
  tooManyBattlesWait,
} from '../battles.records.ts';
import { findBattleToChange, lockBattle } from '../battles.sql.ts';
import { isBattlePaused } from '../read-battles.ts';
import { battleGame } from '../rounds/battles.game.ts';
import { playersOf, type RoundsDeps, startBattle } from '../rounds/play-rounds.ts';
import { type Battle, type BattleSeat, type ChangedBattle, sitsIn } from '../shown-battle.records.ts';
import {
  type Asker,
  type BattleRequest,
  BOT_NONCE,
  type BotsRequest,
  botName,
  freeSeats,
  isFilledBy,
  type JoinRequest,
  type LobbyDeps,
  type NewBattle,
  type TakenSeat,
} from './lobby.records.ts';
import {
  countSeats,
  countWaiting,
  insertBattle,
  insertSeats,
  insertVersionValues,
  type PublicDraw,
  readFixedAt,
  takeBattleId,
} from './lobby.sql.ts';

interface Table {
  id: Id<'battle'>;
  entryCents: Cents;
  rounds: number;
}

interface SeatRequest extends Asker {
  seat: number;
  /** Null stands for the seed of the account. */
  clientSeed: string | null;
  /** The battle commits to these along with the seat. */
  ahead: readonly NonceRange[];
}

/**
 * Takes the entry and the next nonces of the user, and commits to their seeds, which are rolled when the last seat is
 * filled. Throws if the user cannot pay or may not play.
 */
async function paySeat(
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
    // Commitments come first: no seat is taken before the database has them.
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

async function writeBots(tx: Tx, { id, botSeats }: Battle, bots: readonly TakenSeat[]): Promise<BattleSeat[]> {
  const written = await insertSeats(tx, id, bots);
  return bots.map((bot, index) => {
    const bound = botSeats?.find(({ seat }) => seat === bot.seat);
    assert(bound !== undefined, 'a bot is bound at the creation of its battle');
    return shownSeat(bot, bound.serverSeedHashes, written[index]);
  });
}

type WrittenSeat = Awaited<ReturnType<typeof insertSeats>>[0];

function shownSeat(
  { transferId: _transferId, ...seat }: TakenSeat,
  serverSeedHashes: string[],
  written: WrittenSeat | undefined,
): BattleSeat {
  assert(written?.seat === seat.seat, 'every seat is written, in its order');
  return { ...seat, ...written, serverSeedHashes, totalCents: null, isWinner: null, paidCents: null };
}

/**
 * Locks a battle and reads it under the lock. Throws if no seat can be taken. `check` refuses callers before they learn
 * the state of the battle.
 */
async function lockOpenBattle(
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
  // The job that cancels it may be late, but the players were promised that moment. A battle that is not bound to its
  // bots is never played.
  if (battle.expiresAt <= clock.now() || battle.botSeats === null) throw battleHasExpired();
  if (isBattlePaused(battle, maxRtpPercent)) throw battleIsPaused();
  return battle;
}

/** The last of these seats starts the battle. */
async function settleSeats(
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

/** All seats are written by now: the round follows from this moment and from the terms. */
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

const CODE_BYTES = 12;
/** One transfer can move no more. */
const MAX_ENTRY_CENTS = 10n ** 15n;
/** The limit exists because a battle that nobody joins costs its creator nothing and is stored for ever. */
const MAX_WAITING = 20;

export async function createBattle(
  deps: LobbyDeps,
  request: BattleRequest,
  once: Once<ChangedBattle> | null,
): Promise<ChangedBattle> {
  if (request.randomness === 'drand' && deps.beacon === null) throw noBeacon();
  const created = await writeOnce(deps.db, once, (tx) => create(deps, tx, request));
  notifyCreated(deps.push, created);
  return created;
}

async function create(deps: LobbyDeps, tx: Tx, request: BattleRequest): Promise<ChangedBattle> {
  const { userId, ip, clientSeed } = request;
  const [, terms, waitMinutes, delaySeconds, id, , waiting] = await Promise.all([
    keepPlans(tx),
    findPlayableTerms(tx, [...new Set(request.caseIds)]),
    deps.settings.read(tx, battleWaitSetting),
    deps.settings.read(tx, beaconDelaySetting),
    takeBattleId(tx),
    lockAccounts(tx, [userId]),
    // The account is locked by now, so simultaneous requests are counted one after another.
    countWaiting(tx, userId),
  ]);
  const expiresAt = new Date(deps.clock.now().getTime() + waitMinutes * MINUTE_MS);
  const beaconDelaySeconds = request.randomness === 'drand' ? delaySeconds : null;
  const battle = newBattle(id, request, { rounds: roundsOf(request, terms), beaconDelaySeconds, expiresAt });
  if (waiting >= MAX_WAITING) throw tooManyBattlesWait(MAX_WAITING);
  const [, , { balanceCents }] = await Promise.all([
    // The seat refers to the battle, so the battle is inserted first.
    insertBattle(tx, battle),
    insertVersionValues(tx, battle),
    paySeat(deps, tx, tableOf(battle), { seat: 1, userId, ip, clientSeed, ahead: boundAhead(battle) }),
    addJob(tx, EXPIRE_BATTLE, { battleId: id }, { jobKey: `${EXPIRE_BATTLE}:${id}`, runAt: expiresAt }),
  ]);
  const created = await findBattleToChange(tx, id);
  return { battle: created as Battle, balances: new Map([[userId, balanceCents]]), dropIds: [] };
}

type Terms = Awaited<ReturnType<typeof findPlayableTerms>>;

function roundsOf({ caseIds }: BattleRequest, terms: Terms): NewBattle['rounds'] {
  return caseIds.map((caseId) => {
    const found = terms.get(caseId);
    if (found === undefined) throw caseNotFound();
    if (isPaused(found)) throw caseIsPaused();
    return { caseId, versionId: found.versionId, priceCents: found.priceCents };
  });
}

function newBattle(
  id: Id<'battle'>,
  request: BattleRequest,
  fixed: Pick<NewBattle, 'rounds' | 'beaconDelaySeconds' | 'expiresAt'>,
): NewBattle {
  const { userId: creatorId, mode, isTeams, seatCount, randomness, isPrivate, expectedEntryCents } = request;
  const entryCents = fixed.rounds.reduce((sum, { priceCents }) => sum + priceCents, 0n);
  if (entryCents > MAX_ENTRY_CENTS) throw tooDear();
  if (expectedEntryCents !== null && expectedEntryCents !== entryCents) throw entryIsNotAsExpected(entryCents);
  const invitationCode = isPrivate ? randomBytes(CODE_BYTES).toString('base64url') : null;
  return { id, creatorId, mode, isTeams, seatCount, randomness, entryCents, invitationCode, ...fixed };
}

const tableOf = ({ id, entryCents, rounds }: NewBattle) => ({ id, entryCents, rounds: rounds.length });

/** The tie-break and all rolls of every possible bot are committed to before anybody can join. */
function boundAhead({ id, seatCount, rounds }: NewBattle): NonceRange[] {
  const others = Array.from({ length: seatCount - 1 }, (_, index) => index + 2);
  return [
    { stream: tieStream(id), firstNonce: TIE_NONCE, count: 1 },
    ...others.map((seat) => ({ stream: botStream(id, seat), firstNonce: BOT_NONCE, count: rounds.length })),
  ];
}

/**
 * Takes the first free seat. The last one starts the battle and, unless a beacon decides, ends it in the same
 * transaction.
 */
export async function joinBattle(
  deps: LobbyDeps,
  request: JoinRequest,
  once: Once<ChangedBattle> | null,
): Promise<ChangedBattle> {
  const joined = await writeOnce(deps.db, once, (tx) => join(deps, tx, request));
  notifyJoined(deps, joined);
  return joined;
}

async function join(deps: LobbyDeps, tx: Tx, request: JoinRequest): Promise<ChangedBattle> {
  const { battleId, userId, ip, clientSeed, invitationCode } = request;
  const battle = await lockOpenBattle(deps, tx, battleId, (found) => {
    if (sitsIn(found, userId)) throw alreadyInBattle();
    if (found.invitationCode !== null && found.invitationCode !== invitationCode) throw codeNeeded();
  });
  // The last seat counts the wagers of every player, so all accounts are locked in the order of their ids before one is
  // charged.
  if (isFilledBy(battle, 1)) await lockAccounts(tx, [...playersOf(battle), userId]);
  const seat = freeSeats(battle)[0] as number;
  const table = { id: battleId, entryCents: battle.entryCents, rounds: battle.cases.length };
  const paid = await paySeat(deps, tx, table, { seat, userId, ip, clientSeed, ahead: [] });
  const { balances, ...settled } = await settleSeats(deps, tx, battle, [paid.seat]);
  return { ...settled, balances: new Map([[userId, paid.balanceCents], ...balances]) };
}

/**
 * Bots belong to the house: they pay nothing, and the house keeps their winnings. Their seeds were committed to when
 * the battle was created. The client seed that comes with them becomes part of the derived one.
 */
export async function addBots(
  deps: LobbyDeps,
  request: BotsRequest,
  once: Once<ChangedBattle> | null,
): Promise<ChangedBattle> {
  const added = await writeOnce(deps.db, once, (tx) => add(deps, tx, request));
  notifyJoined(deps, added);
  return added;
}

async function add(deps: LobbyDeps, tx: Tx, request: BotsRequest): Promise<ChangedBattle> {
  const { battleId, count, userId, clientSeed } = request;
  const battle = await lockOpenBattle(deps, tx, battleId, (found) => {
    if (found.creatorId !== userId) throw found.invitationCode === null ? creatorOnly() : codeNeeded();
  });
  const free = freeSeats(battle);
  if (free.length < count) throw tooFewFreeSeats(free.length);
  // Users who have excluded themselves start no play, and these bots may fill the last seats.
  await lockAccounts(tx, isFilledBy(battle, count) ? playersOf(battle) : [userId]);
  await assertMayPlay(tx, userId, deps.clock.now());
  const bots = free.slice(0, count).map((seat) => ({
    seat,
    userId: null,
    botName: botName(battleId, seat),
    clientSeed,
    isAccountSeed: false,
    firstNonce: BOT_NONCE,
    transferId: null,
  }));
  return settleSeats(deps, tx, battle, await writeBots(tx, battle, bots));
}
