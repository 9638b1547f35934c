import type { Id } from '../../../../platform/ids.ts';
import type { InventoryItem } from '../../../assets/inventory/index.ts';

/** Items that came by a swap name this origin. */
export const SWAP_ORIGIN = 'Swap';

export const SWAP_STATUSES = ['PENDING', 'ACCEPTED', 'CANCELLED', 'DECLINED'] as const;
export type SwapStatus = (typeof SWAP_STATUSES)[number];

export const DIRECTIONS = ['SENT', 'RECEIVED'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** A person looks at all items of each side before agreeing. */
export const MAX_ITEMS_PER_SIDE = 20;

export interface OfferRequest {
  creatorId: Id<'user'>;
  acceptorId: Id<'user'> | null;
  offeredIds: readonly Id<'inventoryItem'>[];
  askedIds: readonly Id<'inventoryItem'>[];
  askedItemIds: readonly Id<'item'>[];
}

export interface Ask {
  itemId: Id<'item'>;
  inventoryItemId: Id<'inventoryItem'> | null;
}

export interface SwapItem {
  inventoryItemId: Id<'inventoryItem'>;
  itemId: Id<'item'>;
}

export interface LockedOffer {
  id: Id<'swap'>;
  status: SwapStatus;
  isPublic: boolean;
  creatorId: Id<'user'>;
  acceptorId: Id<'user'> | null;
  isCreatorActive: boolean;
  offeredIds: Id<'inventoryItem'>[];
  asked: Ask[];
}

type FoundItem = Pick<InventoryItem, 'id' | 'userId' | 'itemId' | 'status' | 'restrictedToGames'>;

export type RequestFault = 'WITH_ONESELF' | 'ITEM_TWICE' | 'ASKED_TWICE' | 'ASKED_OF_NOBODY' | 'TOO_MUCH_ASKED';

export function requestFaultOf(request: OfferRequest): RequestFault | null {
  const { creatorId, acceptorId, offeredIds, askedIds, askedItemIds } = request;
  if (acceptorId === creatorId) return 'WITH_ONESELF';
  if (hasRepeats(offeredIds)) return 'ITEM_TWICE';
  if (hasRepeats(askedIds)) return 'ASKED_TWICE';
  if (acceptorId === null && askedIds.length > 0) return 'ASKED_OF_NOBODY';
  return askedIds.length + askedItemIds.length > MAX_ITEMS_PER_SIDE ? 'TOO_MUCH_ASKED' : null;
}

export const hasRepeats = (ids: readonly string[]): boolean => new Set(ids).size < ids.length;

export type ItemFault =
  | { kind: 'ITEM_ABSENT' | 'ITEM_FOREIGN' | 'ITEM_WITHOUT_DETAILS' | 'ITEM_RESTRICTED' }
  | { kind: 'ITEM_UNAVAILABLE'; id: Id<'inventoryItem'>; status: string };

export type OfferFault =
  | ItemFault
  | { kind: 'ACCEPTOR_ABSENT' | 'ACCEPTOR_SUSPENDED' | 'KIND_ABSENT' | 'ASKED_OF_ANOTHER' };

export interface FoundOffer {
  items: readonly FoundItem[];
  isAcceptorActive: boolean;
  isAcceptorSuspended: boolean;
  kinds: ReadonlySet<Id<'item'>>;
}

export function judgeOffer(
  request: OfferRequest,
  { items, isAcceptorActive, isAcceptorSuspended, kinds }: FoundOffer,
): { fault: OfferFault } | { offered: SwapItem[]; asked: Ask[] } {
  const { creatorId, acceptorId, offeredIds, askedIds, askedItemIds } = request;
  if (acceptorId !== null && !isAcceptorActive) return { fault: { kind: 'ACCEPTOR_ABSENT' } };
  if (isAcceptorSuspended) return { fault: { kind: 'ACCEPTOR_SUSPENDED' } };
  const offered = judgeItems(offeredIds, items, creatorId);
  if ('fault' in offered) return offered;
  const named = judgeItems(askedIds, items, acceptorId);
  if ('fault' in named) {
    return named.fault.kind === 'ITEM_FOREIGN' ? { fault: { kind: 'ASKED_OF_ANOTHER' } } : named;
  }
  if (askedItemIds.some((id) => !kinds.has(id))) return { fault: { kind: 'KIND_ABSENT' } };
  const anyOfKind = askedItemIds.map((itemId) => ({ itemId, inventoryItemId: null }));
  return { offered: offered.items, asked: [...named.items, ...anyOfKind] };
}

function judgeItems(
  ids: readonly Id<'inventoryItem'>[],
  found: readonly FoundItem[],
  ownerId: Id<'user'> | null,
): { fault: ItemFault } | { items: SwapItem[] } {
  const byId = new Map(found.map((item) => [item.id, item]));
  const items: SwapItem[] = [];
  for (const id of ids) {
    const item = byId.get(id);
    if (item === undefined) return { fault: { kind: 'ITEM_ABSENT' } };
    if (item.userId !== ownerId) return { fault: { kind: 'ITEM_FOREIGN' } };
    if (item.status !== 'AVAILABLE') return { fault: { kind: 'ITEM_UNAVAILABLE', id, status: item.status } };
    if (item.restrictedToGames) return { fault: { kind: 'ITEM_RESTRICTED' } };
    if (item.itemId === null) return { fault: { kind: 'ITEM_WITHOUT_DETAILS' } };
    items.push({ inventoryItemId: id, itemId: item.itemId });
  }
  return { items };
}

export type AcceptorFault = 'OWN_OFFER' | 'OFFERED_TO_ANOTHER' | 'NOT_PENDING' | 'CREATOR_NOT_ACTIVE';

export function acceptorFaultOf(offer: LockedOffer, userId: Id<'user'>): AcceptorFault | null {
  if (offer.creatorId === userId) return 'OWN_OFFER';
  if (!offer.isPublic && offer.acceptorId !== userId) return 'OFFERED_TO_ANOTHER';
  if (offer.status !== 'PENDING') return 'NOT_PENDING';
  return offer.isCreatorActive ? null : 'CREATOR_NOT_ACTIVE';
}

const namedIdsOf = ({ asked }: Pick<LockedOffer, 'asked'>) =>
  asked.flatMap(({ inventoryItemId }) => (inventoryItemId === null ? [] : [inventoryItemId]));

export function givenIdsOf(
  offer: Pick<LockedOffer, 'asked'>,
  chosenIds: readonly Id<'inventoryItem'>[],
): Id<'inventoryItem'>[] {
  return [...new Set([...namedIdsOf(offer), ...chosenIds])];
}

export type OfferedItemFault =
  | ItemFault
  | { kind: 'ASKED_GONE'; ids: Id<'inventoryItem'>[] }
  | { kind: 'NOT_AS_ASKED'; missing: Id<'item'>[]; surplus: Id<'inventoryItem'>[] };

/** The named items must still be there, and the chosen ones must be one item of each asked kind. */
export function judgeOffered(
  offer: Pick<LockedOffer, 'asked'>,
  userId: Id<'user'>,
  chosenIds: readonly Id<'inventoryItem'>[],
  found: readonly FoundItem[],
): { fault: OfferedItemFault } | { given: SwapItem[] } {
  const namedIds = namedIdsOf(offer);
  const gone = namedIds.filter((id) => 'fault' in judgeItems([id], found, userId));
  if (gone.length > 0) return { fault: { kind: 'ASKED_GONE', ids: gone } };
  const chosen = judgeItems(
    chosenIds.filter((id) => !namedIds.includes(id)),
    found,
    userId,
  );
  if ('fault' in chosen) return chosen;
  const difference = differenceOf(offer, chosen.items);
  if (difference !== null) return { fault: { kind: 'NOT_AS_ASKED', ...difference } };
  const named = judgeItems(namedIds, found, userId);
  return 'fault' in named ? named : { given: [...named.items, ...chosen.items] };
}

function differenceOf({ asked }: Pick<LockedOffer, 'asked'>, chosen: readonly SwapItem[]) {
  const missing = asked.filter(({ inventoryItemId }) => inventoryItemId === null).map(({ itemId }) => itemId);
  const surplus: Id<'inventoryItem'>[] = [];
  for (const { inventoryItemId, itemId } of chosen) {
    const place = missing.indexOf(itemId);
    if (place === -1) surplus.push(inventoryItemId);
    else missing.splice(place, 1);
  }
  return missing.length + surplus.length === 0 ? null : { missing, surplus };
}

export type CancelFault = 'NOT_CREATOR' | 'NOT_PENDING';

export function cancelFaultOf(offer: LockedOffer, userId: Id<'user'>): CancelFault | null {
  if (offer.creatorId !== userId) return 'NOT_CREATOR';
  return offer.status === 'PENDING' ? null : 'NOT_PENDING';
}

export type DeclineFault = 'PUBLIC' | 'NOT_ACCEPTOR' | 'NOT_PENDING';

export function declineFaultOf(offer: LockedOffer, userId: Id<'user'>): DeclineFault | null {
  if (offer.isPublic) return 'PUBLIC';
  if (offer.acceptorId !== userId) return 'NOT_ACCEPTOR';
  return offer.status === 'PENDING' ? null : 'NOT_PENDING';
}

/** Ids are numbers, and accounts are locked in their order. */
export const inLockOrder = (one: Id<'user'>, other: Id<'user'>): [Id<'user'>, Id<'user'>] =>
  BigInt(one) < BigInt(other) ? [one, other] : [other, one];
