import { announce } from '../../../../platform/database/announcements.ts';
import { type Db, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import { itemNotFound } from '../items.errors.ts';
import { lockItem, updateToArchived } from '../items.sql.ts';
import type { Item } from '../items.types.ts';
import { ITEMS_CHANGED } from '../price-margin.ts';

interface ArchiveItem {
  itemId: Id<'item'>;
  /** In the administrator's words; null where they gave none. */
  reason: string | null;
  actorId: Id<'user'>;
  ip: string;
}

/** The item leaves the public lists; whoever owns it keeps it. Once: a repeat changes nothing. */
export async function archiveItem(deps: { db: Db }, { itemId, reason, actorId, ip }: ArchiveItem): Promise<Item> {
  return transaction(deps.db, async (tx) => {
    const item = await lockItem(tx, itemId);
    if (item === null) throw itemNotFound();
    if (item.archivedAt !== null) return item;
    const archived = await updateToArchived(tx, itemId);
    const entity = { type: 'item', id: itemId };
    const metadata = { marketHashName: item.marketHashName };
    await recordAudit(tx, [{ action: 'ITEM_ARCHIVED', userId: null, actorId, entity, metadata, reason, ip }]);
    await announce(tx, ITEMS_CHANGED, {});
    return archived;
  });
}
