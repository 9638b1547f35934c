import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectedRoll } from '../../../../test/support/independent-rolls.ts';
import { createPlayer } from '../../../../test/support/people.ts';
import { sql } from '../../../platform/database/sql.ts';
import { balanceOf, insertHeld, insertItem, insertOneHeld, statusesOf } from '../../assets/inventory/test-support.ts';
import { createCase } from '../cases/openings/test-support.ts';
import { accountOf, commitSeed, perform, post, refusalOf, useUpgradesApp } from './test-support.ts';

const app = useUpgradesApp();

test('what is refused is refused with the documents’ words and leaves everything as it was, calculated or performed', async () => {
  const player = await createPlayer(app.db, 500);
  const itemId = await insertItem(app.db, { valueCents: 4_500 });
  const targetItemId = await insertItem(app.db, { valueCents: 10_000 });
  const ids = await insertHeld(app.db, player.userId, itemId, { count: 2 });
  const before = await accountOf(app.db, player);
  const [id] = ids;
  const cheap = await insertItem(app.db, { valueCents: 4_500 });
  const dear = await insertItem(app.db, { valueCents: 4_500n * 1_000_000n });
  const [unpriced, archived] = [await insertItem(app.db, { valueCents: 0 }), await insertItem(app.db)];
  await app.db.query(sql`update items set archived_at = now() where id = ${archived}`);
  const worthless = await insertOneHeld(app.db, player.userId, unpriced);
  const nameless = await insertOneHeld(app.db, player.userId, null);
  const sold = await insertOneHeld(app.db, player.userId, itemId, { status: 'SOLD' });
  const withdrawing = await insertOneHeld(app.db, player.userId, itemId, { status: 'LOCKED' });
  const foreign = await insertOneHeld(app.db, (await createPlayer(app.db, 0)).userId, itemId);
  const refusals: [object, number, string][] = [
    [{ inventoryItemIds: [id, '999999999'] }, 404, 'Inventory item not found'],
    [{ inventoryItemIds: [id, foreign] }, 400, 'Item does not belong to user'],
    [{ inventoryItemIds: [id, sold] }, 400, `Item ${sold} is not available (status: SOLD)`],
    [{ inventoryItemIds: [withdrawing, id] }, 400, `Item ${withdrawing} is not available (status: LOCKED)`],
    [{ inventoryItemIds: [id, nameless] }, 404, 'Item details not found'],
    [{ inventoryItemIds: [sold, foreign, '999999999'] }, 400, `Item ${sold} is not available (status: SOLD)`],
    [{ targetItemId: '999999999' }, 404, 'O item desejado não foi encontrado.'],
    [{ targetItemId: unpriced }, 404, 'O item desejado não foi encontrado.'],
    [{ targetItemId: archived, balanceCents: '501' }, 404, 'O item desejado não foi encontrado.'],
    [{ balanceCents: '501' }, 400, 'Insufficient balance'],
    [{ balanceCents: '999999999999999' }, 400, 'Insufficient balance'],
    [{ targetItemId: cheap, balanceCents: '501' }, 400, 'Insufficient balance'],
    [{ inventoryItemIds: [worthless] }, 400, 'Total value must be greater than zero'],
    [{ targetItemId: cheap }, 400, 'Total value must be less than target item value'],
    [
      { inventoryItemIds: [id, ids[1]], balanceCents: '500', targetItemId: cheap },
      400,
      'Total value must be less than target item value',
    ],
    [{ targetItemId: dear }, 400, 'Upgrade chance is too low'],
  ];
  for (const [change, status, message] of refusals) {
    for (const action of ['calculate', 'perform']) {
      const body = { inventoryItemIds: [id], balanceCents: '0', targetItemId, ...change };
      const response = await post(app, `/upgrade/${action}`, player, body);
      assert.deepEqual(refusalOf(response), [status, message], `${action} ${JSON.stringify(change)}`);
    }
  }
  assert.deepEqual(await accountOf(app.db, player), before);
  assert.deepEqual(await statusesOf(app.db, [...ids, worthless, nameless, sold, withdrawing, foreign]), [
    'AVAILABLE',
    'AVAILABLE',
    'AVAILABLE',
    'AVAILABLE',
    'SOLD',
    'LOCKED',
    'AVAILABLE',
  ]);
  const history = await app.http.inject({ url: '/api/upgrade/history', headers: player.headers });
  assert.deepEqual(history.json(), { data: [], meta: { page: 1, limit: 20, total: 0 } });
});

test('malformed input names its field', async () => {
  const player = await createPlayer(app.db, 0);
  const ids = await insertHeld(app.db, player.userId, await insertItem(app.db), { count: 7 });
  const targetItemId = await insertItem(app.db, { valueCents: 10_000 });
  const [first] = ids;
  const faults: [object, string][] = [
    [{ inventoryItemIds: [] }, 'inventoryItemIds'],
    [{ inventoryItemIds: ids }, 'inventoryItemIds'],
    [{ inventoryItemIds: [first, first] }, 'inventoryItemIds'],
    [{ inventoryItemIds: [first, `00${first}`] }, 'inventoryItemIds'],
    [{ inventoryItemIds: first }, 'inventoryItemIds'],
    [{ inventoryItemIds: [first, '9223372036854775808'] }, 'inventoryItemIds.1'],
    [{ inventoryItemIds: [Number(first)] }, 'inventoryItemIds.0'],
    [{ inventoryItemIds: undefined }, 'inventoryItemIds'],
    [{ balanceCents: '-1' }, 'balanceCents'],
    [{ balanceCents: '1.5' }, 'balanceCents'],
    [{ balanceCents: '' }, 'balanceCents'],
    [{ balanceCents: 5 }, 'balanceCents'],
    [{ balanceCents: '1000000000000000' }, 'balanceCents'],
    [{ balanceCents: null }, 'balanceCents'],
    [{ targetItemId: 'x' }, 'targetItemId'],
    [{ targetItemId: undefined }, 'targetItemId'],
  ];
  for (const [change, field] of faults) {
    for (const action of ['calculate', 'perform']) {
      const response = await post(app, `/upgrade/${action}`, player, {
        inventoryItemIds: [first],
        targetItemId,
        ...change,
      });
      assert.deepEqual(refusalOf(response), [400, 'Validation failed', field], `${action} ${JSON.stringify(change)}`);
    }
  }
  for (const clientSeed of ['x'.repeat(129), 'a\nb', 5]) {
    const response = await perform(app, player, { inventoryItemIds: [first], targetItemId, clientSeed });
    assert.deepEqual(refusalOf(response), [400, 'Validation failed', 'clientSeed']);
  }
  assert.deepEqual(new Set(await statusesOf(app.db, ids)), new Set(['AVAILABLE']));
});

test('who wants a better chance than there is plays nothing and is told what it is', async () => {
  const player = await createPlayer(app.db, 500);
  const [itemId, targetItemId] = [
    await insertItem(app.db, { valueCents: 4_500 }),
    await insertItem(app.db, { valueCents: 10_000 }),
  ];
  const [first, second] = await insertHeld(app.db, player.userId, itemId, { count: 2 });
  const play = (minChancePercent: unknown, id = first, headers: object = {}) =>
    perform(app, player, { inventoryItemIds: [id], targetItemId, minChancePercent }, headers);
  const fallen = (percent: string) => [409, `A chance agora é de ${percent}%.`, 'minChancePercent'];
  const before = await accountOf(app.db, player);
  assert.deepEqual(refusalOf(await play('40.5001')), fallen('40.5'));
  // The player has seen 40.5 percent before the target becomes dearer.
  await app.db.query(sql`update items set value_cents_brl = 10001 where id = ${targetItemId}`);
  for (const again of [1, 2]) {
    assert.deepEqual(
      refusalOf(await play('40.5', first, { 'idempotency-key': 'seen' })),
      fallen('40.4959'),
      String(again),
    );
  }
  assert.deepEqual(await accountOf(app.db, player), before);
  assert.deepEqual(await statusesOf(app.db, [String(first), String(second)]), ['AVAILABLE', 'AVAILABLE']);
  assert.equal((await play('40.4959')).statusCode, 200);
  assert.equal((await play('0', second)).statusCode, 200);
  for (const wrong of ['', '101', '100.00001', '-1', '4,5', 40.5, null]) {
    assert.deepEqual(refusalOf(await play(wrong)), [400, 'Validation failed', 'minChancePercent'], String(wrong));
  }
});

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
      // The upgrade loses, because selling everything would find an item that was won.
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

async function win(restricted: number) {
  const player = await createPlayer(app.db, 0);
  const ids = await insertHeld(app.db, player.userId, await insertItem(app.db, { valueCents: 4_500 }), { count: 2 });
  const kept = ids.slice(ids.length - restricted);
  await app.db.query(sql`update inventory_items set restricted_to_games = true where id = any(${kept}::bigint[])`);
  const targetItemId = await insertItem(app.db, { valueCents: 10_000 });
  await commitSeed(app.db, player, 1, (seed) => expectedRoll(seed, 'mine', 1) >= 9_000_000);
  const response = await perform(app, player, { inventoryItemIds: ids, targetItemId, clientSeed: 'mine' });
  const { status, wonItem } = response.json();
  assert.equal(status, 'WON', response.body);
  return { player, wonId: wonItem.inventoryItemId as string };
}

test('what is won with a restricted item among the stakes is restricted, and leaves the platform by no swap', async () => {
  for (const restricted of [1, 2]) {
    const { player, wonId } = await win(restricted);
    const offered = await post(app, '/swap', player, { inventoryItemIds: [wonId] });
    assert.deepEqual(
      [offered.statusCode, offered.json().message],
      [400, 'Item restrito aos jogos da plataforma.'],
      `${restricted} restricted`,
    );
    const again = await perform(app, player, {
      inventoryItemIds: [wonId],
      targetItemId: await insertItem(app.db, { valueCents: 100_000 }),
    });
    assert.equal(again.statusCode, 200, 'it can be played on');
  }
});

test('what is won with free items alone is free', async () => {
  const { player, wonId } = await win(0);
  assert.equal((await post(app, '/swap', player, { inventoryItemIds: [wonId] })).statusCode, 201);
});
