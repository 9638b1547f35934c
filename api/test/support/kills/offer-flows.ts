import {
  acceptOffer,
  cancelOffer,
  createOffer,
  declineOffer,
} from '../../../src/modules/trade/swaps/offers/change-offers.ts';
import { swapView } from '../../../src/modules/trade/swaps/offers/offers.records.ts';
import type { Db } from '../../../src/platform/database/db.ts';
import type { Id } from '../../../src/platform/ids.ts';
import { type FlowOf, notifyUser, onceOf, push } from './user-flows.ts';

export type OfferFlow = FlowOf<{
  createOffer: { offeredIds: Id<'inventoryItem'>[]; askedItemIds: Id<'item'>[] };
  acceptOffer: { swapId: Id<'swap'>; chosenIds: Id<'inventoryItem'>[] };
  cancelOffer: { swapId: Id<'swap'> };
  declineOffer: { swapId: Id<'swap'> };
}>;

export async function runFlow(db: Db, flow: OfferFlow): Promise<void> {
  const { userId } = flow;
  const [deps, once] = [{ db, push, notifyUser }, onceOf(flow, swapView)];
  switch (flow.name) {
    case 'createOffer':
      await createOffer(deps, { creatorId: userId, acceptorId: null, askedIds: [], ...flow.command }, once);
      break;
    case 'acceptOffer':
      await acceptOffer(deps, { userId, ...flow.command }, once);
      break;
    case 'cancelOffer':
      await cancelOffer(deps, { userId, ...flow.command }, once);
      break;
    case 'declineOffer':
      await declineOffer(deps, { userId, ...flow.command }, once);
  }
}
