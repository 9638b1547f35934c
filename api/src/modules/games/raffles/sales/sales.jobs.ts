import type { Id } from '../../../../platform/ids.ts';
import type { JobSet } from '../../../../platform/jobs/jobs.ts';
import { CLOSE_SALES, closeDueSales } from './close-sales.ts';
import { FIX_TICKET_LIST, fixTicketList } from './fix-ticket-list.ts';
import type { BeaconDeps } from './name-round.ts';

const raffleIdOf = (payload: unknown) => (payload as { raffleId: Id<'raffle'> }).raffleId;

/** What follows a sale without anybody asking for it. Each bears repetition. */
export const salesTasks = (deps: BeaconDeps): JobSet['tasks'] => ({
  [CLOSE_SALES]: (payload) => closeDueSales(deps.db, raffleIdOf(payload)),
  [FIX_TICKET_LIST]: (payload) => fixTicketList(deps, raffleIdOf(payload)),
});
