import { announce } from '../../../../platform/database/announcements.ts';
import { type Db, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import { currentPricing } from '../current-pricing.ts';
import { insertItem } from '../items.sql.ts';
import type { Item, ItemDescription } from '../items.types.ts';
import { ITEMS_CHANGED } from '../price-margin.ts';
import { insertMadeUp } from '../prices/price-days.sql.ts';

interface CreateItem {
  item: ItemDescription;
  actorId: Id<'user'>;
  ip: string;
}

/** The prices follow from the original price. A name that is taken is refused by its constraint. */
export async function createItem(
  deps: { db: Db; settings: Settings },
  { item, actorId, ip }: CreateItem,
): Promise<Item> {
  return transaction(deps.db, async (tx) => {
    const created = await insertItem(tx, item, await currentPricing(tx, deps.settings));
    await insertMadeUp(tx, created.id);
    const entity = { type: 'item', id: created.id };
    await recordAudit(tx, [{ action: 'ITEM_CREATED', userId: null, actorId, entity, metadata: { ...item }, ip }]);
    await announce(tx, ITEMS_CHANGED, {});
    return created;
  });
}
