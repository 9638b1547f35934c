import type { Tx } from '../../../platform/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import { addWagers } from './progress.sql.ts';

/** What a user has wagered. */
export interface Stake {
  userId: Id<'user'>;
  stakeCents: Cents;
}

/**
 * Counts stakes for the event that runs, if one does: in one statement, within the transaction that takes them, so that
 * a wager and what it earns are one. The accounts of the users are locked by then.
 */
export async function earnFromWagers(tx: Tx, stakes: readonly Stake[]): Promise<void> {
  if (stakes.length > 0) await addWagers(tx, stakes);
}
