import type { Db } from '../../../platform/db.ts';
import type { HttpModule } from '../../../platform/http/module.ts';
import type { Id } from '../../../platform/ids.ts';
import type { CaseCatalogue } from './case-catalogue.ts';
import { createOpenCases, type Earn } from './open-cases.ts';
import { openingsAdminRoutes, openingsPlayerRoutes, openingsPublicRoutes } from './openings.routes.ts';
import type { OpenedCases } from './openings.types.ts';
import { createRecentDrops } from './openings-recent.ts';

interface OpeningsDeps {
  db: Db;
  catalogue: CaseCatalogue;
  earn: Earn;
  /** After the commit: whom to tell of the drops. */
  onOpened(userId: Id<'user'>, opened: OpenedCases): void;
}

/** Playing cases, beside their definitions. */
export function openingsModule(deps: OpeningsDeps): HttpModule {
  const openCases = createOpenCases(deps);
  const recentDrops = createRecentDrops(deps);
  return {
    tag: { name: 'openings', description: 'Open cases, look at what was won, and verify it.' },
    public: (routes) => openingsPublicRoutes(routes, { recentDrops }),
    player: (routes) => openingsPlayerRoutes(routes, { db: deps.db, openCases }),
    admin: (routes) => openingsAdminRoutes(routes, deps),
  };
}
