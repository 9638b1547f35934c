import { createOffer } from '../../../src/modules/trade/swaps/offers/change-offers.ts';
import type { Id } from '../../../src/platform/ids.ts';
import { type OfferFlow, runFlow } from './offer-flows.ts';
import { createMoneyPlayer, type Player, type Stage, type Trials } from './stage.ts';
import { notifyUser, push } from './user-flows.ts';

async function offerOf(stage: Stage, creator: Player, acceptorId: Id<'user'> | null): Promise<Id<'swap'>> {
  const offered = { creatorId: creator.userId, acceptorId, offeredIds: creator.ids.slice(0, 2) };
  return (
    await createOffer(
      { db: stage.db, push, notifyUser },
      { ...offered, askedIds: [], askedItemIds: [stage.itemId] },
      null,
    )
  ).id;
}

export const offerTrials: Trials<OfferFlow> = {
  kind: 'offers',
  runFlow,
  trials: [
    {
      title: 'offering a swap',
      flow: ({ itemId }, { userId, ids }) => ({
        name: 'createOffer',
        userId,
        key: null,
        command: { offeredIds: ids.slice(0, 2), askedItemIds: [itemId] },
      }),
      change: { items: ['IN_SWAP', 'IN_SWAP', 'AVAILABLE'], swaps: ['PENDING with 2 items'] },
    },
    {
      title: 'accepting a swap with an Idempotency-Key',
      flow: async (stage, { userId, ids }) => {
        const swapId = await offerOf(stage, await createMoneyPlayer(stage), null);
        return { name: 'acceptOffer', userId, key: 'swap', command: { swapId, chosenIds: ids.slice(0, 1) } };
      },
      change: { items: Array(4).fill('AVAILABLE'), swaps: ['ACCEPTED with 3 items'], keys: ['swap 200'] },
    },
    {
      title: 'cancelling a swap',
      flow: async (stage, player) => ({
        name: 'cancelOffer',
        userId: player.userId,
        key: null,
        command: { swapId: await offerOf(stage, player, null) },
      }),
      change: { swaps: ['CANCELLED with 2 items'] },
    },
    {
      title: 'declining a swap',
      flow: async (stage, { userId }) => ({
        name: 'declineOffer',
        userId,
        key: null,
        command: { swapId: await offerOf(stage, await createMoneyPlayer(stage), userId) },
      }),
      change: { swaps: ['DECLINED with 2 items'] },
    },
  ],
};
