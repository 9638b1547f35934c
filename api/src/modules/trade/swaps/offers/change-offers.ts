import { strict as assert } from 'node:assert';
import type { Db, Tx } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import { exchangeItems, findInventoryItems, moveItems } from '../../../assets/inventory/index.ts';
import { findItems } from '../../../assets/items/index.ts';
import { lockAccount } from '../../../assets/wallet/index.ts';
import type { NotifyUser } from '../../../people/notifications/index.ts';
import { findUser } from '../../../people/users/index.ts';
import { findDebtors, findSuspended, owesForReturns, withdrawalsSuspended } from '../../suspensions/index.ts';
import {
  acceptorRefused,
  cancelRefused,
  creatorNotActive,
  declineRefused,
  givenRefused,
  offerAccepted,
  offerCancelled,
  offerDeclined,
  offerReceived,
  offerRefused,
  requestRefused,
  swapAccepted,
  swapCancelled,
  swapCreated,
  swapDeclined,
  swapNotFound,
} from './offers.messages.ts';
import { type Offer, swapView } from './offers.records.ts';
import {
  acceptorFaultOf,
  cancelFaultOf,
  declineFaultOf,
  givenIdsOf,
  inLockOrder,
  judgeOffer,
  judgeOffered,
  type LockedOffer,
  type OfferRequest,
  requestFaultOf,
  SWAP_ORIGIN,
  type SwapItem,
} from './offers.rules.ts';
import { endOffer, findOffer, insertOffer, lockOffer, takeSwapId } from './offers.sql.ts';

export interface OffersDeps {
  db: Db;
  push: Pick<Push, 'toUser'>;
  notifyUser: NotifyUser;
}

/** Offered items are IN_SWAP from now on; asked items stay available. */
export async function createOffer(deps: OffersDeps, request: OfferRequest, once: Once<Offer> | null): Promise<Offer> {
  const fault = requestFaultOf(request);
  if (fault !== null) throw requestRefused(fault);
  const offer = await writeOnce(deps.db, once, (tx) => offerItems(tx, request));
  if (offer.acceptor !== null) {
    deps.push.toUser(offer.acceptor.id, swapCreated, swapView(offer));
    deps.notifyUser(offer.acceptor.id, [offerReceived(offer)]);
  }
  return offer;
}

/**
 * The statements after the lock see the changes of its last holder. An available item is taken only under this lock, so
 * every item that was found available is held.
 */
async function offerItems(tx: Tx, request: OfferRequest): Promise<Offer> {
  const { creatorId, acceptorId, offeredIds: ids, askedIds, askedItemIds } = request;
  const [, debtors, suspended, items, heldIds, acceptor, kinds, id] = await Promise.all([
    lockAccount(tx, creatorId),
    findDebtors(tx, [creatorId]),
    findSuspended(tx, acceptorId === null ? [creatorId] : [creatorId, acceptorId]),
    findInventoryItems(tx, [...ids, ...askedIds]),
    moveItems(tx, { ids, userId: creatorId, from: 'AVAILABLE', to: 'IN_SWAP' }),
    acceptorId === null ? null : findUser(tx, acceptorId),
    findItems(tx, askedItemIds),
    takeSwapId(tx),
  ]);
  if (suspended.has(creatorId)) throw withdrawalsSuspended();
  if (debtors.has(creatorId)) throw owesForReturns();
  const found = {
    items,
    isAcceptorSuspended: acceptorId !== null && suspended.has(acceptorId),
    isAcceptorActive: acceptor?.status === 'ACTIVE',
    kinds: new Set(kinds.map((kind) => kind.id)),
  };
  const judged = judgeOffer(request, found);
  if ('fault' in judged) throw offerRefused(judged.fault);
  assert(heldIds.length === ids.length, 'an available item was taken by someone who did not hold the account');
  const [, offer] = await Promise.all([insertOffer(tx, { id, creatorId, acceptorId, ...judged }), findOffer(tx, id)]);
  assert(offer !== null, 'the offer was written before it was read');
  return offer;
}

interface AcceptCommand {
  swapId: Id<'swap'>;
  userId: Id<'user'>;
  chosenIds: readonly Id<'inventoryItem'>[];
}

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

/** Both accounts are locked, since both users lose and get items. */
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

interface CloseCommand {
  swapId: Id<'swap'>;
  userId: Id<'user'>;
}

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

/** A pending swap holds nothing of the acceptor. */
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
