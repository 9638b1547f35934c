import type { Tx } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import { assertMayPlay } from '../../../assets/limits/index.ts';
import { lockAccounts } from '../../../assets/wallet/index.ts';
import { codeNeeded, creatorOnly, tooFewFreeSeats } from '../battles.errors.ts';
import type { ChangedBattle } from '../battles.types.ts';
import { notifyJoined } from '../notify-battle.ts';
import { playersOf } from '../rounds/start-battle.ts';
import { BOT_NONCE, botName, freeSeats, isFilledBy } from './lobby.rules.ts';
import type { BotsRequest, LobbyDeps } from './lobby.types.ts';
import { lockOpenBattle, settleSeats, writeBots } from './take-seats.ts';

/**
 * Seats of the house, the first that are free: they pay nothing, and what they win stays with it. What they roll with was
 * committed to when the battle was created; the client seed that comes with them is a part of the one that all have who gave none.
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
  // Who has excluded themselves begins no play: the bots would be its last seats. The creator sits in the battle.
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
