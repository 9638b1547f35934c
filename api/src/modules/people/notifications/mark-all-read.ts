import { type Db, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { updateAllToRead } from './notifications.sql.ts';

/** Tells how many changed from unread to read. */
export function markAllRead(deps: { db: Db }, userId: Id<'user'>): Promise<number> {
  return transaction(deps.db, (tx) => updateAllToRead(tx, userId));
}
