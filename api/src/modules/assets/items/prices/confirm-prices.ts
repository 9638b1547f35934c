import { announce } from '../../../../platform/database/announcements.ts';
import { type Db, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import { currentPricing } from '../current-pricing.ts';
import { pricesNotHeldBack } from '../items.errors.ts';
import { updatePrices } from '../items.sql.ts';
import { ITEMS_CHANGED } from '../price-margin.ts';
import { endAlertOfPrices } from './guard-prices.ts';
import { deleteHeldBackPrices, findHeldBackPrices } from './held-back-prices.sql.ts';
import { forgetPrices } from './price-days.sql.ts';

interface ConfirmPrices {
  /** Whose prices were looked at: what a later sync says of the same items is not confirmed. */
  syncId: Id<'item-sync'>;
  /** Null: all that are held back. */
  itemIds: readonly Id<'item'>[] | null;
  /** In the administrator's words; null where they gave none. */
  reason: string | null;
  actorId: Id<'user'>;
  ip: string;
}

/** What is held back comes in force on an administrator's word, all that is named or nothing. Gives how many. */
export async function confirmPrices(
  { db, settings }: { db: Db; settings: Settings },
  { syncId, itemIds, reason, actorId, ip }: ConfirmPrices,
): Promise<number> {
  return transaction(db, async (tx) => {
    const pricing = await currentPricing(tx, settings);
    const held = await findHeldBackPrices(tx, syncId, itemIds);
    if (held.length < (itemIds === null ? 1 : new Set(itemIds).size)) throw pricesNotHeldBack(syncId);
    await updatePrices(
      tx,
      held.map(({ marketHashName, value }) => [marketHashName, value]),
      pricing,
    );
    const ids = held.map(({ itemId }) => itemId);
    await deleteHeldBackPrices(tx, ids);
    await forgetPrices(tx, ids);
    await recordAudit(
      tx,
      held.map(({ itemId, inForce, value }) => ({
        action: 'ITEM_PRICE_CONFIRMED',
        userId: null,
        actorId,
        entity: { type: 'item', id: itemId },
        metadata: { from: inForce, to: value, syncId },
        reason,
        ip,
      })),
    );
    await announce(tx, ITEMS_CHANGED, {});
    await endAlertOfPrices(tx, actorId);
    return held.length;
  });
}
