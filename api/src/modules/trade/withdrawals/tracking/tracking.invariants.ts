import { sql } from '../../../../platform/database/sql.ts';
import type { Invariants } from '../../../../platform/invariants/invariants.ts';

/** What must hold of withdrawals as the marketplace has reported them, at any moment. */
export const trackingInvariants: Invariants = {
  'a withdrawal was reversed within seven days of its delivery, and says why': sql`
    select id from market_withdrawals
    where (reversed_at is null) <> (reversal_reason is null)
      or reversed_at not between completed_at and completed_at + interval '7 days'`,
};
