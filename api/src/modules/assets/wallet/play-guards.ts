import type { Db, Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { userNotFound } from '../../people/users/index.ts';
import { findGuard, lockGuard } from './play-guards.sql.ts';
import type { PlayGuard } from './wallet.types.ts';

/** What keeps a user from playing, which stands on the account so that every charge sees it under its lock. */
export async function readPlayGuard(db: Db | Tx, userId: Id<'user'>): Promise<PlayGuard> {
  return known(await findGuard(db, userId));
}

/** Locks the account, as `lockAccount` does. */
export async function lockPlayGuard(tx: Tx, userId: Id<'user'>): Promise<PlayGuard> {
  return known(await lockGuard(tx, userId));
}

function known(guard: PlayGuard | null): PlayGuard {
  if (guard === null) throw userNotFound();
  return guard;
}
