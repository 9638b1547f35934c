import type { Tx } from './db.ts';
import { sql } from './sql.ts';

/**
 * Plans each statement of the transaction once for a connection. PostgreSQL otherwise compares what a plan for the
 * parameters at hand would cost, and where tables grow, or an array is short, it finds that cheaper and plans again every
 * time. For transactions of look-ups by keys, which are read in one way whatever the parameters are: by an index also where
 * the table is empty as yet, since the plan of that moment is the one that is kept. Sent along with the first of them:
 * nobody has to wait for it.
 */
export const keepPlans = (tx: Tx): void =>
  tx.send(sql`
    select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`);
