import { unauthorized } from '../../../../platform/errors.ts';
import type { Id } from '../../../../platform/ids.ts';
import { battleNotFound, codeNeeded } from '../battles.errors.ts';
import type { ShownBattle } from '../battles.types.ts';
import { findShownBattle, type ReadDeps } from '../read-battles.ts';
import { sitsIn } from './lobby.rules.ts';

interface Viewer {
  /** Null without a session. */
  viewerId: Id<'user'> | null;
  /** Null: none was given. */
  code: string | null;
}

/**
 * A public battle that is over anybody may see, and verify. One that is not takes a session. A private one takes a seat in it
 * or its code, also when it is over: then the code will do without a session. Without a session nobody learns whether there is
 * such a battle.
 */
export async function showBattle(deps: ReadDeps, id: Id<'battle'>, { viewerId, code }: Viewer): Promise<ShownBattle> {
  const battle = await findShownBattle(deps, id);
  const isOver = battle?.status === 'COMPLETED' || battle?.status === 'CANCELLED';
  if (isOver && (battle.invitationCode === null || battle.invitationCode === code)) return battle;
  if (viewerId === null) throw unauthorized();
  if (battle === null) throw battleNotFound();
  const { invitationCode } = battle;
  if (invitationCode !== null && code !== invitationCode && !sitsIn(battle, viewerId)) throw codeNeeded();
  return battle;
}
