import { sql } from '../../../platform/database/sql.ts';
import type { Invariants } from '../../../platform/invariants/invariants.ts';

/** The chain protects the trail itself. */
export const auditInvariants: Invariants = {
  'what is counted by the hour has its entry': sql`
    select subject, audit_repeats.action, hour from audit_repeats
    left join audit_entries entry on entry.id = entry_id and entry.action = audit_repeats.action where entry.id is null`,
  'what was anchored is in the trail': sql`
    select place, anchored.position from audit_checkpoints anchored
    left join audit_entries entry on entry.position = anchored.position and encode(entry.hash, 'hex') = anchored.hash
    where entry.id is null`,
};
