import { createHash } from 'node:crypto';
import { announce } from '../../../../platform/database/announcements.ts';
import { type Tx, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import type { Decider, DecisionDeps } from '../../../people/decisions/index.ts';
import { findHoldings } from '../holdings.sql.ts';
import { type HeldBackPrice, valueCentsBrlOf, valueCentsOf } from '../items.rules.ts';
import { ITEMS_CHANGED } from '../items.settings.ts';
import { type Pricing, updatePrices } from '../items.sql.ts';
import { currentPricing, requireMayRevalue } from '../pricing.ts';
import { distance } from '../step-guards.rules.ts';
import { endAlertOfPrices } from './guard-prices.ts';
import { pricesNotHeldBack } from './held-back-prices.records.ts';
import { deleteHeldBackPrices, deleteMadeUp, findHeldBackPrices, forgetPrices } from './held-back-prices.sql.ts';

interface ConfirmPrices {
  /** Prices of a later sync are not confirmed. */
  syncId: Id<'item-sync'>;
  /** Null: all of them. */
  itemIds: readonly Id<'item'>[] | null;
  editor: Decider;
}

/**
 * Confirms all of the named prices or none, and returns how many. A second administrator must agree if users own much
 * of the items.
 */
export async function confirmPrices(
  deps: DecisionDeps & { settings: Settings },
  { syncId, itemIds, editor }: ConfirmPrices,
): Promise<number> {
  const { db, settings } = deps;
  const { actorId, reason, ip } = editor;
  return transaction(db, async (tx) => {
    const pricing = await currentPricing(tx, settings);
    const held = await findHeldBackPrices(tx, syncId, itemIds);
    if (held.length < (itemIds === null ? 1 : new Set(itemIds).size)) throw pricesNotHeldBack(syncId);
    await requireMayRevalue(deps, tx, editor, {
      action: 'confirm-prices',
      entity: { type: 'item-sync', id: syncId },
      content: contentOf(held),
      movedCents: await movedBy(tx, held, pricing),
      raisedIds: held.filter(({ inForce, value }) => value > inForce).map(({ itemId }) => itemId),
    });
    await updatePrices(
      tx,
      held.map(({ marketHashName, value }) => [marketHashName, value]),
      pricing,
    );
    const ids = held.map(({ itemId }) => itemId);
    await deleteHeldBackPrices(tx, ids);
    await forgetPrices(tx, ids);
    await deleteMadeUp(tx, ids);
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

/** A digest stands for the prices, which may be thousands. */
function contentOf(held: readonly HeldBackPrice[]): string {
  const prices = held.map(({ itemId, value }) => `${itemId} ${value}`).join('\n');
  return `${held.length} ${createHash('sha256').update(prices).digest('hex')}`;
}

/** Adds up rises and falls of users' items, in BRL. */
async function movedBy(tx: Tx, held: readonly HeldBackPrice[], { priceMargin, usdToBrl }: Pricing): Promise<Cents> {
  const { counts } = await findHoldings(
    tx,
    held.map(({ itemId }) => itemId),
  );
  const worth = (priceCents: Cents) => valueCentsBrlOf(valueCentsOf(priceCents, priceMargin), usdToBrl);
  return held.reduce(
    (sum, { itemId, inForce, value }) => sum + (counts.get(itemId) ?? 0n) * distance(worth(inForce), worth(value)),
    0n,
  );
}
