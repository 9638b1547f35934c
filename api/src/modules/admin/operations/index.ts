import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';
import type { SettingsDeps } from './change-settings.ts';
import { operationsAdminRoutes } from './operations.routes.ts';

export { changeSettings } from './change-settings.ts';

export const operations: Module<SettingsDeps> = {
  name: 'operations',
  decided: sql`
    select 'setting' as entity_type, entity_id, 'set' as action, null::bigint as owner_id, actor_id as decided_by
    from audit_entries where action = 'SETTING_CHANGED' and entity_type = 'setting' and actor_id is not null`,
  run: (deps) => ({
    http: [
      {
        tag: { name: 'operations', description: 'Settings that administrators change while the platform runs.' },
        admin: (routes) => operationsAdminRoutes(routes, deps),
      },
    ],
  }),
};
