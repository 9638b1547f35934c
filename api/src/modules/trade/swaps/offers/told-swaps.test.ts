import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Id } from '../../../../platform/ids.ts';
import { acceptOffer } from './accept-offer.ts';
import { cancelOffer, declineOffer } from './close-offer.ts';
import { createOffer, type OffersDeps } from './create-offer.ts';
import { createSwapsApp, type SwapsApp } from './test-support.ts';

let app: SwapsApp;
before(async () => {
  app = await createSwapsApp();
});
after(() => app.end());

test('the other side is notified of every step, and nobody of what is public before it is accepted', async () => {
  const [ana, bia] = [await app.trader(5), await app.trader(0)];
  const [creatorId, acceptorId] = [ana.person.userId, bia.person.userId];
  let told: [Id<'user'>, string][] = [];
  const deps: OffersDeps = {
    db: app.db,
    push: { toUser: () => undefined },
    notifyUser: (userId, contents) => told.push(...contents.map(({ title }): [Id<'user'>, string] => [userId, title])),
  };
  const offer = (place: number, to: Id<'user'> | null) =>
    createOffer(
      deps,
      { creatorId, acceptorId: to, offeredIds: ana.ids.slice(place, place + 1), askedIds: [], askedItemIds: [] },
      null,
    );
  const tellsOf = async (step: () => Promise<unknown>) => {
    told = [];
    await step();
    return told;
  };
  const of = ({ id: swapId }: { id: Id<'swap'> }, userId: Id<'user'>) => ({ swapId, userId, chosenIds: [] });

  assert.deepEqual(await tellsOf(() => offer(0, acceptorId)), [[acceptorId, 'Nova proposta de troca']]);
  assert.deepEqual(await tellsOf(() => offer(1, null)), []);
  const [accepted, declined, cancelled] = [
    await offer(2, acceptorId),
    await offer(3, acceptorId),
    await offer(4, null),
  ];
  assert.deepEqual(await tellsOf(() => acceptOffer(deps, of(accepted, acceptorId), null)), [
    [creatorId, 'Troca aceita'],
  ]);
  assert.deepEqual(await tellsOf(() => declineOffer(deps, of(declined, acceptorId), null)), [
    [creatorId, 'Troca recusada'],
  ]);
  assert.deepEqual(await tellsOf(() => cancelOffer(deps, of(cancelled, creatorId), null)), []);
  const again = await createOffer(
    deps,
    { creatorId, acceptorId, offeredIds: ana.ids.slice(4), askedIds: [], askedItemIds: [] },
    null,
  );
  assert.deepEqual(await tellsOf(() => cancelOffer(deps, of(again, creatorId), null)), [
    [acceptorId, 'Troca cancelada'],
  ]);
});
