import { strict as assert } from 'node:assert';
import type { Db, Tx } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import { findInventoryItems, moveItems } from '../../../assets/inventory/index.ts';
import { findItems } from '../../../assets/items/index.ts';
import { lockAccount } from '../../../assets/wallet/index.ts';
import type { NotifyUser } from '../../../people/notifications/index.ts';
import { findUser } from '../../../people/users/index.ts';
import { findDebtors, findSuspended, owesForReturns, withdrawalsSuspended } from '../../suspensions/index.ts';
import { offerReceived, offerRefused, requestRefused, swapCreated } from './offers.messages.ts';
import { type Offer, swapView } from './offers.records.ts';
import { judgeOffer, type OfferRequest, requestFaultOf } from './offers.rules.ts';
import { findOffer, insertOffer, takeSwapId } from './offers.sql.ts';

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
