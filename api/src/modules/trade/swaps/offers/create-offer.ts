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
import { insertOffer, takeSwapId } from './change-offers.sql.ts';
import { offerRefused, requestRefused } from './offers.errors.ts';
import { swapCreated } from './offers.events.ts';
import { offerReceived } from './offers.notifications.ts';
import { judgeOffer, requestFaultOf } from './offers.rules.ts';
import { swapView } from './offers.schemas.ts';
import { findOffer } from './offers.sql.ts';
import type { Offer, OfferRequest } from './offers.types.ts';

export interface OffersDeps {
  db: Db;
  push: Pick<Push, 'toUser'>;
  notifyUser: NotifyUser;
}

/** What is offered is IN_SWAP from now on; what is asked stays with who has it until they accept. */
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
 * Sent together; each statement sees what was committed before it began, so those after the lock see what its holder
 * before us did. Whoever takes an available item holds the account, so all that were found available are held.
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
