import { cancelRaffle } from '../../../src/modules/games/raffles/admin/edit-raffles.ts';
import { drawRaffle } from '../../../src/modules/games/raffles/draw/draw-raffle.ts';
import { raffleGame } from '../../../src/modules/games/raffles/raffles.game.ts';
import { buyTickets } from '../../../src/modules/games/raffles/sales/buy-tickets.ts';
import { systemClock as clock } from '../../../src/platform/clock.ts';
import type { Db } from '../../../src/platform/database/db.ts';
import type { Id } from '../../../src/platform/ids.ts';
import { testSeedSeal as seedSeal } from '../committed-seeds.ts';
import { type FlowOf, push } from './user-flows.ts';

export type RaffleFlow = FlowOf<{
  buyTickets: { raffleId: Id<'raffle'>; quantity: number };
  drawRaffle: { raffleId: Id<'raffle'> };
  cancelRaffle: { raffleId: Id<'raffle'> };
}>;

const games = [raffleGame];
const byNobody = { actorId: null, ip: null };

export async function runFlow(db: Db, flow: RaffleFlow): Promise<void> {
  switch (flow.name) {
    case 'buyTickets': {
      const command = { userId: flow.userId, expectedPriceCents: null, ...flow.command };
      await buyTickets({ db, clock, push, games }, command, null);
      break;
    }
    case 'drawRaffle':
      await drawRaffle({ db, push, clock, games, beacon: null, seedSeal }, flow.command.raffleId, byNobody, null);
      break;
    case 'cancelRaffle':
      await cancelRaffle({ db, clock, push, games }, flow.command.raffleId, byNobody, null);
  }
}
