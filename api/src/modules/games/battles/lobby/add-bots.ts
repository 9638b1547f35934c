import type { Tx } from '../../../../platform/database/db.ts';
import { assertMayPlay } from '../../../assets/limits/index.ts';
import { lockAccounts } from '../../../assets/wallet/index.ts';
import { codeNeeded, creatorOnly, tooFewFreeSeats } from '../battles.errors.ts';
import type { ChangedBattle } from '../battles.types.ts';
import { playersOf } from '../course/index.ts';
import type { LobbyDeps } from './create-lobby.ts';
import { botName, freeSeats } from './lobby.rules.ts';
import type { BotsRequest } from './lobby.types.ts';
import { isFilledBy, lockAndFind, openBattle, settleSeats, writeSeats } from './take-seats.ts';

/** A bot's first roll in a battle. */
const FIRST_NONCE = 1;

/** Seats of the house, the first that are free: they pay nothing, and what they win stays with it. */
export async function addBots(deps: LobbyDeps, tx: Tx, request: BotsRequest): Promise<ChangedBattle> {
  const { battleId, count, userId, ip } = request;
  const battle = openBattle(await lockAndFind(deps, tx, [battleId]), battleId, (found) => {
    if (found.creatorId !== userId) throw found.invitationCode === null ? creatorOnly() : codeNeeded();
  });
  const free = freeSeats(battle);
  if (free.length < count) throw tooFewFreeSeats(free.length);
  // Who has excluded themselves begins no play: the bots would be its last seats. The creator sits in the battle.
  await lockAccounts(tx, isFilledBy(battle, count) ? playersOf(battle) : [userId]);
  await assertMayPlay(tx, userId, deps.clock.now());
  const seats = free.slice(0, count).map((seat) => ({
    ...{ battleId, seat, userId: null, botName: botName(battleId, seat), clientSeed: null, firstNonce: FIRST_NONCE },
    ...{ transferId: null, rounds: battle.cases.length, asker: { userId, ip } },
  }));
  const [added] = await settleSeats(deps, tx, [{ battle, taken: await writeSeats(deps, tx, seats) }]);
  return added as ChangedBattle;
}
