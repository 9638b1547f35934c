import { type Db, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { notificationNotFound, notificationOfAnotherUser } from './notifications.errors.ts';
import { updateToRead } from './notifications.sql.ts';

interface MarkRead {
  id: Id<'notification'>;
  userId: Id<'user'>;
}

/** One that is no longer unread stays as it is, with the time of its first reading. */
export async function markRead(deps: { db: Db }, { id, userId }: MarkRead): Promise<void> {
  const found = await transaction(deps.db, (tx) => updateToRead(tx, id, userId));
  if (found === null) throw notificationNotFound();
  if (!found.isOwn) throw notificationOfAnotherUser();
}
