import { sql } from '../../../platform/database/sql.ts';
import type { Invariants } from '../../../platform/invariants/invariants.ts';

/** What must hold of what follows a person. */
export const personFactsInvariants: Invariants = {
  'what was brought to an account is kept by no account that is closed': sql`
    select user_id, name from brought_facts join users on users.id = user_id where status = 'CLOSED'`,
};
