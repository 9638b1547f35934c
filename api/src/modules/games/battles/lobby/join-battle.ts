import type { Tx } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import { assertMayPlay } from '../../../assets/limits/index.ts';
import { lockAccounts } from '../../../assets/wallet/index.ts';
import { notifyJoined } from '../battles.messages.ts';
import { alreadyInBattle, codeNeeded, creatorOnly, tooFewFreeSeats } from '../battles.records.ts';
import { playersOf } from '../rounds/play-rounds.ts';
import { type ChangedBattle, sitsIn } from '../shown-battle.records.ts';
import {
  BOT_NONCE,
  type BotsRequest,
  botName,
  freeSeats,
  isFilledBy,
  type JoinRequest,
  type LobbyDeps,
} from './lobby.records.ts';
import { lockOpenBattle, paySeat, settleSeats, writeBots } from './take-seats.ts';

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
