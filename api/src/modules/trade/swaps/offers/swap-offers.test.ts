import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultFields, refusal } from '../../../../../test/support/calls.ts';
import { createItem } from '../../../../../test/support/items.ts';
import { type Person, setStatus } from '../../../../../test/support/people.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { findInventoryItems } from '../../../assets/inventory/index.ts';
import { insertHeld, statusesOf } from '../../../assets/inventory/test-support.ts';
import { acceptOffer, cancelOffer, createOffer, declineOffer, type OffersDeps } from './change-offers.ts';
import { useSwapsApp } from './test-support.ts';

const UNKNOWN = '9223372036854775807';

const app = useSwapsApp();

const judge = ({ userId }: Person, status: 'BANNED' | 'SUSPENDED') => setStatus(app, userId, status);
const sell = async ({ headers }: Person, id: string) => {
  const { statusCode } = await app.http.inject({ method: 'DELETE', url: `/api/inventory/${id}/sell`, headers });
  assert.equal(statusCode, 200);
};
const heardBy = (userId: string) => app.sent.filter((each) => each.userId === userId && each.event.startsWith('swap:'));
const ownersOf = async (ids: readonly string[]) =>
  (await findInventoryItems(app.db, ids as never)).map(({ userId, status, acquiredFrom }) => [
    userId,
    status,
    acquiredFrom,
  ]);

test('a swap with one user for certain items of theirs: offered, told, accepted, told', async () => {
  const [ana, bia] = [await app.trader(2), await app.trader(2)];
  const asked = bia.ids.slice(0, 1);
  const body = { inventoryItemIds: ana.ids, acceptorId: bia.person.userId, askedInventoryItemIds: asked };
  const { status, body: swap } = await app.create(ana.person, body);
  assert.equal(status, 201);
  assert.deepEqual(
    [swap.status, swap.isPublic, swap.creator.id, swap.acceptor.id, swap.endedAt],
    ['PENDING', false, ana.person.userId, bia.person.userId, null],
  );
  assert.deepEqual([swap.offeredValueCents, swap.offeredValueFormatted], ['2000', 'R$ 20,00']);
  assert.deepEqual([swap.askedValueCents, swap.given], ['1000', []]);
  assert.deepEqual(await statusesOf(app.db, ana.ids), ['IN_SWAP', 'IN_SWAP']);
  assert.deepEqual(await statusesOf(app.db, bia.ids), ['AVAILABLE', 'AVAILABLE']);
  assert.deepEqual(heardBy(bia.person.userId), [{ userId: bia.person.userId, event: 'swap:created', payload: swap }]);

  const before = await findInventoryItems(app.db, [...ana.ids, ...asked]);
  const accepted = await app.accept(bia.person, swap.id);
  assert.deepEqual([accepted.status, accepted.body.status], [200, 'ACCEPTED']);
  assert.deepEqual(
    accepted.body.given.map(({ inventoryItemId }: { inventoryItemId: string }) => inventoryItemId),
    asked,
  );
  const got = [bia.person.userId, 'AVAILABLE', 'Swap'];
  assert.deepEqual(await ownersOf([...ana.ids, ...asked]), [got, got, [ana.person.userId, 'AVAILABLE', 'Swap']]);
  for (const [index, item] of (await findInventoryItems(app.db, [...ana.ids, ...asked])).entries()) {
    assert.ok(item.acquiredAt > (before[index]?.acquiredAt ?? new Date()));
  }
  const heard = heardBy(ana.person.userId);
  assert.deepEqual(heard, [{ userId: ana.person.userId, event: 'swap:accepted', payload: accepted.body }]);
});

test('a public swap for kinds: the acceptor chooses what to give', async () => {
  const [ana, bia] = [await app.trader(1), await app.trader(3)];
  const id = await app.pending(ana.person, { inventoryItemIds: ana.ids, askedItemIds: [bia.itemId, bia.itemId] });
  const chosen = bia.ids.slice(1);
  const { status, body } = await app.accept(bia.person, id, chosen);
  assert.deepEqual([status, body.isPublic, body.acceptor.id], [200, true, bia.person.userId]);
  assert.deepEqual(await ownersOf(ana.ids), [[bia.person.userId, 'AVAILABLE', 'Swap']]);
  assert.deepEqual(await ownersOf(bia.ids), [
    [bia.person.userId, 'AVAILABLE', null],
    [ana.person.userId, 'AVAILABLE', 'Swap'],
    [ana.person.userId, 'AVAILABLE', 'Swap'],
  ]);
});

test('a swap may ask for certain items and kinds together, and the certain ones may be said again', async () => {
  const [ana, bia] = [await app.trader(1), await app.trader(2)];
  const [named = '', chosen = ''] = bia.ids;
  const asks = { askedInventoryItemIds: [named], askedItemIds: [bia.itemId] };
  const id = await app.pending(ana.person, { inventoryItemIds: ana.ids, acceptorId: bia.person.userId, ...asks });
  const { status, body } = await app.accept(bia.person, id, [chosen, named]);
  assert.deepEqual([status, body.given.length], [200, 2]);
});

test('a swap that asks for nothing is a gift, and goes from hand to hand', async () => {
  const [ana, bia, caio] = [await app.trader(1), await app.trader(0), await app.trader(0)];
  const id = await app.pending(ana.person, { inventoryItemIds: ana.ids, acceptorId: bia.person.userId });
  assert.equal((await app.accept(bia.person, id)).status, 200);
  const again = await app.pending(bia.person, { inventoryItemIds: ana.ids });
  assert.equal((await app.accept(caio.person, again)).status, 200);
  const back = await app.pending(caio.person, { inventoryItemIds: ana.ids, acceptorId: ana.person.userId });
  assert.equal((await app.accept(ana.person, back)).status, 200);
  assert.deepEqual(await ownersOf(ana.ids), [[ana.person.userId, 'AVAILABLE', 'Swap']]);
});

test('a cancelled swap releases its items and notifies the acceptor', async () => {
  const [ana, bia] = [await app.trader(2), await app.trader(1)];
  const id = await app.pending(ana.person, { inventoryItemIds: ana.ids, acceptorId: bia.person.userId });
  assert.deepEqual(refusal(await app.cancel(bia.person, id)), [403, 'Only the creator can cancel this swap']);
  const { status, body } = await app.cancel(ana.person, id);
  assert.deepEqual([status, body.status], [200, 'CANCELLED']);
  assert.ok(body.endedAt >= body.createdAt);
  assert.deepEqual(await ownersOf(ana.ids), Array(2).fill([ana.person.userId, 'AVAILABLE', null]));
  assert.deepEqual(heardBy(bia.person.userId).at(-1)?.event, 'swap:cancelled');
  for (const again of [await app.cancel(ana.person, id), await app.decline(bia.person, id)]) {
    assert.deepEqual(refusal(again), [400, 'Can only cancel/decline pending swaps']);
  }
  assert.deepEqual(refusal(await app.accept(bia.person, id)), [
    409,
    'Esta troca não está mais pendente (status: CANCELLED).',
  ]);
});

test('a declined swap releases its items and notifies its creator', async () => {
  const [ana, bia, caio] = [await app.trader(1), await app.trader(1), await app.trader(1)];
  const id = await app.pending(ana.person, { inventoryItemIds: ana.ids, acceptorId: bia.person.userId });
  for (const other of [ana, caio]) {
    const refused = await app.decline(other.person, id);
    assert.deepEqual(refusal(refused), [403, 'Só quem recebeu a proposta pode recusar esta troca.']);
  }
  const { status, body } = await app.decline(bia.person, id);
  assert.deepEqual([status, body.status], [200, 'DECLINED']);
  assert.deepEqual(await statusesOf(app.db, [...ana.ids, ...bia.ids]), ['AVAILABLE', 'AVAILABLE']);
  assert.deepEqual(heardBy(ana.person.userId), [{ userId: ana.person.userId, event: 'swap:declined', payload: body }]);
});

test('a public swap cannot be declined, and its end notifies nobody', async () => {
  const [ana, bia] = [await app.trader(1), await app.trader(0)];
  const id = await app.pending(ana.person, { inventoryItemIds: ana.ids });
  for (const { person } of [ana, bia]) {
    assert.deepEqual(refusal(await app.decline(person, id)), [403, 'Uma troca pública não pode ser recusada.']);
  }
  const told = app.sent.length;
  assert.equal((await app.cancel(ana.person, id)).status, 200);
  assert.equal(app.sent.length, told);
});

test('only the named acceptor accepts a swap, and nobody their own', async () => {
  const [ana, bia, caio] = [await app.trader(2), await app.trader(0), await app.trader(0)];
  const id = await app.pending(ana.person, { inventoryItemIds: [ana.ids[0]], acceptorId: bia.person.userId });
  const open = await app.pending(ana.person, { inventoryItemIds: [ana.ids[1]] });
  assert.deepEqual(refusal(await app.accept(caio.person, id)), [403, 'Esta troca foi proposta a outra pessoa.']);
  for (const own of [id, open]) {
    assert.deepEqual(refusal(await app.accept(ana.person, own)), [400, 'Você não pode aceitar a sua própria troca.']);
  }
  for (const step of ['accept', 'cancel', 'decline'] as const) {
    assert.deepEqual(refusal(await app[step](ana.person, UNKNOWN)), [404, 'Troca não encontrada.']);
  }
});

test('offered items must be the user’s own, available, known and free to be swapped', async () => {
  const [ana, bia] = [await app.trader(2), await app.trader(1)];
  const [available = '', sold = ''] = ana.ids;
  const [restricted = ''] = await insertHeld(app.db, ana.person.userId, ana.itemId);
  const [nameless = ''] = await insertHeld(app.db, ana.person.userId, null);
  await app.db.query(sql`update inventory_items set restricted_to_games = true where id = ${restricted}`);
  await sell(ana.person, sold);
  const cases: [string, [number, string]][] = [
    [UNKNOWN, [404, 'Inventory item not found']],
    [bia.ids[0] as string, [400, 'Item does not belong to user']],
    [sold, [400, `Item ${sold} is not available (status: SOLD)`]],
    [restricted, [400, 'Item restrito aos jogos da plataforma.']],
    [nameless, [404, 'Item details not found']],
  ];
  for (const [id, expected] of cases) {
    assert.deepEqual(refusal(await app.create(ana.person, { inventoryItemIds: [available, id] })), expected);
  }
  assert.deepEqual(await statusesOf(app.db, [available]), ['AVAILABLE']);
});

test('the acceptor must be active, and asked items and kinds must exist', async () => {
  const [ana, bia, caio] = [await app.trader(1), await app.trader(2), await app.trader(1)];
  const create = (more: object) => app.create(ana.person, { inventoryItemIds: ana.ids, ...more });
  const ofBia = (askedInventoryItemIds: unknown[]) => create({ acceptorId: bia.person.userId, askedInventoryItemIds });
  assert.deepEqual(refusal(await create({ acceptorId: UNKNOWN })), [404, 'Usuário não encontrado.']);
  assert.deepEqual(refusal(await create({ askedItemIds: [bia.itemId, UNKNOWN] })), [404, 'Item não encontrado.']);
  assert.deepEqual(refusal(await ofBia([UNKNOWN])), [404, 'Inventory item not found']);
  assert.deepEqual(refusal(await ofBia(caio.ids)), [400, 'O item pedido não pertence a quem vai aceitar a troca.']);
  const waiting = await app.pending(bia.person, { inventoryItemIds: bia.ids.slice(0, 1) });
  assert.deepEqual(refusal(await ofBia(bia.ids)), [400, `Item ${bia.ids[0]} is not available (status: IN_SWAP)`]);
  await app.cancel(bia.person, waiting);
  await app.db.query(sql`update inventory_items set restricted_to_games = true where id = ${bia.ids[1]}`);
  assert.deepEqual(refusal(await ofBia(bia.ids.slice(1))), [400, 'Item restrito aos jogos da plataforma.']);
  await judge(caio.person, 'SUSPENDED');
  assert.deepEqual(refusal(await create({ acceptorId: caio.person.userId })), [404, 'Usuário não encontrado.']);
});

test('bad requests are 400 and name their field', async () => {
  const [ana, bia] = [await app.trader(1), await app.trader(1)];
  const [mine, theirs] = [ana.ids[0], bia.ids[0]] as [string, string];
  const many = (id: string, count: number) => Array(count).fill(id);
  const cases: [object, string][] = [
    [{}, 'inventoryItemIds'],
    [{ inventoryItemIds: [] }, 'inventoryItemIds'],
    [{ inventoryItemIds: ['x'] }, 'inventoryItemIds.0'],
    [{ inventoryItemIds: many(mine, 21) }, 'inventoryItemIds'],
    [{ inventoryItemIds: [mine, `0${mine}`] }, 'inventoryItemIds'],
    [{ inventoryItemIds: [mine], acceptorId: ana.person.userId }, 'acceptorId'],
    [{ inventoryItemIds: [mine], acceptorId: '-1' }, 'acceptorId'],
    [{ inventoryItemIds: [mine], askedInventoryItemIds: [theirs] }, 'askedInventoryItemIds'],
    [
      { inventoryItemIds: [mine], acceptorId: bia.person.userId, askedInventoryItemIds: [theirs, theirs] },
      'askedInventoryItemIds',
    ],
    [
      {
        inventoryItemIds: [mine],
        acceptorId: bia.person.userId,
        askedInventoryItemIds: [theirs],
        askedItemIds: many(bia.itemId, 20),
      },
      'askedItemIds',
    ],
  ];
  for (const [body, field] of cases) {
    const reply = await app.create(ana.person, body);
    assert.deepEqual([reply.status, faultFields(reply)], [400, [field]], JSON.stringify(body));
  }
  assert.deepEqual(await statusesOf(app.db, ana.ids), ['AVAILABLE']);
});

test('the given items must be the asked ones', async () => {
  const [ana, bia] = [await app.trader(1), await app.trader(3)];
  const other = await createItem(app.db);
  const id = await app.pending(ana.person, { inventoryItemIds: ana.ids, askedItemIds: [bia.itemId, other] });
  const [one = '', two = '', sold = ''] = bia.ids;
  const [wanted = ''] = await insertHeld(app.db, bia.person.userId, other);
  const [restricted = ''] = await insertHeld(app.db, bia.person.userId, other);
  await app.db.query(sql`update inventory_items set restricted_to_games = true where id = ${restricted}`);
  await sell(bia.person, sold);
  const missing = await app.accept(bia.person, id, [one, two]);
  assert.deepEqual(
    [missing.status, missing.body.errors],
    [
      400,
      [
        {
          field: 'inventoryItemIds',
          message: `must be what is asked for; an item of each of these kinds is missing: ${other}; these were not asked for: ${two}`,
        },
      ],
    ],
  );
  assert.deepEqual(faultFields(await app.accept(bia.person, id)), ['inventoryItemIds']);
  assert.deepEqual(faultFields(await app.accept(bia.person, id, [one, two, wanted])), ['inventoryItemIds']);
  const twice = await app.accept(bia.person, id, [one, wanted, `0${wanted}`]);
  assert.equal(twice.body.errors[0].message, 'must not contain the same entry twice');
  const refused = async (ids: string[]) => refusal(await app.accept(bia.person, id, ids));
  assert.deepEqual(await refused([one, UNKNOWN]), [404, 'Inventory item not found']);
  assert.deepEqual(await refused([one, ana.ids[0] as string]), [400, 'Item does not belong to user']);
  assert.deepEqual(await refused([sold, wanted]), [400, `Item ${sold} is not available (status: SOLD)`]);
  assert.deepEqual(await refused([one, restricted]), [400, 'Item restrito aos jogos da plataforma.']);
  assert.equal((await app.accept(bia.person, id, [wanted, one])).status, 200);
});

test('a swap whose asked items are gone says which, and is pending still', async () => {
  const [ana, bia] = [await app.trader(1), await app.trader(3)];
  const [kept = '', sold = '', swapped = ''] = bia.ids;
  const body = { inventoryItemIds: ana.ids, acceptorId: bia.person.userId, askedInventoryItemIds: bia.ids };
  const id = await app.pending(ana.person, body);
  await sell(bia.person, sold);
  const other = await app.pending(bia.person, { inventoryItemIds: [swapped] });
  const gone = [409, `Itens pedidos não estão mais disponíveis: ${sold}, ${swapped}.`];
  assert.deepEqual(refusal(await app.accept(bia.person, id)), gone);
  await app.cancel(bia.person, other);
  assert.deepEqual(refusal(await app.accept(bia.person, id)), [
    409,
    `Itens pedidos não estão mais disponíveis: ${sold}.`,
  ]);
  assert.deepEqual(await statusesOf(app.db, [...ana.ids, kept]), ['IN_SWAP', 'AVAILABLE']);
  assert.equal((await app.decline(bia.person, id)).status, 200);
});

test('offers of a banned user are neither listed nor accepted, and the items stay theirs', async () => {
  const [ana, bia] = [await app.trader(1), await app.trader(0)];
  const id = await app.pending(ana.person, { inventoryItemIds: ana.ids });
  const isListed = async () =>
    (await app.list(bia.person, 'public')).body.data.some((swap: { id: string }) => swap.id === id);
  assert.ok(await isListed());
  await judge(ana.person, 'BANNED');
  assert.ok(!(await isListed()));
  const refused = await app.accept(bia.person, id);
  assert.deepEqual(refusal(refused), [409, 'Quem propôs esta troca não pode trocar itens no momento.']);
  assert.deepEqual(await ownersOf(ana.ids), [[ana.person.userId, 'IN_SWAP', null]]);
});

test('every step happens once for one Idempotency-Key', async () => {
  const [ana, bia] = [await app.trader(3), await app.trader(0)];
  const key = { 'idempotency-key': 'one' };
  const twice = async (step: () => Promise<{ status: number; text: string; replayed: boolean }>, status: number) => {
    const [first, second] = [await step(), await step()];
    assert.deepEqual([first.status, first.replayed], [status, false], first.text);
    assert.deepEqual([second.status, second.text, second.replayed], [status, first.text, true]);
    return JSON.parse(first.text).id as string;
  };
  const offer = (place: number, acceptorId?: string) => ({ inventoryItemIds: [ana.ids[place]], acceptorId });
  const { userId } = bia.person;
  const accepted = await twice(() => app.create(ana.person, offer(0, userId), key), 201);
  await twice(() => app.accept(bia.person, accepted, [], { 'idempotency-key': 'accept' }), 200);
  const declined = await app.pending(ana.person, offer(1, userId));
  await twice(() => app.decline(bia.person, declined, { 'idempotency-key': 'decline' }), 200);
  const cancelled = await app.pending(ana.person, offer(2, userId));
  await twice(() => app.cancel(ana.person, cancelled, { 'idempotency-key': 'cancel' }), 200);
  assert.equal(heardBy(userId).filter(({ event }) => event === 'swap:created').length, 3);
});

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
