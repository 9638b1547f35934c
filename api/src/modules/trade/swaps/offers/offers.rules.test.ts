import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Id, toId } from '../../../../platform/ids.ts';
import { offerAccepted, offerCancelled, offerDeclined, offerReceived } from './offers.messages.ts';
import type { Offer } from './offers.records.ts';
import {
  type Ask,
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
  SWAP_STATUSES,
} from './offers.rules.ts';

const user = (id: number) => toId<'user'>(id);
const held = (id: number) => toId<'inventoryItem'>(id);
const kind = (id: number) => toId<'item'>(id);
const [ANA, BIA, CAIO] = [user(9), user(10), user(11)];

const request = (more: Partial<OfferRequest> = {}): OfferRequest => ({
  creatorId: ANA,
  acceptorId: BIA,
  offeredIds: [held(1)],
  askedIds: [],
  askedItemIds: [],
  ...more,
});

const item = (id: number, userId: Id<'user'>, itemId: number | null = 1, more: object = {}) => ({
  id: held(id),
  userId,
  itemId: itemId === null ? null : kind(itemId),
  status: 'AVAILABLE' as const,
  restrictedToGames: false,
  ...more,
});

const offer = (more: Partial<LockedOffer> = {}): LockedOffer => ({
  id: toId('1'),
  status: 'PENDING',
  isPublic: false,
  creatorId: ANA,
  acceptorId: BIA,
  isCreatorActive: true,
  offeredIds: [held(1)],
  asked: [],
  ...more,
});

test('a request is refused for what can be seen without the items', () => {
  assert.equal(requestFaultOf(request()), null);
  assert.equal(requestFaultOf(request({ acceptorId: null })), null);
  assert.equal(requestFaultOf(request({ acceptorId: ANA })), 'WITH_ONESELF');
  assert.equal(requestFaultOf(request({ offeredIds: [held(1), held(1)] })), 'ITEM_TWICE');
  assert.equal(requestFaultOf(request({ askedIds: [held(2), held(2)] })), 'ASKED_TWICE');
  assert.equal(requestFaultOf(request({ askedIds: [held(2)], acceptorId: null })), 'ASKED_OF_NOBODY');
  const twenty = Array.from({ length: 20 }, () => kind(1));
  assert.equal(requestFaultOf(request({ askedItemIds: twenty })), null);
  assert.equal(requestFaultOf(request({ askedItemIds: twenty, askedIds: [held(2)] })), 'TOO_MUCH_ASKED');
});

test('an offer has its items in the order given, and asks for certain ones before kinds', () => {
  const found = {
    items: [item(1, ANA, 5), item(2, BIA, 6)],
    isAcceptorActive: true,
    isAcceptorSuspended: false,
    kinds: new Set([kind(7)]),
  };
  assert.deepEqual(judgeOffer(request({ askedIds: [held(2)], askedItemIds: [kind(7), kind(7)] }), found), {
    offered: [{ inventoryItemId: held(1), itemId: kind(5) }],
    asked: [
      { inventoryItemId: held(2), itemId: kind(6) },
      { inventoryItemId: null, itemId: kind(7) },
      { inventoryItemId: null, itemId: kind(7) },
    ],
  });
});

test('an item that cannot be swapped is refused for the first reason', () => {
  const judge = (found: ReturnType<typeof item>[]) => {
    const judged = judgeOffer(request(), {
      items: found,
      isAcceptorActive: true,
      isAcceptorSuspended: false,
      kinds: new Set(),
    });
    return 'fault' in judged ? judged.fault.kind : null;
  };
  assert.equal(judge([]), 'ITEM_ABSENT');
  assert.equal(judge([item(1, BIA)]), 'ITEM_FOREIGN');
  assert.equal(judge([item(1, ANA, 1, { status: 'LOCKED', restrictedToGames: true })]), 'ITEM_UNAVAILABLE');
  assert.equal(judge([item(1, ANA, null, { restrictedToGames: true })]), 'ITEM_RESTRICTED');
  assert.equal(judge([item(1, ANA, null)]), 'ITEM_WITHOUT_DETAILS');
  assert.equal(judge([item(1, ANA)]), null);
});

test('who may accept, cancel and decline', () => {
  assert.equal(acceptorFaultOf(offer(), BIA), null);
  assert.equal(acceptorFaultOf(offer(), ANA), 'OWN_OFFER');
  assert.equal(acceptorFaultOf(offer(), CAIO), 'OFFERED_TO_ANOTHER');
  assert.equal(acceptorFaultOf(offer({ isPublic: true, acceptorId: null }), CAIO), null);
  assert.equal(acceptorFaultOf(offer({ isCreatorActive: false }), BIA), 'CREATOR_NOT_ACTIVE');
  assert.equal(cancelFaultOf(offer(), ANA), null);
  assert.equal(cancelFaultOf(offer(), BIA), 'NOT_CREATOR');
  assert.equal(declineFaultOf(offer(), BIA), null);
  assert.equal(declineFaultOf(offer(), ANA), 'NOT_ACCEPTOR');
  assert.equal(declineFaultOf(offer({ isPublic: true, acceptorId: BIA, status: 'ACCEPTED' }), BIA), 'PUBLIC');
  for (const status of SWAP_STATUSES.filter((each) => each !== 'PENDING')) {
    const ended = offer({ status });
    assert.deepEqual(
      [acceptorFaultOf(ended, BIA), cancelFaultOf(ended, ANA), declineFaultOf(ended, BIA)],
      ['NOT_PENDING', 'NOT_PENDING', 'NOT_PENDING'],
    );
  }
});

test('accounts are locked by number, not by text', () => {
  assert.deepEqual(inLockOrder(BIA, ANA), [ANA, BIA]);
  assert.deepEqual(inLockOrder(ANA, BIA), [ANA, BIA]);
});

test('the items that an offer names are given, whether repeated or not', () => {
  const asked: Ask[] = [
    { inventoryItemId: held(2), itemId: kind(1) },
    { inventoryItemId: null, itemId: kind(1) },
  ];
  const found = [item(2, BIA), item(3, BIA)];
  for (const chosen of [[held(3)], [held(3), held(2)]]) {
    assert.deepEqual(new Set(givenIdsOf({ asked }, chosen)), new Set([held(2), held(3)]));
    const judged = judgeOffered({ asked }, BIA, chosen, found);
    assert.ok('given' in judged);
    assert.deepEqual(
      judged.given.map(({ inventoryItemId }) => inventoryItemId),
      [held(2), held(3)],
    );
  }
  const sold = [item(2, BIA, 1, { status: 'SOLD' }), item(3, BIA)];
  assert.deepEqual(judgeOffered({ asked }, BIA, [held(3)], sold), { fault: { kind: 'ASKED_GONE', ids: [held(2)] } });
});

test('only one item of each asked kind, and nothing else, is accepted', () => {
  const kinds = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 8 });
  fc.assert(
    fc.property(kinds, kinds, (askedKinds, chosenKinds) => {
      const asked = askedKinds.map((each) => ({ itemId: kind(each), inventoryItemId: null }));
      const found = chosenKinds.map((each, index) => item(index + 1, BIA, each));
      const chosen = found.map(({ id }) => id);
      const judged = judgeOffered({ asked }, BIA, chosen, found);
      const isAsAsked = askedKinds.toSorted().join() === chosenKinds.toSorted().join();
      assert.equal('given' in judged, isAsAsked);
      if (!('fault' in judged)) return;
      assert.ok(judged.fault.kind === 'NOT_AS_ASKED');
      const { missing, surplus } = judged.fault;
      const left = chosenKinds.filter((_, index) => !surplus.includes(held(index + 1)));
      assert.equal([...left.map(String), ...missing].sort().join(), askedKinds.map(String).sort().join());
    }),
  );
});

const shown: Offer = {
  id: toId('311'),
  status: 'PENDING',
  isPublic: false,
  creator: { id: toId('5'), username: 'Ana', avatarUrl: null },
  acceptor: { id: toId('17'), username: 'Bia', avatarUrl: null },
  offered: [],
  asked: [],
  given: [],
  createdAt: new Date(),
  endedAt: null,
};

test('each side is told by the name of the other, with the swap', () => {
  const told = [offerReceived, offerAccepted, offerCancelled, offerDeclined].map((content) => content(shown));
  assert.deepEqual(
    told.map(({ message }) => message),
    [
      'Ana quer trocar itens com você.',
      'Bia aceitou a sua troca.',
      'Ana cancelou a troca que tinha proposto a você.',
      'Bia recusou a sua troca. Os itens estão disponíveis de novo.',
    ],
  );
  assert.deepEqual(
    told.map(({ en }) => en?.message),
    [
      'Ana wants to swap items with you.',
      'Bia has accepted your swap.',
      'Ana has cancelled the swap that was offered to you.',
      'Bia has declined your swap. The items are available again.',
    ],
  );
  for (const { type, metadata } of told) assert.deepEqual([type, metadata], ['SYSTEM', { swapId: '311' }]);
});
