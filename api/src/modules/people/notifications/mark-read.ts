import { type Db, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Push } from '../../../platform/realtime/events.ts';
import { notificationRead } from './notifications.messages.ts';
import { notificationNotFound, notificationOfAnotherUser } from './notifications.records.ts';
import { updateAllToRead, updateToRead } from './notifications.sql.ts';

export interface MarkDeps {
  db: Db;
  push: Pick<Push, 'toUser'>;
}

interface MarkRead {
  id: Id<'notification'>;
  userId: Id<'user'>;
}

/** A notification keeps the time of its first reading. */
export async function markRead(deps: MarkDeps, { id, userId }: MarkRead): Promise<void> {
  const found = await transaction(deps.db, (tx) => updateToRead(tx, id, userId));
  if (found === null) throw notificationNotFound();
  if (!found.isOwn) throw notificationOfAnotherUser();
  deps.push.toUser(userId, notificationRead, { id });
}

/** Returns how many were unread. */
export async function markAllRead(deps: MarkDeps, userId: Id<'user'>): Promise<number> {
  const changed = await transaction(deps.db, (tx) => updateAllToRead(tx, userId));
  if (changed > 0) deps.push.toUser(userId, notificationRead, { id: null });
  return changed;
}
