import { unauthorized } from '../../../../platform/errors.ts';
import type { Id } from '../../../../platform/ids.ts';
import { battleNotFound, codeNeeded } from '../battles.errors.ts';
import type { ShownBattle, Viewer } from '../battles.types.ts';
import { findShownBattle, type ReadDeps } from '../read-battles.ts';
import { sitsIn } from './lobby.rules.ts';

type Visibility = Pick<ShownBattle, 'status' | 'invitationCode'>;

/** Without a session: what is over, unless it is private and its code was not given. */
function isShownToEverybody({ status, invitationCode }: Visibility, code: string | null): boolean {
  const isOver = status === 'COMPLETED' || status === 'CANCELLED';
  return isOver && (invitationCode === null || invitationCode === code);
}

/** Whether a visitor is shown it; one that does not exist is as hidden as one that is not over. */
export async function isPublicBattle(deps: ReadDeps, id: Id<'battle'>, code: string | null): Promise<boolean> {
  const battle = await findShownBattle(deps, id);
  return battle !== null && isShownToEverybody(battle, code);
}

/**
 * A public battle that is over anybody may see, and verify. One that is not takes a session. A private one takes a seat in it
 * or its code, also when it is over: then the code will do without a session. Without a session nobody learns whether there is
 * such a battle.
 */
export async function showBattle(deps: ReadDeps, id: Id<'battle'>, { viewerId, code }: Viewer): Promise<ShownBattle> {
  const battle = await findShownBattle(deps, id);
  if (battle !== null && isShownToEverybody(battle, code)) return battle;
  if (viewerId === null) throw unauthorized();
  if (battle === null) throw battleNotFound();
  const { invitationCode } = battle;
  if (invitationCode !== null && code !== invitationCode && !sitsIn(battle, viewerId)) throw codeNeeded();
  return battle;
}
