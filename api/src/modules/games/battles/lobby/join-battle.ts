import type { Tx } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import type { Id } from '../../../../platform/ids.ts';
import { alreadyInBattle, codeNeeded } from '../battles.errors.ts';
import type { ChangedBattle } from '../battles.types.ts';
import { tellJoined } from '../tell-battle.ts';
import type { LobbyDeps } from './create-battle.ts';
import { freeSeats, sitsIn } from './lobby.rules.ts';
import type { Asker } from './lobby.types.ts';
import { isFilledBy, lockOpenBattle, lockPlayers, paySeat, settleSeats } from './take-seats.ts';

interface JoinRequest extends Asker {
  battleId: Id<'battle'>;
  clientSeed: string | null;
  /** Null: none was given. */
  invitationCode: string | null;
}

/** The first free seat. The last one starts the battle, and unless a beacon decides, ends it: in the same transaction. */
export async function joinBattle(
  deps: LobbyDeps,
  request: JoinRequest,
  once: Once<ChangedBattle> | null,
): Promise<ChangedBattle> {
  const joined = await writeOnce(deps.db, once, (tx) => join(deps, tx, request));
  tellJoined(deps, joined);
  return joined;
}

async function join(deps: LobbyDeps, tx: Tx, request: JoinRequest): Promise<ChangedBattle> {
  const { battleId, userId, ip, clientSeed, invitationCode } = request;
  const battle = await lockOpenBattle(deps, tx, battleId, (found) => {
    if (sitsIn(found, userId)) throw alreadyInBattle();
    if (found.invitationCode !== null && found.invitationCode !== invitationCode) throw codeNeeded();
  });
  if (isFilledBy(battle, 1)) await lockPlayers(tx, battle, [userId]);
  const { id, entryCents, cases } = battle;
  const seat = freeSeats(battle)[0] as number;
  const paying = { seat, userId, ip, clientSeed, ahead: [] };
  const paid = await paySeat(deps, tx, { id, entryCents, rounds: cases.length }, paying);
  const { balances, ...settled } = await settleSeats(deps, tx, battle, [paid.seat]);
  return { ...settled, balances: new Map([[userId, paid.balanceCents], ...balances]) };
}
