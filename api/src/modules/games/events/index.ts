import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';
import type { Push } from '../../../platform/realtime/events.ts';
import type { DecisionDeps } from '../../people/decisions/index.ts';
import type { GameModule, SeedDeps } from '../rolls/index.ts';
import { eventsAdminRoutes } from './admin/events.admin-routes.ts';
import { eventConstraintErrors } from './events.errors.ts';
import { eventsInvariants, passInvariants, shotCommitmentsInvariants, shotsInvariants } from './events.invariants.ts';
import { passFollows } from './pass/claim-tier.ts';
import { passPlayerRoutes, passPublicRoutes } from './pass/pass.routes.ts';
import { shotGame } from './shots/shots.game.ts';
import { shotsPlayerRoutes } from './shots/shots.routes.ts';

const eventsPersonalData: Required<Module<never>>['personalData'] = {
  eventProgress: {
    key: 'event_id',
    rows: (userId) => sql`
      select event_id, wagered_cents, tickets_given,
        tickets_spent, shots
      from event_progress where user_id = ${userId}`,
  },
  eventClaims: {
    key: 'tier_id',
    rows: (userId) => sql`
      select tier_id, event_id, inventory_item_id,
        transfer_id, tickets, created_at
      from event_claims where user_id = ${userId}`,
  },
  eventShots: {
    key: 'id',
    rows: (userId) => sql`
      select id, event_id, ticket_price, item_id,
        item_value_cents, inventory_item_id,
        nonce, server_seed, server_seed_hash,
        client_seed, client_seed_source, roll, committed_at, created_at
      from event_shots where user_id = ${userId}`,
  },
};

export { createEvent, publishEvent } from './admin/edit-events.ts';
export { TICKET_PRICES } from './events.records.ts';
export { earnFromWagers } from './pass/pass.sql.ts';
export { HOUSE_EDGE_PERCENT, listPausedShots } from './read-event.ts';

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
