import { strict as assert } from 'node:assert';
import type { Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { addOnCommit } from '../../../platform/observability/metrics.ts';
import { itemsMoved } from './inventory.counts.ts';
import { isMove } from './inventory.rules.ts';
import { type StatusChange, updateStatus } from './inventory.sql.ts';

/**
 * Moves those of the items that are the user's and in the status they are moved from; gives their ids, for the caller to
 * compare. Who takes items that are AVAILABLE locks the user's account first (`lockAccount`), as a sale does.
 */
export async function moveItems(tx: Tx, change: StatusChange): Promise<Id<'inventoryItem'>[]> {
  assert(isMove(change.from, change.to), `no item goes from ${change.from} to ${change.to} by a move`);
  const moved = await updateStatus(tx, change);
  addOnCommit(tx, itemsMoved, change.to, moved.length);
  return moved;
}
