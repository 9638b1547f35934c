import { sql } from '../../../platform/database/sql.ts';
import type { Push } from '../../../platform/realtime/events.ts';
import type { DecisionDeps } from '../../people/decisions/index.ts';
import type { GameModule, SeedDeps } from '../rolls/index.ts';
import { eventsInvariants } from './admin/admin.invariants.ts';
import { eventsAdminRoutes } from './admin/events.admin-routes.ts';
import { eventConstraintErrors } from './events.errors.ts';
import { eventsPersonalData } from './events.personal-data.ts';
import { passInvariants } from './pass/pass.invariants.ts';
import { passPlayerRoutes, passPublicRoutes } from './pass/pass.routes.ts';
import { passFollows } from './pass/person-facts.ts';
import { shotCommitmentsInvariants } from './shots/shot-commitments.invariants.ts';
import { shotGame } from './shots/shots.game.ts';
import { shotsInvariants } from './shots/shots.invariants.ts';
import { shotsPlayerRoutes } from './shots/shots.routes.ts';

export { createEvent } from './admin/create-event.ts';
export { publishEvent } from './admin/publish-event.ts';
export { TICKET_PRICES } from './events.types.ts';
export { HOUSE_EDGE_PERCENT } from './house-edge.ts';
export { earnFromWagers } from './pass/earn-from-wagers.ts';
export { listPausedShots } from './read-event.ts';

/** Events: what wagers earn, the tiers of the pass, and shots at a box. */
export const events: GameModule<SeedDeps & DecisionDeps & { push: Pick<Push, 'toUser'>; publicUrl: string }> = {
  name: 'events',
  decided: sql`
    select 'event' as entity_type, entity_id, case action when 'EVENT_PUBLISHED' then 'publish' else 'raise-budget' end
      as action, null::bigint as owner_id, actor_id as decided_by
    from audit_entries
    where entity_type = 'event' and action in ('EVENT_PUBLISHED', 'EVENT_UPDATED') and actor_id is not null`,
  personalData: eventsPersonalData,
  follows: passFollows,
  constraintErrors: eventConstraintErrors,
  game: shotGame,
  invariants: { ...eventsInvariants, ...passInvariants, ...shotsInvariants, ...shotCommitmentsInvariants },
  run: (deps) => ({
    http: [
      {
        tag: {
          name: 'events',
          description: 'Events: earn points and tickets, claim the tiers of the pass, and shoot.',
          forAdministrators: 'Draft, publish, end and archive events.',
        },
        public: (routes) => passPublicRoutes(routes, deps),
        player: (routes) => {
          passPlayerRoutes(routes, deps);
          shotsPlayerRoutes(routes, deps);
        },
        admin: (routes) => eventsAdminRoutes(routes, deps),
      },
    ],
  }),
};
