import type { Tx } from '../../../../platform/database/db.ts';
import type { Stake } from '../../rolls/index.ts';
import { addWagers } from './progress.sql.ts';

/**
 * Counts stakes for the event that runs, if one does: in one statement, within the transaction that takes them, so that
 * a wager and what it earns are one. The accounts of the users are locked by then.
 */
export async function earnFromWagers(tx: Tx, stakes: readonly Stake[]): Promise<void> {
  if (stakes.length > 0) await addWagers(tx, stakes);
}
