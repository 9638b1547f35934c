import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Module } from '../../../platform/module.ts';
import type { DecisionDeps } from '../../people/decisions/index.ts';
import type { Earn, GameModule } from '../rolls/index.ts';
import { drawAdminRoutes, rafflesAdminRoutes } from './admin/admin.routes.ts';
import { cancelSilent, type SilentDeps } from './admin/edit-raffles.ts';
import { COUNT_STAKES, countStakes, drawUndrawn } from './draw/draw-raffle.ts';
import { raffleGame } from './raffles.game.ts';
import { drawInvariants, rafflesInvariants, salesInvariants } from './raffles.invariants.ts';
import { raffleDrawn, ticketsSoldEvent } from './raffles.messages.ts';
import { DRAW_RAFFLE, salesTasks } from './sales/close-sales.ts';
import { salesPlayerRoutes, salesPublicRoutes } from './sales/sales.routes.ts';

const rafflesPersonalData: Required<Module<never>>['personalData'] = {
  raffleTickets: {
    key: 'transfer_id',
    rows: (userId) => sql`
      select transfer_id, raffle_id, first_ticket, tickets,
        created_at
      from raffle_purchases where user_id = ${userId}`,
  },
  rafflePrizes: {
    key: 'raffle_id',
    rows: (userId) => sql`
      select raffle_id, display_order, item_id,
        item_value_cents, winning_ticket, inventory_item_id
      from raffle_prizes where winner_id = ${userId}`,
  },
};

const rafflesUnsettled: Required<Module<never>>['unsettled'] = {
  raffleTickets: (userId) => sql`
    select from raffle_buyers join raffles on raffles.id = raffle_id
    where user_id = ${userId} and status in ('ACTIVE', 'DRAWING')`,
};

export { createRaffle } from './admin/edit-raffles.ts';
export { MAX_QUANTITY } from './raffles.records.ts';

type RafflesDeps = SilentDeps & DecisionDeps & { earn: Earn };

/** Prizes are drawn among numbered tickets, by seeds that were committed to before the first sale. */
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
