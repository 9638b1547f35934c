import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply } from '../../../../../test/support/calls.ts';
import { createItem } from '../../../../../test/support/items.ts';
import type { Person } from '../../../../../test/support/people.ts';
import { transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { until } from '../../../../platform/hot-store/test-support.ts';
import { findInventoryItems } from '../../../assets/inventory/index.ts';
import { statusesOf } from '../../../assets/inventory/test-support.ts';
import { type Owner, useSwapsApp } from './test-support.ts';

const app = useSwapsApp();

const ROUNDS = 10;
const NOT_PENDING = 'Can only cancel/decline pending swaps';

async function inBothOrders(race: (isSwapped: boolean) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: ROUNDS }, (_, round) => race(round % 2 === 1)));
}

async function both(
  one: () => Promise<Reply>,
  other: () => Promise<Reply>,
  isSwapped: boolean,
): Promise<[Reply, Reply]> {
  if (!isSwapped) return Promise.all([one(), other()]);
  const [second, first] = await Promise.all([other(), one()]);
  return [first, second];
}

function assertOneWon(
  replies: readonly [Reply, Reply],
  losers: readonly [readonly [number, string | RegExp], readonly [number, string | RegExp]],
): 0 | 1 {
  const winner = replies[0].status < 300 ? 0 : 1;
  const loser = winner === 0 ? 1 : 0;
  const told = replies.map(({ text }) => text).join(' ');
  assert.ok(replies[winner].status < 300, told);
  const [status, message] = losers[loser];
  assert.equal(replies[loser].status, status, told);
  if (typeof message === 'string') assert.equal(replies[loser].body.message, message);
  else assert.match(replies[loser].body.message, message);
  return winner;
}

const ownerOf = async (id: Owner['ids'][number] | undefined) =>
  (await findInventoryItems(app.db, id === undefined ? [] : [id]))[0]?.userId;

const sell = async ({ headers }: Person, id: string | undefined): Promise<Reply> => {
  const response = await app.http.inject({ method: 'DELETE', url: `/api/inventory/${id}/sell`, headers });
  return { status: response.statusCode, body: response.json(), text: response.body, replayed: false };
};

test('a swap that is accepted while it is cancelled is either', async () => {
  await inBothOrders(async (isSwapped) => {
    const [ana, bia] = [await app.trader(1), await app.trader(1)];
    const acceptorId = bia.person.userId;
    const asks = { acceptorId, askedInventoryItemIds: bia.ids };
    const id = await app.pending(ana.person, { inventoryItemIds: ana.ids, ...asks });
    const replies = await both(
      () => app.accept(bia.person, id),
      () => app.cancel(ana.person, id),
      isSwapped,
    );
    const winner = assertOneWon(replies, [
      [409, 'Esta troca não está mais pendente (status: CANCELLED).'],
      [400, NOT_PENDING],
    ]);
    assert.equal(await ownerOf(ana.ids[0]), winner === 0 ? acceptorId : ana.person.userId);
    assert.equal(await ownerOf(bia.ids[0]), winner === 0 ? ana.person.userId : acceptorId);
    assert.deepEqual(await statusesOf(app.db, [...ana.ids, ...bia.ids]), ['AVAILABLE', 'AVAILABLE']);
  });
});

test('a swap that is accepted while it is declined is either', async () => {
  await inBothOrders(async (isSwapped) => {
    const [ana, bia] = [await app.trader(1), await app.trader(0)];
    const id = await app.pending(ana.person, { inventoryItemIds: ana.ids, acceptorId: bia.person.userId });
    const replies = await both(
      () => app.accept(bia.person, id),
      () => app.decline(bia.person, id),
      isSwapped,
    );
    const winner = assertOneWon(replies, [
      [409, 'Esta troca não está mais pendente (status: DECLINED).'],
      [400, NOT_PENDING],
    ]);
    assert.equal(await ownerOf(ana.ids[0]), winner === 0 ? bia.person.userId : ana.person.userId);
  });
});

test('of many who accept a public swap at once one gets it, and gives for it', async () => {
  const [ana, kind] = [await app.trader(1), await app.trader(0)];
  const rivals = await Promise.all(Array.from({ length: 20 }, () => app.trader(1)));
  await app.db.query(sql`
    update inventory_items set item_id = ${kind.itemId} where id = any(${rivals.flatMap(({ ids }) => ids)}::bigint[])`);
  const id = await app.pending(ana.person, { inventoryItemIds: ana.ids, askedItemIds: [kind.itemId] });
  const replies = await Promise.all(rivals.map(({ person, ids }) => app.accept(person, id, ids)));
  const winner = replies.findIndex(({ status }) => status === 200);
  assert.equal(await ownerOf(ana.ids[0]), rivals[winner]?.person.userId);
  for (const [index, { status, body }] of replies.entries()) {
    if (index === winner) continue;
    assert.deepEqual([status, body.message], [409, 'Esta troca não está mais pendente (status: ACCEPTED).']);
    assert.equal(await ownerOf(rivals[index]?.ids[0]), rivals[index]?.person.userId);
  }
});

test('of 50 swaps of one item at once one is made', async () => {
  const { person, ids } = await app.trader(1);
  const replies = await Promise.all(Array.from({ length: 50 }, () => app.create(person, { inventoryItemIds: ids })));
  assert.equal(replies.filter(({ status }) => status === 201).length, 1);
  for (const { body } of replies.filter(({ status }) => status !== 201)) {
    const message = `Item ${ids[0]} is not available (status: IN_SWAP)`;
    const params = { inventoryItemId: ids[0], status: 'IN_SWAP' };
    assert.deepEqual(body, { statusCode: 400, message, code: 'ITEM_NOT_AVAILABLE', params });
  }
});

test('an item that is offered while it is sold is either', async () => {
  await inBothOrders(async (isSwapped) => {
    const { person, ids } = await app.trader(1);
    const replies = await both(
      () => app.create(person, { inventoryItemIds: ids }),
      () => sell(person, ids[0]),
      isSwapped,
    );
    assertOneWon(replies, [
      [400, `Item ${ids[0]} is not available (status: SOLD)`],
      [400, 'Item is not available (status: IN_SWAP)'],
    ]);
  });
});

test('an asked item that is sold while the swap is accepted is either', async () => {
  await inBothOrders(async (isSwapped) => {
    const [ana, bia] = [await app.trader(1), await app.trader(1)];
    const asks = { acceptorId: bia.person.userId, askedInventoryItemIds: bia.ids };
    const id = await app.pending(ana.person, { inventoryItemIds: ana.ids, ...asks });
    const replies = await both(
      () => app.accept(bia.person, id),
      () => sell(bia.person, bia.ids[0]),
      isSwapped,
    );
    assertOneWon(replies, [
      [409, `Itens pedidos não estão mais disponíveis: ${bia.ids[0]}.`],
      [400, 'Item does not belong to user'],
    ]);
  });
});

test('a given item that is upgraded while the swap is accepted is either', async () => {
  const targetItemId = await createItem(app.db, 100_000);
  await inBothOrders(async (isSwapped) => {
    const [ana, bia] = [await app.trader(1), await app.trader(1)];
    const id = await app.pending(ana.person, { inventoryItemIds: ana.ids, askedItemIds: [bia.itemId] });
    const upgrade = async () => {
      const payload = { inventoryItemIds: bia.ids, targetItemId };
      const { headers } = bia.person;
      const response = await app.http.inject({ method: 'POST', url: '/api/upgrade/perform', headers, payload });
      return { status: response.statusCode, body: response.json(), text: response.body, replayed: false };
    };
    const replies = await both(() => app.accept(bia.person, id, bia.ids), upgrade, isSwapped);
    assertOneWon(replies, [
      [400, `Item ${bia.ids[0]} is not available (status: USED_IN_UPGRADE)`],
      [400, 'Item does not belong to user'],
    ]);
  });
});

test('an item that is given in two swaps at once is given in one', async () => {
  await inBothOrders(async (isSwapped) => {
    const [ana, caio, bia] = [await app.trader(1), await app.trader(1), await app.trader(1)];
    const asked = { acceptorId: bia.person.userId, askedInventoryItemIds: bia.ids };
    const first = await app.pending(ana.person, { inventoryItemIds: ana.ids, ...asked });
    const second = await app.pending(caio.person, { inventoryItemIds: caio.ids, ...asked });
    const replies = await both(
      () => app.accept(bia.person, first),
      () => app.accept(bia.person, second),
      isSwapped,
    );
    const gone = [409, `Itens pedidos não estão mais disponíveis: ${bia.ids[0]}.`] as const;
    const winner = assertOneWon(replies, [gone, gone]);
    assert.equal(await ownerOf(bia.ids[0]), (winner === 0 ? ana : caio).person.userId);
    assert.equal(await ownerOf((winner === 0 ? caio : ana).ids[0]), (winner === 0 ? caio : ana).person.userId);
  });
});

test('two users who accept each other’s swaps at once do not wait for each other', async () => {
  await inBothOrders(async (isSwapped) => {
    const [ana, bia] = [await app.trader(1), await app.trader(1)];
    const ofAna = await app.pending(ana.person, { inventoryItemIds: ana.ids, acceptorId: bia.person.userId });
    const ofBia = await app.pending(bia.person, { inventoryItemIds: bia.ids, acceptorId: ana.person.userId });
    const replies = await both(
      () => app.accept(bia.person, ofAna),
      () => app.accept(ana.person, ofBia),
      isSwapped,
    );
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200],
    );
    assert.deepEqual([await ownerOf(ana.ids[0]), await ownerOf(bia.ids[0])], [bia.person.userId, ana.person.userId]);
  });
});

test('a decision that waited for the swap sees what happened meanwhile', async () => {
  const [ana, bia] = [await app.trader(1), await app.trader(0)];
  const id = await app.pending(ana.person, { inventoryItemIds: ana.ids, acceptorId: bia.person.userId });
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const { replies } = await transaction(app.db, async (tx) => {
    await tx.query(sql`select from swaps where id = ${id} for update`);
    const replies = Promise.all([app.accept(bia.person, id), app.cancel(ana.person, id), app.decline(bia.person, id)]);
    await until(async () => (await app.db.query(waiting)).length === 3);
    return { replies };
  });
  const statuses = (await replies).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 200).length, 1);
  assert.ok(
    statuses.every((status) => [200, 400, 409].includes(status)),
    statuses.join(),
  );
});
