import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { DecisionDeps } from '../../people/decisions/index.ts';
import type { Earn, GameModule } from '../rolls/index.ts';
import { rafflesInvariants } from './admin/admin.invariants.ts';
import { cancelSilent, type SilentDeps } from './admin/cancel-raffle.ts';
import { rafflesAdminRoutes } from './admin/raffles.admin-routes.ts';
import { COUNT_STAKES, countStakes } from './draw/count-stakes.ts';
import { raffleDrawn } from './draw/draw.events.ts';
import { drawInvariants } from './draw/draw.invariants.ts';
import { drawAdminRoutes } from './draw/draw.routes.ts';
import { drawUndrawn } from './draw/draw-raffle.ts';
import { raffleGame } from './raffles.game.ts';
import { rafflesPersonalData, rafflesUnsettled } from './raffles.personal-data.ts';
import { DRAW_RAFFLE } from './sales/close-sales.ts';
import { ticketsSoldEvent } from './sales/sales.events.ts';
import { salesInvariants } from './sales/sales.invariants.ts';
import { salesTasks } from './sales/sales.jobs.ts';
import { salesPlayerRoutes, salesPublicRoutes } from './sales/sales.routes.ts';

export { createRaffle } from './admin/create-raffle.ts';
export { MAX_QUANTITY } from './raffles.types.ts';

type RafflesDeps = SilentDeps & DecisionDeps & { earn: Earn };

/** Raffles: tickets with numbers, and prizes drawn among them by seeds that were committed to before the first sale. */
export const raffles: GameModule<RafflesDeps> = {
  name: 'raffles',
  decided: sql`
    select 'raffle-terms' as entity_type, metadata->>'terms' as entity_id, 'create' as action, null::bigint as owner_id,
      actor_id as decided_by
    from audit_entries
    where entity_type = 'raffle' and action = 'RAFFLE_CREATED' and actor_id is not null and metadata ? 'terms'
    union all
    select 'raffle', entity_id, 'edit', null, actor_id from audit_entries
    where entity_type = 'raffle' and action = 'RAFFLE_UPDATED' and actor_id is not null`,
  personalData: rafflesPersonalData,
  unsettled: rafflesUnsettled,
  events: [raffleDrawn, ticketsSoldEvent],
  game: raffleGame,
  invariants: { ...salesInvariants, ...drawInvariants, ...rafflesInvariants },
  run: (deps) => ({
    http: [
      {
        tag: { name: 'raffles', description: 'Raffles: buy tickets, and see and verify what was drawn.' },
        public: (routes) => salesPublicRoutes(routes, deps),
        player: (routes) => salesPlayerRoutes(routes, deps),
        admin: (routes) => {
          drawAdminRoutes(routes, deps);
          rafflesAdminRoutes(routes, deps);
        },
      },
    ],
    jobs: {
      tasks: {
        ...salesTasks(deps),
        [DRAW_RAFFLE]: (payload) => drawUndrawn(deps, (payload as { raffleId: Id<'raffle'> }).raffleId),
        [COUNT_STAKES]: (payload) => countStakes(deps, (payload as { raffleId: Id<'raffle'> }).raffleId),
        'sweep-raffles': () => cancelSilent(deps),
      },
      schedule: ['* * * * * sweep-raffles'],
    },
  }),
};
