import type { Db } from '../../../platform/db.ts';
import type { HttpModule } from '../../../platform/http/module.ts';
import type { Push } from './claim-tier.ts';
import { eventsAdminRoutes } from './events.admin-routes.ts';
import { eventsPlayerRoutes, eventsPublicRoutes } from './events.routes.ts';
import { shotsPlayerRoutes } from './shots.routes.ts';

export { createEvent } from './create-event.ts';
export { earnFromWagers } from './earn-from-wagers.ts';
export { eventConstraintErrors } from './events.errors.ts';
export { TICKET_PRICES } from './events.types.ts';
export { publishEvent } from './publish-event.ts';

export function eventsModule(deps: { db: Db; push: Push }): HttpModule {
  return {
    tag: { name: 'events', description: 'Events: earn points and tickets, claim the tiers of the pass, and shoot.' },
    public: (routes) => eventsPublicRoutes(routes, deps),
    player: (routes) => {
      eventsPlayerRoutes(routes, deps);
      shotsPlayerRoutes(routes, deps);
    },
    admin: (routes) => eventsAdminRoutes(routes, deps),
  };
}
