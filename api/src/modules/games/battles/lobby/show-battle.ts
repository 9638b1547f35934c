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
 * What is over anybody may see, and verify. What is not takes a session, and what is private a seat or the code. Without a
 * session nobody learns whether there is such a battle.
 */
export async function showBattle(deps: ReadDeps, id: Id<'battle'>, { viewerId, code }: Viewer): Promise<ShownBattle> {
  const battle = await findShownBattle(deps, id);
  if (battle?.status === 'COMPLETED') return battle;
  // Of one that was called off there is nothing to verify, so that a private one stays so.
  if (battle?.status === 'CANCELLED' && battle.invitationCode === null) return battle;
  if (viewerId === null) throw unauthorized();
  if (battle === null) throw battleNotFound();
  const { invitationCode } = battle;
  if (invitationCode !== null && code !== invitationCode && !sitsIn(battle, viewerId)) throw codeNeeded();
  return battle;
}
