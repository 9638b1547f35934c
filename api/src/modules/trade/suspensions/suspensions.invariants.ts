import { sql } from '../../../platform/database/sql.ts';
import type { Invariants } from '../../../platform/invariants/invariants.ts';

export const suspensionsInvariants: Invariants = {
  'who withdraws nothing has had a trade taken back that was theirs': sql`
    select suspension.user_id from withdrawal_suspensions suspension
    left join market_withdrawals withdrawal on withdrawal.id = withdrawal_id and (
      withdrawal.user_id = suspension.user_id
      -- The person has come back with another account.
      or exists (select from users where users.id = withdrawal.user_id and status = 'CLOSED'))
    where withdrawal.id is null or (withdrawal.status = 'COMPLETED' and reversed_at is null)
      or withdrawal.status not in ('COMPLETED', 'CANCELLED', 'FAILED')`,
  'who has come back has the suspension of their closed accounts': sql`
    select suspension.user_id from brought_facts
    cross join jsonb_object_keys(value) closed_id join withdrawal_suspensions suspension
      on suspension.user_id = closed_id::bigint
    where name = 'accounts:closed'`,
};
