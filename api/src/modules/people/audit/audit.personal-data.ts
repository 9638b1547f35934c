import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

/** An administrator's address is not for the player whom the act concerned. */
export const auditPersonalData: Required<Module<never>>['personalData'] = {
  auditEntries: {
    key: 'id',
    rows: (userId) => sql`
      select id, action, entity_type, entity_id, metadata,
        case when actor_id is null or actor_id = user_id then ip end as ip, created_at
      from audit_entries where user_id = ${userId}`,
  },
};
