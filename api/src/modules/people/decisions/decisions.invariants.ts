import { join, type Sql, sql } from '../../../platform/database/sql.ts';
import type { Invariants } from '../../../platform/invariants/invariants.ts';

export const decisionsInvariants = (decided: readonly Sql[]): Invariants => ({
  'what took two administrators was proposed by one and carried out by another, and neither owns the record': sql`
    select id from decision_proposals
    where proposed_by in (owner_id, carried_out_by) or carried_out_by = owner_id
      or (carried_out_by is null) <> (carried_out_at is null)`,
  'a proposal that was carried out has decided its record': sql`
    select entity_type, entity_id, action, owner_id, carried_out_by from decision_proposals
    where carried_out_at is not null
    except (${join(decided, ' union all ')})`,
  'what two administrators gave was proposed by one of them and carried out by the other': sql`
    select id from giveaways where second_administrator_id is not null and not exists (
      select from decision_proposals proposal
      where proposal.entity_type = giveaways.entity_type and proposal.entity_id = giveaways.entity_id
        and proposal.action = giveaways.action and proposed_by = second_administrator_id
        and carried_out_by = administrator_id and carried_out_at = created_at)`,
  'nobody has decided on a record of their own': sql`
    select * from (${join(decided, ' union all ')}) decision where decided_by = owner_id`,
});
