import { changedFields } from '../../../../platform/changed-fields.ts';
import { announce } from '../../../../platform/database/announcements.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import type { Decider, DecisionDeps } from '../../../people/decisions/index.ts';
import { type Item, type ItemDescription, itemNotFound } from '../items.records.ts';
import { valueCentsBrlOf, valueCentsOf } from '../items.rules.ts';
import {
  findHoldings,
  insertItem,
  listCasesWith,
  lockItem,
  type Pricing,
  updateDescription,
  updateToArchived,
} from '../items.sql.ts';
import { endAlertOfPrices, readPriceLimits } from '../prices/guard-prices.ts';
import { type PriceEffect, priceNotConfirmed } from '../prices/held-back-prices.records.ts';
import {
  deleteHeldBackPrices,
  findGuardedPrices,
  forgetPrices,
  insertMadeUp,
  rememberPrices,
} from '../prices/held-back-prices.sql.ts';
import { currentPricing, ITEMS_CHANGED, requireMayRevalue } from '../pricing.ts';
import { distance, isPriceTooFar, pastSince, stepPercent } from '../step-guards.rules.ts';

interface UpdateItemDeps extends DecisionDeps {
  settings: Settings;
}

interface UpdateItem {
  itemId: Id<'item'>;
  change: Partial<ItemDescription>;
  /** Accepts a price far from those of the last day. */
  confirm: boolean;
  editor: Decider;
}

/** A new original price reprices the item. */
export async function updateItem(deps: UpdateItemDeps, { itemId, change, confirm, editor }: UpdateItem): Promise<Item> {
  return transaction(deps.db, async (tx) => {
    const pricing = await currentPricing(tx, deps.settings);
    const item = await lockItem(tx, itemId);
    if (item === null) throw itemNotFound();
    const changes = changedFields(item, change);
    if (Object.keys(changes).length === 0) return item;
    const described = { ...item, ...change };
    const isRepriced = 'originalPriceCents' in changes;
    const newPrice = described.originalPriceCents;
    if (isRepriced) await judgePrice(tx, deps, { item, newPrice, pricing, confirm, editor });
    const updated = await updateDescription(tx, itemId, described, pricing);
    const { actorId, reason, ip } = editor;
    if (isRepriced) await dropHeldBackPrice(tx, itemId, actorId);
    if (isRepriced || 'marketHashName' in changes) await insertMadeUp(tx, itemId);
    const entity = { type: 'item', id: itemId };
    await recordAudit(tx, [
      { action: 'ITEM_UPDATED', userId: null, actorId, entity, metadata: { changes }, reason, ip },
    ]);
    await announce(tx, ITEMS_CHANGED, {});
    return updated;
  });
}

interface ManualPrice {
  /** As it was. */
  item: Item;
  newPrice: Cents;
  pricing: Pricing;
  confirm: boolean;
  editor: Decider;
}

/**
 * A price that is far away must be confirmed, and then limits count from it on. A price that moves a large sum needs as
 * many administrators as a payment of it.
 */
async function judgePrice(tx: Tx, deps: UpdateItemDeps, manual: ManualPrice): Promise<void> {
  const { item, newPrice, confirm, editor } = manual;
  const now = deps.clock.now();
  const inForce = item.originalPriceCents;
  const { isFar, ...effect } = await effectOf(tx, deps, manual, now);
  if (isFar && !confirm) throw priceNotConfirmed({ ...effect, caseNames: await listCasesWith(tx, item.id) });
  await requireMayRevalue(deps, tx, editor, {
    action: 'reprice',
    entity: { type: 'item', id: item.id },
    content: `${newPrice}`,
    movedCents: distance(effect.ownedFromCents, effect.ownedToCents),
    raisedIds: newPrice > inForce ? [item.id] : [],
  });
  if (isFar) await forgetPrices(tx, [item.id]);
  else if (inForce > 0n) await rememberPrices(tx, [{ itemId: item.id, priceCents: inForce }], now);
}

type JudgedEffect = Omit<PriceEffect, 'caseNames'> & {
  isFar: boolean;
};

async function effectOf(
  tx: Tx,
  { settings }: UpdateItemDeps,
  { item, newPrice, pricing }: ManualPrice,
  now: Date,
): Promise<JudgedEffect> {
  const inForce = item.originalPriceCents;
  const [ofDay] = await findGuardedPrices(tx, [item.marketHashName], pastSince(now));
  const { lowest = inForce, highest = inForce } = ofDay ?? {};
  const count = (await findHoldings(tx, [item.id])).counts.get(item.id) ?? 0n;
  const limits = await readPriceLimits(tx, settings);
  const valueCentsBrl = valueCentsBrlOf(valueCentsOf(newPrice, pricing.priceMargin), pricing.usdToBrl);
  return {
    isFar: isPriceTooFar({ newPrice, inForce, lowest, highest, isOwned: count > 0n }, limits),
    inForce,
    newPrice,
    stepPercent: stepPercent(inForce, newPrice),
    ownedCount: count,
    ownedFromCents: count * item.valueCentsBrl,
    ownedToCents: count * valueCentsBrl,
  };
}

/** The held-back price was compared with the former one. */
async function dropHeldBackPrice(tx: Tx, itemId: Id<'item'>, actorId: Id<'user'>): Promise<void> {
  await deleteHeldBackPrices(tx, [itemId]);
  await endAlertOfPrices(tx, actorId);
}

interface CreateItem {
  item: ItemDescription;
  actorId: Id<'user'>;
  ip: string;
}

/** A constraint refuses a name that is taken. */
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

interface ArchiveItem {
  itemId: Id<'item'>;
  reason: string | null;
  actorId: Id<'user'>;
  ip: string;
}

/** Owners keep an archived item. */
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
