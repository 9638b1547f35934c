import type { Tx } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import type { Id } from '../../../../platform/ids.ts';
import { codeNeeded, creatorOnly, tooFewFreeSeats } from '../battles.errors.ts';
import type { ChangedBattle } from '../battles.types.ts';
import { tellJoined } from '../tell-battle.ts';
import type { LobbyDeps } from './create-battle.ts';
import { botName, freeSeats } from './lobby.rules.ts';
import type { Asker } from './lobby.types.ts';
import { isFilledBy, lockOpenBattle, lockPlayers, settleSeats, writeSeats } from './take-seats.ts';

interface BotsRequest extends Asker {
  battleId: Id<'battle'>;
  count: number;
}

/** A bot's first roll in a battle. */
const FIRST_NONCE = 1;

/** Seats of the house, the first that are free: they pay nothing, and what they win stays with it. */
export async function addBots(
  deps: LobbyDeps,
  request: BotsRequest,
  once: Once<ChangedBattle> | null,
): Promise<ChangedBattle> {
  const added = await writeOnce(deps.db, once, (tx) => add(deps, tx, request));
  tellJoined(deps, added);
  return added;
}

async function add(deps: LobbyDeps, tx: Tx, { battleId, count, userId, ip }: BotsRequest): Promise<ChangedBattle> {
  const battle = await lockOpenBattle(deps, tx, battleId, (found) => {
    if (found.creatorId !== userId) throw found.invitationCode === null ? creatorOnly() : codeNeeded();
  });
  const free = freeSeats(battle);
  if (free.length < count) throw tooFewFreeSeats(free.length);
  if (isFilledBy(battle, count)) await lockPlayers(tx, battle, []);
  const seats = free.slice(0, count).map((seat) => ({
    ...{ seat, userId: null, botName: botName(battleId, seat), clientSeed: null, firstNonce: FIRST_NONCE },
    transferId: null,
  }));
  const table = { id: battleId, rounds: battle.cases.length };
  return settleSeats(deps, tx, battle, await writeSeats(deps, tx, table, seats, { asker: { userId, ip } }));
}
