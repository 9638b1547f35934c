import type { Db, Tx } from '../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../platform/database/idempotency.ts';
import type { Id } from '../../../platform/ids.ts';
import { addOnCommit } from '../../../platform/observability/metrics.ts';
import type { Push } from '../../../platform/realtime/events.ts';
import { creditBalances, lockAccount, notifyBalance } from '../wallet/index.ts';
import { itemsMoved } from './inventory.counts.ts';
import { nothingToSell, saleRefused, selectionRefused } from './inventory.errors.ts';
import { saleFaultOf, selectionFaultOf } from './inventory.rules.ts';
import { sellAvailable, sellChosen } from './inventory.sql.ts';
import type { Sale } from './inventory.types.ts';

export interface SellDeps {
  db: Db;
  push: Pick<Push, 'toUser'>;
}

/**
 * Every sale is one transaction of three statements: the user's account is locked, the items are marked where they are
 * still available, and the sum of what was marked is credited. The first two are sent together; each sees what was
 * committed before it began, so the second sees what the holder of the lock before us did.
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

/** All of them or none. The documents have no event for it. */
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

/** Of items that are worth nothing no balance has changed. */
function notifySale(push: SellDeps['push'], userId: Id<'user'>, { totalValueCents, balanceCents }: Sale): void {
  if (totalValueCents > 0n) notifyBalance(push, userId, balanceCents);
}

interface MarkedSale extends Sale {
  userId: Id<'user'>;
  saleId: string;
}

/** One credit, referring to the sale. Items that are worth nothing are sold without one, since no transfer is of 0. */
async function creditSale(tx: Tx, sold: MarkedSale, reason: string): Promise<Sale> {
  const { userId, saleId, itemsSold, totalValueCents, balanceCents } = sold;
  addOnCommit(tx, itemsMoved, 'SOLD', itemsSold);
  if (totalValueCents === 0n) return { itemsSold, totalValueCents, balanceCents };
  const { balances } = await creditBalances(tx, [
    {
      userId,
      amountCents: totalValueCents,
      type: 'ITEM_SALE',
      reason,
      reference: { type: 'SALE', id: saleId },
    },
  ]);
  return { itemsSold, totalValueCents, balanceCents: balances.get(userId) ?? balanceCents };
}
