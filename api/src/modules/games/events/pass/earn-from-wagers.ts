import type { Earn } from '../../rolls/index.ts';
import { addWagers } from './pass.sql.ts';

/**
 * Counts stakes for the event that runs, if one does: in one statement, within the transaction that takes them, so that
 * a wager and what it earns are one. The accounts of the users are locked by then.
 */
export const earnFromWagers: Earn = async (tx, stakes) => {
  if (stakes.length > 0) await addWagers(tx, stakes);
};
