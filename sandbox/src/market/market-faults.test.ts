import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { control } from '../../test/control.ts';
import { ask, type Body, buy, REDLINE, set, state } from '../../test/market.ts';
import { type Sandbox, startSandbox } from '../index.ts';

describe('faults of the marketplace', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ port: 0, now: () => new Date('2026-11-16T12:00:00Z') });
    await set(sandbox, { stock: { name: REDLINE, prices: [1000, 1200] }, wallet: 5000 });
  });
  afterEach(() => sandbox.close());

  const fault = (...faults: object[]) => set(sandbox, { faults });
  const projects = async () => (await state(sandbox)).purchases.map(({ projectId }) => projectId);
  const prices = async (search = REDLINE) =>
    (await ask(sandbox, 'prices', { game: 'csgo', search })).body.items as Body[];
  /** Sends an order that is not answered, and goes on when the marketplace has it. */
  async function buyUnanswered() {
    const givingUp = new AbortController();
    const ended = buy(sandbox, {}, { signal: givingUp.signal }).then(
      () => 'answered',
      () => 'given up',
    );
    while (!(await state(sandbox)).requests.asked['buy-one-p2p-name']) await new Promise(setImmediate);
    return { givingUp, ended };
  }

  for (const [moment, bought] of [
    ['before', []],
    ['after', ['wd_1_1']],
  ] as const) {
    it(`time-out ${moment} the purchase: no answer`, async () => {
      await fault({ fault: 'time-out', moment, times: 1 });
      const { givingUp, ended } = await buyUnanswered();
      assert.deepEqual(await projects(), bought);
      givingUp.abort();
      assert.equal(await ended, 'given up');
      assert.equal((await state(sandbox)).wallet, bought.length > 0 ? 4000 : 5000);
    });

    it(`server-error ${moment} the purchase: 502 and no JSON`, async () => {
      await fault({ fault: 'server-error', moment, times: 1 });
      const { status, body } = await buy(sandbox);
      assert.deepEqual([status, body, await projects()], [502, undefined, bought]);
    });

    it(`malformed ${moment} the purchase: half of an answer`, async () => {
      await fault({ fault: 'malformed', moment, times: 1 });
      const { status, headers, body } = await buy(sandbox);
      assert.match(headers.get('content-type') ?? '', /^application\/json/);
      assert.deepEqual([status, body, await projects()], [200, undefined, bought]);
    });

    it(`incomplete ${moment} the purchase: success, and nothing of what`, async () => {
      await fault({ fault: 'incomplete', moment, times: 1 });
      assert.deepEqual([(await buy(sandbox)).body, await projects()], [{ success: true }, bought]);
    });

    it(`cut-off ${moment} the purchase: the connection ends`, async () => {
      await fault({ fault: 'cut-off', moment, times: 1 });
      await assert.rejects(buy(sandbox));
      assert.deepEqual(await projects(), bought);
    });

    it(`slow, ${moment} the purchase: the right answer in the end`, async () => {
      await fault({ fault: 'slow', moment, times: 1, delayMs: 150 });
      const startedMs = performance.now();
      assert.equal((await buy(sandbox)).body.success, true);
      assert.ok(performance.now() - startedMs >= 140);
    });
  }

  it('slow: buys also for who has given up meanwhile', async () => {
    // The pace is so slow that the questions before the order is given up are answered by then, on a busy machine too.
    await fault({ fault: 'slow', times: 1, delayMs: 2_000 });
    const { givingUp } = await buyUnanswered();
    assert.deepEqual(await projects(), []);
    givingUp.abort();
    while ((await projects()).length === 0) await new Promise(setImmediate);
    assert.equal((await state(sandbox)).wallet, 4000);
  });

  it('refusal: with the words that it is given', async () => {
    await fault({ fault: 'refusal', message: 'buy_csgo', times: 1 }, { fault: 'refusal', times: 1 });
    assert.deepEqual((await buy(sandbox)).body, { success: false, msg: 'buy_csgo' });
    assert.deepEqual((await buy(sandbox)).body, { success: false, msg: 'System busy' });
    assert.deepEqual(await projects(), []);
  });

  it('forbidden and rate-limited: refused by status', async () => {
    await fault({ fault: 'forbidden', times: 1 }, { fault: 'rate-limited', times: 1 });
    const forbidden = await buy(sandbox);
    assert.deepEqual([forbidden.status, forbidden.text], [403, 'You need to whitelist your IP']);
    const limited = await buy(sandbox);
    assert.deepEqual([limited.status, limited.headers.get('retry-after')], [429, '2']);
    assert.deepEqual(await projects(), []);
  });

  it('price-change: between the search and the purchase', async () => {
    const [{ min }] = (await prices()) as [Body];
    await fault({ fault: 'price-change', percent: 10, times: 1 });
    assert.deepEqual((await buy(sandbox, { price: min })).body, {
      success: false,
      msg: 'Price changed',
      new_price: 1100,
    });
    assert.equal((await prices())[0]?.min, 1100, 'it stays so');
    await fault({ fault: 'price-change', percent: 10, times: 1 });
    assert.equal((await buy(sandbox, { price: 2000 })).body.price, 1210, 'and is charged to who pays more');
  });

  it('no-stock: a count of nothing, and sold when it is bought', async () => {
    await fault(
      { fault: 'no-stock', path: 'prices', times: 1 },
      { fault: 'no-stock', path: 'buy-one-p2p-name', times: 1 },
    );
    assert.deepEqual([(await prices())[0]?.count, (await prices())[0]?.count], [0, 2]);
    assert.deepEqual((await buy(sandbox)).body, { success: false, msg: 'Item sold' });
    assert.ok((await prices()).every(({ name }) => name !== REDLINE));
  });

  it('partial-match: everything but what was searched for', async () => {
    await fault({ fault: 'partial-match' });
    assert.deepEqual(
      (await prices()).map(({ name }) => name),
      [`StatTrak™ ${REDLINE}`],
    );
    const others = await prices('AWP | Asiimov (Battle-Scarred)');
    assert.ok(others.length > 0 && others.every(({ name }) => name !== 'AWP | Asiimov (Battle-Scarred)'));
    const { body } = await ask(sandbox, 'search-items-by-name', { names: REDLINE });
    assert.deepEqual(new Set(body.items.map(({ name }: Body) => name)), new Set([`StatTrak™ ${REDLINE}`]));
  });

  it('partial-match: an item of another name is sold', async () => {
    await fault({ fault: 'partial-match', path: 'buy-one-p2p-name' });
    await set(sandbox, { stock: { name: `StatTrak™ ${REDLINE}`, prices: [10] } });
    const { body } = await buy(sandbox);
    assert.equal(body.name, `StatTrak™ ${REDLINE}`);
    assert.equal((await ask(sandbox, 'check-many-steam', { id: body.id })).body.trades[0].name, body.name);
  });

  it('numbers-as-strings: all of them', async () => {
    await fault({ fault: 'numbers-as-strings' });
    const { id, price, send_until, success } = (await buy(sandbox)).body;
    assert.deepEqual([typeof id, price, typeof send_until, success], ['string', '1000', 'string', true]);
    assert.equal((await ask(sandbox, 'user')).body.user.wallet, '4000');
  });

  it('oversized: the right answer, and as much more as is told', async () => {
    await fault({ fault: 'oversized', bytes: 300_000, times: 1 });
    const { text, body } = await buy(sandbox);
    assert.ok(text.length > 300_000);
    assert.deepEqual([body.success, await projects()], [true, ['wd_1_1']]);
  });

  it('strike the path that they are for, as often as told, several at once', async () => {
    await fault({ fault: 'server-error', path: 'user', times: 2 }, { fault: 'refusal', path: 'history' });
    const answers = [
      (await ask(sandbox, 'prices')).status,
      (await ask(sandbox, 'user')).status,
      (await ask(sandbox, 'history')).body.success,
      (await ask(sandbox, 'user')).status,
      (await ask(sandbox, 'user')).status,
      (await ask(sandbox, 'history')).body.success,
    ];
    assert.deepEqual(answers, [200, 502, false, 502, 200, false]);
    const { faults, requests } = await state(sandbox);
    assert.deepEqual(faults, [{ fault: 'refusal', path: 'history' }]);
    assert.deepEqual(requests, { asked: { prices: 1, user: 3, history: 2 }, disturbed: 4 });
  });

  it('are not used up by calls that they cannot strike', async () => {
    await fault({ fault: 'price-change', percent: 10, times: 1 });
    await ask(sandbox, 'user');
    assert.equal((await buy(sandbox, { price: 1000 })).body.new_price, 1100);
  });

  it('strike by chance, the same for the same seed', async () => {
    async function struck(seed: string): Promise<number[]> {
      const other = await startSandbox({ port: 0, seed });
      await set(other, { faults: [{ fault: 'server-error', probability: 0.5, path: 'user' }] });
      const statuses: number[] = [];
      for (let number = 0; number < 24; number += 1) statuses.push((await ask(other, 'user')).status);
      await other.close();
      return statuses;
    }
    const first = await struck('one');
    assert.deepEqual(await struck('one'), first);
    assert.notDeepEqual(await struck('two'), first);
    assert.deepEqual(new Set(first), new Set([200, 502]));
  });

  it('are not used up by who has no key', async () => {
    await fault({ fault: 'server-error', times: 1 });
    assert.equal((await ask(sandbox, 'user', { api: 'wrong' })).status, 403);
    assert.equal((await ask(sandbox, 'user')).status, 502);
  });

  it('are refused when misspelt, and then nothing changes', async () => {
    const wrong = [
      {},
      [],
      { fault: 'time-out' },
      { faults: [{}] },
      { faults: [{ fault: 'timeout' }] },
      { faults: [{ fault: 'slow', path: 'buy' }] },
      { faults: [{ fault: 'slow', times: 0 }] },
      { faults: [{ fault: 'slow', probability: 2 }] },
      { faults: [{ fault: 'slow', moment: 'between' }] },
      { wallet: -1 },
      { wallet: 1.5 },
      { priceFactor: 0 },
      { stock: { name: REDLINE } },
      { stock: { name: 'nothing', prices: [1] } },
      { sellers: { mode: 'lazy' } },
      { clock: { advanceSeconds: -1 } },
      { move: { to: 'sent' } },
      { move: { id: 1, projectId: 'a', to: 'sent' } },
      { move: { id: 1, to: 'lost' } },
    ];
    for (const setting of wrong) {
      assert.equal((await control(sandbox, 'market', setting)).status, 400, JSON.stringify(setting));
    }
    const { faults, wallet } = await state(sandbox);
    assert.deepEqual([faults, wallet], [[], 5000]);
  });
});
