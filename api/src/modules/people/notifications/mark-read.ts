import { type Db, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Push } from '../../../platform/realtime/events.ts';
import { notificationNotFound, notificationOfAnotherUser } from './notifications.errors.ts';
import { notificationRead } from './notifications.events.ts';
import { updateToRead } from './notifications.sql.ts';

export interface MarkDeps {
  db: Db;
  push: Pick<Push, 'toUser'>;
}

interface MarkRead {
  id: Id<'notification'>;
  userId: Id<'user'>;
}

/** One that is no longer unread stays as it is, with the time of its first reading. */
export async function markRead(deps: MarkDeps, { id, userId }: MarkRead): Promise<void> {
  const found = await transaction(deps.db, (tx) => updateToRead(tx, id, userId));
  if (found === null) throw notificationNotFound();
  if (!found.isOwn) throw notificationOfAnotherUser();
  deps.push.toUser(userId, notificationRead, { id });
}
