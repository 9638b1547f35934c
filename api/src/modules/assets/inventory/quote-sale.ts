import type { Db } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { saleRefused, selectionRefused } from './inventory.errors.ts';
import { saleFaultOf, selectionFaultOf } from './inventory.rules.ts';
import { findInventoryItems, listSellableOf } from './inventory.sql.ts';
import type { InventoryItem, ItemCause, SaleLine, SaleQuote } from './inventory.types.ts';

/** What a sale of these items would bring now; refused as the sale would be. */
export async function quoteSale(db: Db, userId: Id<'user'>, ids: readonly Id<'inventoryItem'>[]): Promise<SaleQuote> {
  const selectionFault = selectionFaultOf(ids);
  if (selectionFault !== null) throw selectionRefused(selectionFault);
  const lines = (await findInventoryItems(db, ids)).map((item) => lineOf(item, userId));
  const fault = saleFaultOf(ids, lines);
  if (fault !== null) throw saleRefused(fault, true);
  const values = new Map(lines.map(({ id, sold }) => [id, sold?.valueCents ?? 0n]));
  return quoteOf(ids.map((id) => ({ id, valueCents: values.get(id) ?? 0n })));
}

/** What a user still has of what one play gave, and would get for it. */
export const quoteWinnings = async (
  db: Db,
  userId: Id<'user'>,
  cause: { type: ItemCause; id: string },
): Promise<SaleQuote> => quoteOf(await listSellableOf(db, userId, cause));

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
