import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { expectedRoll } from '../../../../test/support/independent-rolls.ts';
import { createPlayer } from '../../../../test/support/people.ts';
import { sql } from '../../../platform/database/sql.ts';
import { balanceOf, insertHeld, insertItem, statusesOf } from '../../assets/inventory/test-support.ts';
import { createCase } from '../cases/openings/test-support.ts';
import {
  accountOf,
  assertUpgradesHold,
  commitSeed,
  createUpgradesApp,
  perform,
  post,
  type UpgradesApp,
} from './test-support.ts';

let app: UpgradesApp;
before(async () => {
  app = await createUpgradesApp();
});
afterEach(() => assertUpgradesHold(app.db));
after(() => app.close());

const succeeded = (responses: readonly { statusCode: number }[]) =>
  responses.filter(({ statusCode }) => statusCode === 200).length;

test('of 50 simultaneous upgrades of the same items one succeeds', async () => {
  const player = await createPlayer(app.db, 0);
  const ids = await insertHeld(app.db, player.userId, await insertItem(app.db), { count: 3 });
  const targetItemId = await insertItem(app.db, { valueCents: 100_000 });
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => perform(app, player, { inventoryItemIds: ids, targetItemId })),
  );
  assert.equal(succeeded(responses), 1);
  for (const response of responses.filter(({ statusCode }) => statusCode !== 200)) {
    assert.equal(response.json().message, `Item ${ids[0]} is not available (status: USED_IN_UPGRADE)`);
  }
  assert.deepEqual(await accountOf(app.db, player), { balance: '0', nonce: '1', wagered: '3000', upgrades: '1' });
});

test('upgrades whose items overlap use each item once', async () => {
  const player = await createPlayer(app.db, 0);
  const ids = await insertHeld(app.db, player.userId, await insertItem(app.db), { count: 6 });
  const targetItemId = await insertItem(app.db, { valueCents: 100_000 });
  const pairs = ids.flatMap((one) => ids.filter((other) => other !== one).map((other) => [one, other]));
  const responses = await Promise.all(
    pairs.map((inventoryItemIds) => perform(app, player, { inventoryItemIds, targetItemId })),
  );
  const used = responses
    .filter(({ statusCode }) => statusCode === 200)
    .flatMap((response) => response.json().inputs)
    .map(({ inventoryItemId }: { inventoryItemId: string }) => inventoryItemId);
  assert.equal(new Set(used).size, used.length);
  assert.equal((await statusesOf(app.db, used)).filter((status) => status === 'USED_IN_UPGRADE').length, used.length);
});

test('an item that is upgraded while it is sold is either upgraded or sold', async () => {
  const itemId = await insertItem(app.db, { valueCents: 1_000 });
  const targetItemId = await insertItem(app.db, { valueCents: 100_000 });
  const players = await Promise.all(Array.from({ length: 15 }, () => createPlayer(app.db, 0)));
  await Promise.all(
    players.map(async (player, index) => {
      const ids = await insertHeld(app.db, player.userId, itemId, { count: 3 });
      // Lost, or selling everything would find what was won.
      await commitSeed(app.db, player, 1, (seed) => expectedRoll(seed, 'c', 1) < 9_000_000);
      const upgrade = () => perform(app, player, { inventoryItemIds: ids, targetItemId, clientSeed: 'c' });
      const sell = () =>
        index % 2 === 0
          ? post(app, '/inventory/sell-multiple', player, { inventoryItemIds: ids })
          : post(app, '/inventory/sell-all', player);
      const upgradesFirst = index % 3 === 0;
      const responses = await Promise.all(upgradesFirst ? [upgrade(), sell()] : [sell(), upgrade()]);
      assert.equal(succeeded(responses), 1);
      const isUpgraded = responses[upgradesFirst ? 0 : 1]?.statusCode === 200;
      assert.deepEqual(new Set(await statusesOf(app.db, ids)), new Set([isUpgraded ? 'USED_IN_UPGRADE' : 'SOLD']));
      assert.equal(await balanceOf(app.db, player), isUpgraded ? 0n : 3_000n);
    }),
  );
});

test('a balance for three stakes pays three of them', async () => {
  const player = await createPlayer(app.db, 350);
  const ids = await insertHeld(app.db, player.userId, await insertItem(app.db), { count: 30 });
  const targetItemId = await insertItem(app.db, { valueCents: 100_000 });
  const responses = await Promise.all(
    ids.map((id) => perform(app, player, { inventoryItemIds: [id], balanceCents: '100', targetItemId })),
  );
  assert.equal(succeeded(responses), 3);
  const messages = responses.filter(({ statusCode }) => statusCode !== 200).map((response) => response.json().message);
  assert.deepEqual(new Set(messages), new Set(['Insufficient balance']));
  assert.equal(await balanceOf(app.db, player), 50n);
  assert.equal((await statusesOf(app.db, ids)).filter((status) => status === 'AVAILABLE').length, 27);
});

test('upgrades and openings that spend one balance at once spend it once', async () => {
  const player = await createPlayer(app.db, 1_050);
  const ids = await insertHeld(app.db, player.userId, await insertItem(app.db), { count: 20 });
  const targetItemId = await insertItem(app.db, { valueCents: 100_000 });
  const box = await createCase(app.db, { priceCents: 100 });
  const responses = await Promise.all(
    ids.flatMap((id) => [
      perform(app, player, { inventoryItemIds: [id], balanceCents: '100', targetItemId }),
      post(app, `/cases/${box.id}/open`, player, {}),
    ]),
  );
  assert.equal(succeeded(responses), 10);
  assert.equal(await balanceOf(app.db, player), 50n);
  assert.equal((await accountOf(app.db, player)).nonce, '10');
});

test('prices that change meanwhile are taken all old or all new', async () => {
  const itemId = await insertItem(app.db, { valueCents: 1_000 });
  const targetItemId = await insertItem(app.db, { valueCents: 10_000 });
  const players = await Promise.all(Array.from({ length: 5 }, () => createPlayer(app.db, 0)));
  let isDone = false;
  const repricing = (async () => {
    for (let factor = 2; !isDone; factor = factor === 2 ? 1 : 2) {
      await app.db.query(sql`
        update items set value_cents_brl = ${factor}::int * case id when ${itemId} then 1000 else 10000 end
        where id in (${itemId}, ${targetItemId})`);
    }
  })();
  const chances = await Promise.all(
    players.map(async (player) => {
      const seen: string[] = [];
      for (const id of await insertHeld(app.db, player.userId, itemId, { count: 12 })) {
        const response = await perform(app, player, { inventoryItemIds: [id], targetItemId });
        seen.push(response.json().chancePercent);
      }
      return seen;
    }),
  );
  isDone = true;
  await repricing;
  assert.deepEqual(new Set(chances.flat()), new Set(['9']));
});

test('two requests with one Idempotency-Key play once', async () => {
  const player = await createPlayer(app.db, 1_000);
  const ids = await insertHeld(app.db, player.userId, await insertItem(app.db));
  const targetItemId = await insertItem(app.db, { valueCents: 100_000 });
  const body = { inventoryItemIds: ids, balanceCents: '10', targetItemId };
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => perform(app, player, body, { 'idempotency-key': 'one' })),
  );
  for (const { statusCode } of responses) assert.ok(statusCode === 200 || statusCode === 409, String(statusCode));
  assert.equal(new Set(responses.filter(({ statusCode }) => statusCode === 200).map(({ body }) => body)).size, 1);
  assert.deepEqual(await accountOf(app.db, player), { balance: '990', nonce: '1', wagered: '1010', upgrades: '1' });
});
