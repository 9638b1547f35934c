import type { Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { lockPlayGuard, type PlayGuard, readPlayGuard } from '../wallet/index.ts';
import { barRefusal } from './limits.errors.ts';

/** Locks the account of who is about to play with something other than money; 403 where they may not. */
export async function lockToPlay(tx: Tx, userId: Id<'user'>, now: Date): Promise<void> {
  throwBarred(await lockPlayGuard(tx, userId), now);
}

/** As `lockToPlay`, for who is locked already. */
export async function assertMayPlay(tx: Tx, userId: Id<'user'>, now: Date): Promise<void> {
  throwBarred(await readPlayGuard(tx, userId), now);
}

function throwBarred(guard: PlayGuard, now: Date): void {
  const refusal = barRefusal(guard, now);
  if (refusal !== null) throw refusal;
}
