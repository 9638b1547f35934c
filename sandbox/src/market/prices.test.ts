import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ask, type Body, buy, REDLINE, set } from '../../test/market.ts';
import { type Sandbox, startSandbox } from '../index.ts';
import { items } from '../item-database/items.ts';

describe('prices of the marketplace', () => {
  let sandbox: Sandbox;
  let nowMs = Date.parse('2026-11-16T12:00:00Z');
  beforeEach(async () => {
    sandbox = await startSandbox({ port: 0, now: () => new Date(nowMs) });
  });
  afterEach(() => sandbox.close());

  const prices = async (parameters: Record<string, string | number> = {}) =>
    (await ask(sandbox, 'prices', { game: 'csgo', ...parameters })).body.items as Body[];

  it('has several sellers for every item of the item database, around its price', async () => {
    const all = await prices();
    assert.deepEqual(new Set(all.map(({ name }) => name)), new Set(items.map(({ name }) => name)));
    const cents = new Map(items.map((item) => [item.name, item.cents]));
    for (const { name, count, min } of all) {
      const share = min / ((cents.get(name) ?? 0) * 10);
      assert.ok(count >= 2 && Number.isSafeInteger(min) && share > 0.85 && share < 1.1, `${name}: ${count}, ${share}`);
    }
    const affordable = all.filter(({ name, min }) => min <= (cents.get(name) ?? 0) * 10);
    assert.ok(affordable.length > all.length * 0.8 && affordable.length < all.length);
  });

  it('tells all of a name in full, and in short where that is asked for', async () => {
    const [found] = await prices({ search: REDLINE });
    assert.deepEqual(Object.keys(found), ['name', 'count', 'min', 'steam_price', 'img', 'rarity_color', 'type']);
    assert.equal((await fetch(found.img)).status, 200);
    const [short] = await prices({ search: REDLINE, minified: 1 });
    assert.deepEqual(short, { name: REDLINE, count: found.count, min: found.min });
  });

  it('finds names by a part of them, in either case', async () => {
    const names = (await prices({ search: 'ak-47 | redline (FIELD' })).map(({ name }) => name);
    assert.deepEqual(names, [REDLINE, `StatTrak™ ${REDLINE}`]);
    assert.deepEqual(await prices({ search: 'no such thing' }), []);
    assert.equal((await prices({ search: 'AK-47', single: 1 })).length, 1);
    assert.deepEqual(await prices({ game: 'rust' }), []);
  });

  it('finds names between two prices', async () => {
    const found = await prices({ min_price: 10_000, max_price: 20_000 });
    assert.ok(found.length > 10 && found.every(({ min }) => min >= 10_000 && min <= 20_000));
  });

  it('tells some numbers of other markets as strings, as the real list does', async () => {
    const types = new Set((await prices()).map(({ steam_price }) => typeof steam_price));
    assert.deepEqual(types, new Set(['number', 'string']));
  });

  it('lists what is for sale under names, the cheapest first', async () => {
    const { body } = await ask(sandbox, 'search-items-by-name', {
      game: 'csgo',
      names: [REDLINE, 'Fracture Case', 'x'],
    });
    const redlines = (body.items as Body[]).filter(({ name }) => name === REDLINE);
    const [line] = await prices({ search: REDLINE });
    assert.deepEqual(Object.keys(redlines[0]), ['name', 'price', 'image', 'item_id']);
    assert.deepEqual([redlines.length, redlines[0].price], [line.count, line.min]);
    assert.deepEqual(new Set(body.items.map(({ name }: Body) => name)), new Set([REDLINE, 'Fracture Case']));
  });

  it('sells off what it has, and then has no such name until it is restocked', async () => {
    const [{ count, min }] = (await prices({ search: REDLINE })) as [Body];
    await buy(sandbox, { project_id: 'one' });
    const [after] = (await prices({ search: REDLINE })) as [Body];
    assert.equal(after.count, count - 1);
    assert.ok(after.min >= min);
    for (let left = count - 1; left > 0; left -= 1) await buy(sandbox, { project_id: `more-${left}` });
    assert.ok((await prices({ search: REDLINE })).every(({ name }) => name !== REDLINE));
    await set(sandbox, { restock: true });
    assert.deepEqual((await prices({ search: REDLINE }))[0]?.min, min);
  });

  it('has the stock and the prices that it is told to have', async () => {
    await set(sandbox, { stock: { name: REDLINE, prices: [3000, 1000, 2000] } });
    const [first] = (await prices({ search: REDLINE })) as [Body];
    assert.deepEqual([first.count, first.min], [3, 1000]);
    await set(sandbox, { priceFactor: 1.5 });
    assert.equal((await prices({ search: REDLINE }))[0]?.min, 1500);
    await set(sandbox, { stock: { name: REDLINE, prices: [] } });
    assert.ok((await prices({ search: REDLINE })).every(({ name }) => name !== REDLINE));
  });

  it('answers 60 times a minute, and then says when it will again', async () => {
    for (let asked = 0; asked < 60; asked += 1) await prices({ search: 'nothing' });
    nowMs += 20_000;
    const { status, headers, body } = await ask(sandbox, 'prices', { game: 'csgo' });
    assert.deepEqual([status, headers.get('retry-after'), body.success], [429, '40', false]);
    nowMs += 40_000;
    assert.equal((await ask(sandbox, 'prices', { search: 'nothing' })).status, 200);
    await set(sandbox, { pricesPerMinute: 0 });
    for (let asked = 0; asked < 70; asked += 1) {
      assert.equal((await ask(sandbox, 'prices', { search: 'nothing' })).status, 200);
    }
  });

  it('answers nobody without the key', async () => {
    for (const [path, method] of [
      ...['prices', 'search-items-by-name', 'buy-one-p2p-name', 'buy-one-p2p', 'check-many-steam'].map((p) => [
        p,
        'GET',
      ]),
      ...['check-many-project-id', 'user', 'history'].map((p) => [p, 'GET']),
      ...['check-tradelink', 'my-history'].map((p) => [p, 'POST']),
    ] as [string, string][]) {
      for (const api of [undefined, '', 'wrong']) {
        const { status, body } = await ask(sandbox, path, { api }, { method });
        assert.deepEqual([path, status, body], [path, 403, { success: false, msg: 'wrong api' }]);
      }
    }
  });
});
