import type { Tx } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import { lockAccounts } from '../../../assets/wallet/index.ts';
import { alreadyInBattle, codeNeeded } from '../battles.errors.ts';
import type { ChangedBattle } from '../battles.types.ts';
import { notifyJoined } from '../notify-battle.ts';
import { playersOf } from '../rounds/start-battle.ts';
import { freeSeats, isFilledBy, sitsIn } from './lobby.rules.ts';
import type { JoinRequest, LobbyDeps } from './lobby.types.ts';
import { lockOpenBattle, paySeat, settleSeats } from './take-seats.ts';

/** Takes the first free seat. The last one starts the battle, and unless a beacon decides, ends it: in the same transaction. */
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
  // The last seat counts what every player has wagered: all accounts are locked in the order of their ids before one is charged.
  if (isFilledBy(battle, 1)) await lockAccounts(tx, [...playersOf(battle), userId]);
  const seat = freeSeats(battle)[0] as number;
  const table = { id: battleId, entryCents: battle.entryCents, rounds: battle.cases.length };
  const paid = await paySeat(deps, tx, table, { seat, userId, ip, clientSeed, ahead: [] });
  const { balances, ...settled } = await settleSeats(deps, tx, battle, [paid.seat]);
  return { ...settled, balances: new Map([[userId, paid.balanceCents], ...balances]) };
}
