import { type LiveStatus, withStatus } from './model.ts';
import type { Step } from './plays.ts';
import { type Actor, ask, isDone, type Offer, type World } from './world.ts';

export function setStatus({ model }: Actor, ids: readonly string[], status: LiveStatus): void {
  for (const id of ids) {
    const item = model.items.get(id);
    if (item !== undefined) model.items.set(id, { ...item, status });
  }
}

const some = ({ chance }: World, { model }: Actor, most: number): string[] => {
  const available = withStatus(model, 'AVAILABLE');
  const start = chance.below(Math.max(available.length, 1));
  return available.slice(start, start + chance.between(1, most));
};

export const offerSwap: Step = async (world, actor) => {
  const { chance, actors, offers } = world;
  const offeredIds = some(world, actor, 2);
  if (offeredIds.length === 0) return null;
  const other = chance.pick(actors);
  const acceptor = chance.happens(0.25) ? null : other;
  const askedIds = acceptor === null || chance.happens(0.3) ? [] : some(world, acceptor, 2);
  const reply = await ask(world, actor.person, [
    'POST',
    '/swap',
    {
      inventoryItemIds: offeredIds,
      ...(acceptor === null ? {} : { acceptorId: acceptor.model.id }),
      ...(askedIds.length === 0 ? {} : { askedInventoryItemIds: askedIds }),
    },
  ]);
  if (acceptor === actor) {
    if (reply.status < 400) throw new Error('somebody swaps with themselves');
    return [actor];
  }
  isDone(reply, [], 'an offer');
  setStatus(actor, offeredIds, 'IN_SWAP');
  offers.set(reply.body.id, { id: reply.body.id, creator: actor, acceptor, offeredIds, askedIds });
  return [actor];
};

const isThere =
  ({ model }: Actor) =>
  (id: string) =>
    model.items.get(id)?.status === 'AVAILABLE';

export const acceptSwap: Step = async (world, actor) => {
  const { chance, offers } = world;
  if (offers.size === 0) return null;
  const offer = chance.pick([...offers.values()]);
  const faults = acceptFaults(offer, actor);
  const reply = await ask(world, actor.person, ['PUT', `/swap/${offer.id}/accept`, {}]);
  if (!isDone(reply, faults, 'a swap')) return [actor, offer.creator];
  offers.delete(offer.id);
  hand(offer.creator, actor, offer.offeredIds);
  hand(actor, offer.creator, offer.askedIds);
  return [actor, offer.creator];
};

function acceptFaults({ creator, acceptor, askedIds }: Offer, actor: Actor): string[] {
  if (creator === actor) return ['OWN_SWAP'];
  if (acceptor !== null && acceptor !== actor) return ['SWAP_FOR_ANOTHER'];
  return askedIds.every(isThere(actor)) ? [] : ['ASKED_ITEMS_GONE'];
}

function hand(from: Actor, to: Actor, ids: readonly string[]): void {
  for (const id of ids) {
    const item = from.model.items.get(id);
    if (item === undefined) continue;
    from.model.items.delete(id);
    to.model.items.set(id, { ...item, status: 'AVAILABLE' });
  }
}

/** By who made it, or who it was made to. */
export const closeSwap: Step = async (world, actor) => {
  const { chance, offers } = world;
  if (offers.size === 0) return null;
  const offer = chance.pick([...offers.values()]);
  const way = chance.pick(['cancel', 'decline'] as const);
  const isOwn = way === 'cancel' ? offer.creator === actor : offer.acceptor === actor;
  const faults = isOwn ? [] : ['SWAP_CREATOR_ONLY', 'SWAP_ACCEPTOR_ONLY', 'PUBLIC_SWAP_NOT_DECLINED'];
  const reply = await ask(world, actor.person, ['PUT', `/swap/${offer.id}/${way}`]);
  if (!isDone(reply, faults, 'the end of an offer')) return [actor];
  offers.delete(offer.id);
  setStatus(offer.creator, offer.offeredIds, 'AVAILABLE');
  return [actor, offer.creator];
};
