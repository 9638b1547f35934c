import type { Id } from '../../../platform/ids.ts';
import type { Push } from '../../../platform/realtime/events.ts';
import type { Earn, GameModule } from '../rolls/index.ts';
import { rafflesAdminRoutes, rafflesInvariants } from './admin/index.ts';
import {
  COUNT_STAKES,
  countStakes,
  type DrawDeps,
  drawAdminRoutes,
  drawInvariants,
  drawUndrawn,
  raffleDrawn,
} from './draw/index.ts';
import { raffleGame } from './raffles.game.ts';
import { rafflesPersonalData, rafflesUnsettled } from './raffles.personal-data.ts';
import {
  DRAW_RAFFLE,
  salesInvariants,
  salesPlayerRoutes,
  salesPublicRoutes,
  salesTasks,
  ticketsSoldEvent,
} from './sales/index.ts';

export { createRaffle } from './admin/index.ts';
export { MAX_QUANTITY } from './raffles.types.ts';

type RafflesDeps = DrawDeps & { push: Pick<Push, 'toUser' | 'toAll'>; earn: Earn };

/** Raffles: tickets with numbers, and prizes drawn among them by seeds that were committed to before the first sale. */
export const raffles: GameModule<RafflesDeps> = {
  name: 'raffles',
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
      },
    },
  }),
};
