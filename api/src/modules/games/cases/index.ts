import type { Db } from '../../../platform/db.ts';
import type { HttpModule } from '../../../platform/http/module.ts';
import { casesAdminRoutes } from './cases.admin-routes.ts';
import { casesPublicRoutes } from './cases.routes.ts';

export { createCaseCatalogue } from './case-catalogue.ts';
export { casesConstraintErrors } from './cases.errors.ts';
export { createCase } from './create-case.ts';
export { findDrops } from './openings.sql.ts';
export { Drops, DropsQuery, dropView } from './openings-drops.schemas.ts';
export { openingsModule } from './openings-module.ts';
export { createRecentDrops, type RecentDrops } from './openings-recent.ts';

export function casesModule(deps: { db: Db }): HttpModule {
  return {
    tag: { name: 'cases', description: 'Cases: what they hold, what they cost, and the exact chances.' },
    public: (routes) => casesPublicRoutes(routes, deps),
    admin: (routes) => casesAdminRoutes(routes, deps),
  };
}
