import { announce } from '../../../platform/database/announcements.ts';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Settings } from '../../../platform/settings.ts';
import { recordAudit } from '../../people/audit/index.ts';
import { currentPricing } from './current-pricing.ts';
import { endAlertOfPrices } from './guard-prices.ts';
import { deleteHeldBackPrices } from './held-back-prices.sql.ts';
import { itemNotFound } from './items.errors.ts';
import { changesBetween } from './items.rules.ts';
import { lockItem, updateItem as storeItem } from './items.sql.ts';
import type { Item, ItemDescription } from './items.types.ts';
import { ITEMS_CHANGED } from './price-margin.ts';

interface UpdateItem {
  itemId: Id<'item'>;
  change: Partial<ItemDescription>;
  actorId: Id<'user'>;
  ip: string;
}

/** What is not named stays. A new original price reprices the item. */
export async function updateItem(
  deps: { db: Db; settings: Settings },
  { itemId, change, actorId, ip }: UpdateItem,
): Promise<Item> {
  return transaction(deps.db, async (tx) => {
    const pricing = await currentPricing(tx, deps.settings);
    const item = await lockItem(tx, itemId);
    if (item === null) throw itemNotFound();
    const changes = changesBetween(item, change);
    if (Object.keys(changes).length === 0) return item;
    const updated = await storeItem(tx, itemId, { ...item, ...change }, pricing);
    if ('originalPriceCents' in changes) await dropHeldBackPrice(tx, itemId, actorId);
    const entity = { type: 'item', id: itemId };
    await recordAudit(tx, [{ action: 'ITEM_UPDATED', userId: null, actorId, entity, metadata: { changes }, ip }]);
    await announce(tx, ITEMS_CHANGED, {});
    return updated;
  });
}

/** What is held back was so against the price before. */
async function dropHeldBackPrice(tx: Tx, itemId: Id<'item'>, actorId: Id<'user'>): Promise<void> {
  await deleteHeldBackPrices(tx, [itemId]);
  await endAlertOfPrices(tx, actorId);
}
