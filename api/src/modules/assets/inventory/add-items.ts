import { strict as assert } from 'node:assert';
import type { Tx } from '../../../platform/database/db.ts';
import { insertItems } from './inventory.sql.ts';
import type { NewInventoryItem } from './inventory.types.ts';

/**
 * Gives items to users, in one statement for any number of them. There is no foreign key to the catalogue, whose check for
 * every row would be half of the cost: what is not in it is not written, which is a mistake of ours and undoes all.
 */
export async function addItems(tx: Tx, rows: readonly NewInventoryItem[]): Promise<void> {
  if (rows.length === 0) return;
  const written = await insertItems(tx, rows);
  assert(written === rows.length, 'an item that is not in the catalogue was to be given');
}
