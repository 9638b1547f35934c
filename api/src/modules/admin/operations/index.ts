import type { Db } from '../../../platform/db.ts';
import type { HttpModule } from '../../../platform/http/module.ts';
import type { Settings } from '../../../platform/settings.ts';
import { operationsAdminRoutes } from './operations.routes.ts';

export function operationsModule(deps: { db: Db; settings: Settings }): HttpModule {
  return {
    tag: { name: 'operations', description: 'Settings that administrators change while the platform runs.' },
    admin: (routes) => operationsAdminRoutes(routes, deps),
  };
}
