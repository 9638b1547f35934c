import { strict as assert } from 'node:assert';
import type { Tx } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import type { Id } from '../../../../platform/ids.ts';
import { moveItems } from '../../../assets/inventory/index.ts';
import { lockAccount } from '../../../assets/wallet/index.ts';
import { endOffer, lockOffer } from './change-offers.sql.ts';
import type { OffersDeps } from './create-offer.ts';
import { cancelRefused, declineRefused, swapNotFound } from './offers.errors.ts';
import { swapCancelled, swapDeclined } from './offers.events.ts';
import { offerCancelled, offerDeclined } from './offers.notifications.ts';
import { cancelFaultOf, declineFaultOf } from './offers.rules.ts';
import { swapView } from './offers.schemas.ts';
import { findOffer } from './offers.sql.ts';
import type { LockedOffer, Offer } from './offers.types.ts';

interface CloseCommand {
  swapId: Id<'swap'>;
  userId: Id<'user'>;
}

/** By the creator, as long as nobody has accepted. */
export async function cancelOffer(deps: OffersDeps, command: CloseCommand, once: Once<Offer> | null): Promise<Offer> {
  const offer = await writeOnce(deps.db, once, async (tx) => {
    const locked = await lockOffer(tx, command.swapId);
    if (locked === null) throw swapNotFound();
    const fault = cancelFaultOf(locked, command.userId);
    if (fault !== null) throw cancelRefused(fault);
    return giveBack(tx, locked, 'CANCELLED');
  });
  if (offer.acceptor !== null) {
    deps.push.toUser(offer.acceptor.id, swapCancelled, swapView(offer));
    deps.notifyUser(offer.acceptor.id, [offerCancelled(offer)]);
  }
  return offer;
}

/** By who it was offered to. */
export async function declineOffer(deps: OffersDeps, command: CloseCommand, once: Once<Offer> | null): Promise<Offer> {
  const offer = await writeOnce(deps.db, once, async (tx) => {
    const locked = await lockOffer(tx, command.swapId);
    if (locked === null) throw swapNotFound();
    const fault = declineFaultOf(locked, command.userId);
    if (fault !== null) throw declineRefused(fault);
    return giveBack(tx, locked, 'DECLINED');
  });
  deps.push.toUser(offer.creator.id, swapDeclined, swapView(offer));
  deps.notifyUser(offer.creator.id, [offerDeclined(offer)]);
  return offer;
}

/** What was offered is AVAILABLE again. Of the acceptor nothing is held before the swap is accepted. */
async function giveBack(tx: Tx, offer: LockedOffer, status: 'CANCELLED' | 'DECLINED'): Promise<Offer> {
  const { id, creatorId, acceptorId, offeredIds } = offer;
  const [, movedIds, , closed] = await Promise.all([
    lockAccount(tx, creatorId),
    moveItems(tx, { ids: offeredIds, userId: creatorId, from: 'IN_SWAP', to: 'AVAILABLE' }),
    endOffer(tx, { id, status, acceptorId, given: [] }),
    findOffer(tx, id),
  ]);
  assert(movedIds.length === offeredIds.length, 'an item of a swap was moved by someone without its lock');
  assert(closed !== null, 'an offer is never deleted');
  return closed;
}
