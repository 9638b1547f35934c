import { transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { MarkDeps } from './mark-read.ts';
import { notificationRead } from './notifications.events.ts';
import { updateAllToRead } from './notifications.sql.ts';

/** Tells how many changed from unread to read. */
export async function markAllRead(deps: MarkDeps, userId: Id<'user'>): Promise<number> {
  const changed = await transaction(deps.db, (tx) => updateAllToRead(tx, userId));
  if (changed > 0) deps.push.toUser(userId, notificationRead, { id: null });
  return changed;
}
