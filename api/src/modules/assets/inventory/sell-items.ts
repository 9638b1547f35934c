import type { Db, Tx } from '../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../platform/database/idempotency.ts';
import type { Id } from '../../../platform/ids.ts';
import { addOnCommit } from '../../../platform/observability/metrics.ts';
import type { Push } from '../../../platform/realtime/events.ts';
import { creditBalances, lockAccount, notifyBalance } from '../wallet/index.ts';
import type { ItemCause } from './inventory.records.ts';
import {
  type InventoryItem,
  type Sale,
  type SaleLine,
  type SaleQuote,
  saleFaultOf,
  selectionFaultOf,
} from './inventory.rules.ts';
import { findInventoryItems, listSellableOf, sellAvailable, sellChosen } from './inventory.sql.ts';
import { itemsMoved, nothingToSell, saleRefused, selectionRefused } from './move-items.ts';

export interface SellDeps {
  db: Db;
  push: Pick<Push, 'toUser'>;
}

/**
 * Every sale is one transaction of three statements: it locks the account, marks the items, and credits their sum. The
 * first two are sent together, and the second sees the commits of the former holder of the lock.
 */
export async function sellItem(
  { db, push }: SellDeps,
  { userId, id }: { userId: Id<'user'>; id: Id<'inventoryItem'> },
  once: Once<Sale> | null,
): Promise<Sale> {
  const sale = await writeOnce(db, once, async (tx) => {
    const [balanceCents, { saleId, lines }] = await Promise.all([
      lockAccount(tx, userId),
      sellChosen(tx, userId, [id]),
    ]);
    const fault = saleFaultOf([id], lines);
    if (fault !== null) throw saleRefused(fault, false);
    const { name = '', valueCents = 0n } = lines[0]?.sold ?? {};
    const sold = { userId, saleId, itemsSold: 1, totalValueCents: valueCents, balanceCents };
    return creditSale(tx, sold, `Sold item: ${name}`);
  });
  notifySale(push, userId, sale);
  return sale;
}

/** The documents have no event for this. */
export async function sellSeveral(
  { db }: Pick<SellDeps, 'db'>,
  { userId, ids }: { userId: Id<'user'>; ids: readonly Id<'inventoryItem'>[] },
  once: Once<Sale> | null,
): Promise<Sale> {
  const selectionFault = selectionFaultOf(ids);
  if (selectionFault !== null) throw selectionRefused(selectionFault);
  return writeOnce<Sale>(db, once, async (tx) => {
    const [balanceCents, { saleId, lines }] = await Promise.all([lockAccount(tx, userId), sellChosen(tx, userId, ids)]);
    const fault = saleFaultOf(ids, lines);
    if (fault !== null) throw saleRefused(fault, true);
    const totalValueCents = lines.reduce((sum, { sold }) => sum + (sold?.valueCents ?? 0n), 0n);
    const sold = { userId, saleId, itemsSold: lines.length, totalValueCents, balanceCents };
    return creditSale(tx, sold, `Sold ${lines.length} items`);
  });
}

export async function sellAll(
  { db, push }: SellDeps,
  { userId }: { userId: Id<'user'> },
  once: Once<Sale> | null,
): Promise<Sale> {
  const sale = await writeOnce(db, once, async (tx) => {
    const [balanceCents, sold] = await Promise.all([lockAccount(tx, userId), sellAvailable(tx, userId)]);
    if (sold.itemsSold === 0) throw nothingToSell();
    return creditSale(tx, { userId, ...sold, balanceCents }, `Sold all ${sold.itemsSold} items`);
  });
  notifySale(push, userId, sale);
  return sale;
}

function notifySale(push: SellDeps['push'], userId: Id<'user'>, { totalValueCents, balanceCents }: Sale): void {
  if (totalValueCents > 0n) notifyBalance(push, userId, balanceCents);
}

interface MarkedSale extends Sale {
  userId: Id<'user'>;
  saleId: string;
}

/** Worthless items are sold without a credit, since no transfer has an amount of 0. */
async function creditSale(tx: Tx, sold: MarkedSale, reason: string): Promise<Sale> {
  const { userId, saleId, itemsSold, totalValueCents, balanceCents } = sold;
  addOnCommit(tx, itemsMoved, 'SOLD', itemsSold);
  if (totalValueCents === 0n) return { itemsSold, totalValueCents, balanceCents };
  const reference = { type: 'SALE', id: saleId };
  const { balances } = await creditBalances(tx, [
    { userId, amountCents: totalValueCents, type: 'ITEM_SALE', reason, reference },
  ]);
  return { itemsSold, totalValueCents, balanceCents: balances.get(userId) ?? balanceCents };
}

/** Refuses items as a sale would. */
export async function quoteSale(db: Db, userId: Id<'user'>, ids: readonly Id<'inventoryItem'>[]): Promise<SaleQuote> {
  const selectionFault = selectionFaultOf(ids);
  if (selectionFault !== null) throw selectionRefused(selectionFault);
  const lines = (await findInventoryItems(db, ids)).map((item) => lineOf(item, userId));
  const fault = saleFaultOf(ids, lines);
  if (fault !== null) throw saleRefused(fault, true);
  const values = new Map(lines.map(({ id, sold }) => [id, sold?.valueCents ?? 0n]));
  return quoteOf(ids.map((id) => ({ id, valueCents: values.get(id) ?? 0n })));
}

export const quoteWinnings = async (db: Db, userId: Id<'user'>, cause: ItemCause): Promise<SaleQuote> =>
  quoteOf(await listSellableOf(db, userId, cause));

const quoteOf = (items: SaleQuote['items']): SaleQuote => ({
  items,
  totalValueCents: items.reduce((sum, { valueCents }) => sum + valueCents, 0n),
});

const lineOf = ({ id, userId, status, details }: InventoryItem, askerId: Id<'user'>): SaleLine => ({
  id,
  isOwn: userId === askerId,
  status,
  sold: details === null ? null : { name: details.name, valueCents: details.valueCentsBrl },
});
