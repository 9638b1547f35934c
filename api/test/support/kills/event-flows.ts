import type { TicketPrice } from '../../../src/modules/games/events/events.records.ts';
import { claimTier } from '../../../src/modules/games/events/pass/claim-tier.ts';
import { claimView } from '../../../src/modules/games/events/pass/pass.records.ts';
import { shoot } from '../../../src/modules/games/events/shots/shoot.ts';
import { firedShotView } from '../../../src/modules/games/events/shots/shots.records.ts';
import { systemClock as clock } from '../../../src/platform/clock.ts';
import type { Db } from '../../../src/platform/database/db.ts';
import type { Id } from '../../../src/platform/ids.ts';
import { testSeedSeal as seedSeal } from '../committed-seeds.ts';
import { type FlowOf, onceOf, push } from './user-flows.ts';

export type EventFlow = FlowOf<{
  shoot: { eventId: Id<'event'>; ticketPrice: TicketPrice };
  claimTier: { eventId: Id<'event'>; tierId: Id<'event-tier'> };
}>;

export async function runFlow(db: Db, flow: EventFlow): Promise<void> {
  const { userId } = flow;
  switch (flow.name) {
    case 'shoot':
      await shoot({ db, clock, seedSeal }, { userId, clientSeed: null, ...flow.command }, onceOf(flow, firedShotView));
      break;
    case 'claimTier':
      await claimTier({ db, clock, push }, { userId, ...flow.command }, onceOf(flow, claimView));
  }
}
