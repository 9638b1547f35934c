import { strict as assert } from 'node:assert';
import type { Tx } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import type { Id } from '../../../../platform/ids.ts';
import { exchangeItems, findInventoryItems } from '../../../assets/inventory/index.ts';
import { lockAccount } from '../../../assets/wallet/index.ts';
import { findDebtors, findSuspended, owesForReturns, withdrawalsSuspended } from '../../suspensions/index.ts';
import { SWAP_ORIGIN } from '../swaps.types.ts';
import { endOffer, lockOffer } from './change-offers.sql.ts';
import type { OffersDeps } from './create-offer.ts';
import { acceptorRefused, creatorNotActive, givenRefused, swapNotFound } from './offers.errors.ts';
import { swapAccepted } from './offers.events.ts';
import { offerAccepted } from './offers.notifications.ts';
import { acceptorFaultOf, givenIdsOf, inLockOrder, judgeOffered } from './offers.rules.ts';
import { swapView } from './offers.schemas.ts';
import { findOffer } from './offers.sql.ts';
import type { LockedOffer, Offer, SwapItem } from './offers.types.ts';

interface AcceptCommand {
  swapId: Id<'swap'>;
  userId: Id<'user'>;
  /** For the kinds that are asked. */
  chosenIds: readonly Id<'inventoryItem'>[];
}

/** What is offered and what is given change hands at once, or nothing does. */
export async function acceptOffer(deps: OffersDeps, command: AcceptCommand, once: Once<Offer> | null): Promise<Offer> {
  const offer = await writeOnce(deps.db, once, async (tx) => {
    const locked = await lockOffer(tx, command.swapId);
    if (locked === null) throw swapNotFound();
    const fault = acceptorFaultOf(locked, command.userId);
    if (fault !== null) throw acceptorRefused(fault, locked.status);
    return exchange(tx, locked, command.userId, await takeGiven(tx, locked, command));
  });
  deps.push.toUser(offer.creator.id, swapAccepted, swapView(offer));
  deps.notifyUser(offer.creator.id, [offerAccepted(offer)]);
  return offer;
}

/** Under the accounts of both, since both lose and get items. What is read after these locks stays so. */
async function takeGiven(tx: Tx, offer: LockedOffer, { userId, chosenIds }: AcceptCommand): Promise<SwapItem[]> {
  const [first, second] = inLockOrder(offer.creatorId, userId);
  const [, , debtors, suspended, found] = await Promise.all([
    lockAccount(tx, first),
    lockAccount(tx, second),
    findDebtors(tx, [first, second]),
    findSuspended(tx, [first, second]),
    findInventoryItems(tx, givenIdsOf(offer, chosenIds)),
  ]);
  if (suspended.has(userId)) throw withdrawalsSuspended();
  if (debtors.has(userId)) throw owesForReturns();
  if (suspended.has(offer.creatorId) || debtors.has(offer.creatorId)) throw creatorNotActive();
  const judged = judgeOffered(offer, userId, chosenIds, found);
  if ('fault' in judged) throw givenRefused(judged.fault);
  return judged.given;
}

async function exchange(tx: Tx, offer: LockedOffer, userId: Id<'user'>, given: readonly SwapItem[]): Promise<Offer> {
  const { id, creatorId, offeredIds } = offer;
  const givenIds = given.map(({ inventoryItemId }) => inventoryItemId);
  const [movedIds, , accepted] = await Promise.all([
    exchangeItems(tx, {
      held: { userId: creatorId, ids: offeredIds },
      taken: { userId, ids: givenIds },
      acquiredFrom: SWAP_ORIGIN,
    }),
    endOffer(tx, { id, status: 'ACCEPTED', acceptorId: userId, given }),
    findOffer(tx, id),
  ]);
  assert(
    movedIds.length === offeredIds.length + givenIds.length,
    'an item of a swap was moved by someone without its lock',
  );
  assert(accepted !== null, 'an offer is never deleted');
  return accepted;
}
