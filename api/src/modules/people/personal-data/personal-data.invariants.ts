import { sql } from '../../../platform/database/sql.ts';
import type { Invariants } from '../../../platform/invariants/invariants.ts';

export const personalDataInvariants: Invariants = {
  'nothing that names a person is left of a closed account': sql`
    select id from users where status = 'CLOSED' and (
      username <> 'Conta encerrada' or platform_id <> 'closed:' || id::text
      or num_nonnulls(avatar_url, trade_url, client_seed) > 0
      or exists (select from sessions where user_id = users.id)
      or exists (select from notifications where user_id = users.id)
      or exists (select from second_factors where user_id = users.id and sealed_secret is not null))`,
  'an account is closed where the trail says so': sql`
    select users.id from users where (status = 'CLOSED') <> exists (
      select from audit_entries where action = 'ACCOUNT_CLOSED' and user_id = users.id and actor_id = users.id)`,
};
