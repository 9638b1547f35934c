import { sql } from '../../../../platform/database/sql.ts';
import type { Invariants } from '../../../../platform/invariants/invariants.ts';

/** What must hold of raffles that were called off. */
export const rafflesInvariants: Invariants = {
  'who has bought tickets of a raffle that was cancelled is paid back once, and nobody else is': sql`
    select raffle_id, buyer.user_id from raffle_buyers buyer join raffles on raffles.id = raffle_id
    left join transfers on transfers.id = refund_transfer_id
    where case status when 'CANCELLED' then
      (transfers.user_id, type, amount_cents, debit_account, credit_account, reference_type, reference_id)
        is distinct from (buyer.user_id, 'RAFFLE_REFUND', spent_cents, 'SYSTEM', 'USER', 'RAFFLE', raffle_id::text)
      else refund_transfer_id is not null end`,
  'every refund of a raffle is of one buyer': sql`
    select transfers.id from transfers left join raffle_buyers on refund_transfer_id = transfers.id
    where type = 'RAFFLE_REFUND' group by transfers.id having count(refund_transfer_id) <> 1`,
};
