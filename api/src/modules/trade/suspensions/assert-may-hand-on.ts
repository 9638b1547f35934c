import type { Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { ownerSuspended, withdrawalsSuspended } from './suspensions.errors.ts';
import { hasSuspension } from './suspensions.sql.ts';

/**
 * Refuses who is suspended what would take items or money out of our reach. Under the lock of the account, as a suspension
 * is written: one that begins at the same moment is before or after.
 */
export async function assertMayHandOn(tx: Tx, userId: Id<'user'>): Promise<void> {
  if (await hasSuspension(tx, userId)) throw withdrawalsSuspended();
}

/** As `assertMayHandOn`, where an administrator decides on what somebody else has asked for. */
export async function assertOwnerMayHandOn(tx: Tx, ownerId: Id<'user'>): Promise<void> {
  if (await hasSuspension(tx, ownerId)) throw ownerSuspended();
}
