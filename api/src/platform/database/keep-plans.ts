import type { Tx } from './db.ts';
import { sql } from './sql.ts';

/**
 * Plans each statement of the transaction once for a connection. PostgreSQL otherwise estimates a plan for the
 * parameters at hand, finds it cheaper if tables grow or an array is short, and plans again every time. Use it for
 * look-ups by keys, which are always read by an index, also while the table is empty, since the plan of that moment is
 * kept. It is sent along with the first statement, so that nobody waits for it.
 */
export const keepPlans = (tx: Tx): void =>
  tx.send(sql`
    select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`);
