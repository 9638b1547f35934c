import { strict as assert } from 'node:assert';
import type { Tx } from '../../../platform/database/db.ts';
import { addOnCommit } from '../../../platform/observability/metrics.ts';
import { itemsGiven } from './inventory.counts.ts';
import { insertItems, updateRestricted } from './inventory.sql.ts';
import type { NewInventoryItem } from './inventory.types.ts';

/**
 * Gives items to users, in one statement for any number of them. There is no foreign key to the catalogue, whose check for
 * every row would be half of the cost: what is not in it is not written, which is a mistake of ours and undoes all. Few
 * items are restricted to the games, so that those are marked apart and all others do not pay for it.
 */
export async function addItems(tx: Tx, rows: readonly NewInventoryItem[]): Promise<void> {
  if (rows.length === 0) return;
  const written = await insertItems(tx, rows);
  const restricted = rows.filter(({ restrictedToGames }) => restrictedToGames);
  if (restricted.length > 0) {
    await updateRestricted(
      tx,
      restricted.map(({ id }) => id),
      true,
    );
  }
  assert(written === rows.length, 'an item that is not in the catalogue was to be given');
  for (const [source, given] of Map.groupBy(rows, (row) => row.source.type)) {
    addOnCommit(tx, itemsGiven, source, given.length);
  }
}
