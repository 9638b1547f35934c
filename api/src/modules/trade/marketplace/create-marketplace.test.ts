import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { inspect } from 'node:util';
import { startSandbox } from '@lisura/sandbox';
import { setMarket } from '../../../../test/support/purchases.ts';
import { use } from '../../../../test/support/use-app.ts';
import { fixedClock } from '../../../platform/clock.ts';
import { createLogger, silentLogger } from '../../../platform/observability/logger.ts';
import { OutsideError } from '../../../platform/outbound/outside-error.ts';
import { startHttp } from '../../../platform/outbound/test-support.ts';
import { createMarketplace, withCachedPrices } from './create-marketplace.ts';
import type { BuyOrder, Marketplace } from './marketplace.records.ts';
import { findPurchase } from './purchases.ts';

const NAME = 'AK-47 | Redline (Field-Tested)';
const KEY = 'k3y-Zq9';
const order = (projectId: string): BuyOrder => ({
  name: NAME,
  maxCoins: 2_000,
  partner: '39734274',
  token: 'AbCdEf12',
  projectId,
});

const sandbox = use(
  () => startSandbox({ port: 0 }),
  ({ close }) => close(),
);
let market: Marketplace;
before(async () => {
  market = createMarketplace({ url: sandbox.marketUrl, apiKey: sandbox.marketApiKey, logger: silentLogger });
});
beforeEach(() => setMarket(sandbox, { faults: [], stock: { name: NAME, prices: [1_000, 1_200] }, wallet: 50_000 }));

const faultOf = (asking: Promise<unknown>) =>
  asking.then(
    (answer) => assert.fail(`answered ${inspect(answer)}`),
    (error: unknown) => {
      assert.ok(error instanceof OutsideError, inspect(error));
      return error.fault;
    },
  );

test('every call of the sandbox’s marketplace is understood, and its numbers also where they are texts', async () => {
  const { bought } = (await market.buy(order('m_1'))) as { bought: { marketId: string } };
  assert.deepEqual(
    { ...bought, sendUntil: 0, averageTimeSeconds: 0 },
    { marketId: bought.marketId, priceCoins: 1_000, name: NAME, sendUntil: 0, averageTimeSeconds: 0 },
  );
  const askAll = async () => ({
    price: (await market.findPrices(NAME)).find(({ name }) => name === NAME),
    byMarketId: await market.tradesByMarketId([bought.marketId, '1']),
    byProjectId: await market.tradesByProjectId(['m_1', 'm_2']),
    wallet: await market.walletCoins(),
  });
  const told = await askAll();
  await setMarket(sandbox, { faults: [{ fault: 'numbers-as-strings' }] });
  assert.deepEqual(await askAll(), told);
  assert.deepEqual([told.price?.count, told.price?.minCoins], [1, 1_200]);
  assert.ok((told.price?.steamPriceCoins ?? 0) > 0);
  assert.deepEqual(told.byMarketId, told.byProjectId);
  assert.equal(told.byMarketId.length, 1);
  const { marketId, projectId, priceCoins, status, tradeId, done, isReleased, releaseDate, reason } =
    told.byProjectId[0] ?? assert.fail();
  assert.deepEqual([marketId, projectId, priceCoins, status], [bought.marketId, 'm_1', 1_000, 0]);
  assert.deepEqual([tradeId, done, isReleased, releaseDate, reason], [null, false, false, null, null]);
  assert.equal(told.wallet, 49_000);
});

test('a purchase is found by its project id, also when it was cancelled since', async () => {
  assert.equal(await findPurchase(market, 'f_1'), null);
  const answer = await market.buy(order('f_1'));
  assert.ok('bought' in answer);
  const found = { bought: { ...answer.bought, averageTimeSeconds: null } };
  assert.deepEqual(await findPurchase(market, 'f_1'), found);
  await setMarket(sandbox, { move: { projectId: 'f_1', to: 'failed' } });
  assert.deepEqual(await findPurchase(market, 'f_1'), found);
});

async function marketThat(t: Parameters<typeof startHttp>[0], status: number, body: string) {
  const { url, asked } = await startHttp(t, (response) => response.writeHead(status).end(body));
  const lines: string[] = [];
  const logger = createLogger({ level: 'trace', destination: { write: (line) => lines.push(line) } });
  return { ...createMarketplace({ url, apiKey: KEY, logger }), asked, lines };
}

test('each question has its address, the key and what it asks for', async (t) => {
  const { asked, ...market } = await marketThat(t, 200, '{"success":true,"items":[],"trades":[]}');
  await market.findPrices('AK-47 | Redline');
  await market.buy(order('p')).catch(() => undefined);
  await market.tradesByMarketId(['1', '2']);
  await market.tradesByProjectId(['a', 'b']);
  await market.walletCoins().catch(() => undefined);
  const name = 'AK-47+%7C+Redline';
  assert.deepEqual(
    asked.map(({ method, url }) => `${method} ${url}`),
    [
      `GET /v1/prices?api=${KEY}&game=csgo&search=${name}`,
      `GET /v1/buy-one-p2p-name?api=${KEY}&name=${name}+%28Field-Tested%29&price=2000&partner=39734274&token=AbCdEf12&game=csgo&project_id=p`,
      `GET /v1/check-many-steam?api=${KEY}&id=1&id=2`,
      `GET /v1/check-many-project-id?api=${KEY}&id=a&id=b`,
      `GET /v1/user?api=${KEY}`,
    ],
  );
});

test('purchases and their trades have a longer timeout than prices and the wallet', async (t) => {
  const { url } = await startHttp(t, () => undefined);
  const [SHORT_MS, NEVER_MS] = [20, 600_000];
  const silent = (look: number, buy: number) =>
    createMarketplace({ url, apiKey: KEY, logger: silentLogger, timeoutsMs: { look, buy } });
  const looking = silent(SHORT_MS, NEVER_MS);
  const buying = silent(NEVER_MS, SHORT_MS);
  const questions = [
    looking.findPrices(NAME),
    looking.walletCoins(),
    buying.buy(order('p')),
    buying.tradesByMarketId(['1']),
    buying.tradesByProjectId(['a']),
  ];
  // Each would wait forever under the other limit.
  const faults = await Promise.all(questions.map(faultOf));
  assert.ok(faults.every((fault) => fault === 'UNKNOWN' || fault === 'NOT_SENT'));
});

test('requests for one price share an answer for a while, until a purchase', async (t) => {
  const clock = fixedClock(new Date());
  const { asked, ...told } = await marketThat(t, 200, '{"success":true,"items":[]}');
  const market = withCachedPrices(told, clock);
  const timesAsked = async (...searches: string[]) => {
    asked.length = 0;
    await Promise.all(searches.map((search) => market.findPrices(search)));
    return asked.length;
  };
  assert.equal(await timesAsked('A', 'A', 'B', 'A'), 2);
  clock.advance(9_999);
  assert.equal(await timesAsked('A', 'B'), 0);
  clock.advance(1);
  assert.equal(await timesAsked('A'), 1);
  await market.buy({ ...order('p'), name: 'A' }).catch(() => undefined);
  assert.equal(await timesAsked('A', 'A'), 1);
  assert.equal(await timesAsked('', ''), 2);
  const names = Array.from({ length: 1_001 }, (_, index) => `name ${index}`);
  let loads = 0;
  const findPrices = async () => {
    loads += 1;
    return [];
  };
  const counted = withCachedPrices({ ...told, findPrices }, clock);
  for (const name of names) await counted.findPrices(name);
  await counted.findPrices('name 1000');
  assert.equal(loads, 1_001);
  await counted.findPrices('name 0');
  assert.equal(loads, 1_002);
});

test('at most a hundred ids are asked for at once, and no question is sent for none', async (t) => {
  const { asked, ...market } = await marketThat(t, 200, '{"success":true,"items":[],"trades":[]}');
  const many = Array.from({ length: 101 }, (_, index) => String(index));
  for (const ask of [market.tradesByMarketId, market.tradesByProjectId]) {
    await assert.rejects(async () => ask(many), /at most 100/);
    assert.deepEqual(await ask([]), []);
  }
  assert.deepEqual(asked, []);
});

test('a purchase is refused only in clear words, or if we are not let in', async (t) => {
  const said: [number, string, string][] = [
    [200, '{"success":false,"msg":"Price changed","new_price":5}', 'Price changed'],
    [200, '{"success":false}', 'No reason was given'],
    [400, '{"success":false,"msg":"Item sold"}', 'Item sold'],
    [403, 'You need to whitelist your IP', 'The marketplace does not let us in'],
    [429, '<html>', 'The marketplace is asked too often'],
    // The stored text holds neither our key nor what PostgreSQL cannot store.
    [200, `{"success":false,"msg":"wrong ${KEY}\\u0000\\ud800"}`, 'wrong [masked] \ufffd'],
  ];
  for (const [status, body, refused] of said) {
    const { buy, asked, lines } = await marketThat(t, status, body);
    assert.deepEqual(await buy(order('p')), { refused }, body);
    assert.equal(asked.length, 1);
    assert.ok(!lines.join('').includes(KEY));
  }
});

test('any other answer proves nothing, and the purchase is not repeated', async (t) => {
  const bought = { success: true, id: 1, price: 2, name: 'A', send_until: 3 };
  const said: [number, string][] = [
    ...['', 'null', '[]', '{', '"true"', '{"success":true}', '{"success":"true","id":1,"price":2,"name":"A"}'].map(
      (body): [number, string] => [200, body],
    ),
    ...[{ id: null }, { id: 0.5 }, { price: null }, { price: -1 }, { price: 'x' }, { name: 7.5 }].map(
      (wrong): [number, string] => [200, JSON.stringify({ ...bought, ...wrong })],
    ),
    // The purchase exists, although we have asked once.
    [200, '{"success":false,"msg":"projectId already exists"}'],
    [400, 'Bad Request'],
    [404, '{"error":"no such path"}'],
    [302, '{"success":false}'],
    [500, '{"success":false,"msg":"Item sold"}'],
    [503, ''],
    [200, `{"success":true,"id":1,"price":2,"name":"${'x'.repeat(5_000_000)}"}`],
  ];
  for (const [status, body] of said) {
    const { buy, asked, lines } = await marketThat(t, status, body);
    await faultOf(buy(order('p')));
    assert.equal(asked.length, 1, body.slice(0, 100));
    assert.ok(!lines.join('').includes(KEY));
  }
});

test('a trade that cannot be read is not taken for one that is not there; a price may be left out', async (t) => {
  const trade = { id: 1, price: 2, project_id: 'a' };
  for (const trades of [[trade, {}], [{ ...trade, id: null }], [null], 'x', { 0: trade }]) {
    const unreadable = await marketThat(t, 200, JSON.stringify({ success: true, trades }));
    assert.equal(await faultOf(unreadable.tradesByProjectId(['a'])), 'UNREADABLE');
  }
  for (const body of ['{"success":true}', '{"success":false,"msg":"System busy"}', '{"trades":[]}']) {
    const silent = await marketThat(t, 200, body);
    assert.equal(await faultOf(findPurchase(silent, 'a')), 'UNREADABLE', body);
  }
  for (const id of ['b', null]) {
    const others = await marketThat(t, 200, JSON.stringify({ success: true, trades: [{ ...trade, project_id: id }] }));
    assert.equal(await faultOf(findPurchase(others, 'a')), 'UNREADABLE');
  }
  const items = [{ name: 'A', count: '3', min: '1.2' }, { name: 'B' }, null, { count: 1, min: 1 }];
  const prices = await marketThat(t, 200, JSON.stringify({ success: true, items }));
  assert.deepEqual(await prices.findPrices(''), [
    { name: 'A', count: 3, minCoins: 2, steamPriceCoins: 0, imageUrl: '' },
  ]);
});

test('without a marketplace nothing is for sale, bought or known', async () => {
  const none = createMarketplace({ url: null, apiKey: '', logger: silentLogger });
  assert.equal(none.isConfigured, false);
  assert.deepEqual(await none.findPrices(NAME), []);
  assert.deepEqual(await none.buy(order('p')), { refused: 'There is no marketplace' });
  for (const asking of [none.tradesByProjectId(['a']), none.tradesByMarketId(['1']), none.walletCoins()]) {
    assert.equal(await faultOf(asking), 'NOT_SENT');
  }
});
