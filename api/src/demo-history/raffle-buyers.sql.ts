import type { Tx } from '../platform/database/db.ts';
import { sql } from '../platform/database/sql.ts';
import type { Id } from '../platform/ids.ts';

/** Whoever would count their stakes waits for the end of `tx`. */
export async function lockBuyers(tx: Tx, raffleId: Id<'raffle'>): Promise<void> {
  await tx.query(sql`select from raffle_buyers where raffle_id = ${raffleId} order by user_id for update`);
}

export async function updateToCounted(tx: Tx, raffleId: Id<'raffle'>): Promise<void> {
  await tx.query(sql`update raffle_buyers set is_counted = true where raffle_id = ${raffleId}`);
}
