import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ask, type Body, buy, PARTNER, REDLINE, set, state, TOKEN } from '../../test/market.ts';
import { type Sandbox, startSandbox } from '../index.ts';

const NOW = new Date('2026-11-16T12:00:00.000Z');
const NOW_SECONDS = NOW.getTime() / 1000;

describe('buying on the marketplace', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ port: 0, now: () => NOW });
    await set(sandbox, { stock: { name: REDLINE, prices: [1000, 1200, 1500] }, wallet: 5000 });
  });
  afterEach(() => sandbox.close());

  const wallet = async () => (await ask(sandbox, 'user')).body.user.wallet as number;

  it('takes the cheapest, and says what it cost and until when it will be sent', async () => {
    const { status, body } = await buy(sandbox, { price: 2000 });
    assert.equal(status, 200);
    assert.deepEqual(
      { ...body, id: typeof body.id, average_time: typeof body.average_time },
      {
        success: true,
        id: 'number',
        price: 1000,
        name: REDLINE,
        send_until: NOW_SECONDS + 360,
        average_time: 'number',
      },
    );
    assert.equal(await wallet(), 4000);
  });

  it('has a number that no purchase before the last start of the sandbox had, however many those were', async () => {
    await set(sandbox, { stock: { name: REDLINE, prices: Array(30).fill(100) } });
    const earlier: number[] = [];
    for (let each = 0; each < 30; each += 1) {
      earlier.push((await buy(sandbox, { project_id: `wd_${each}` })).body.id);
    }
    const later = await startSandbox({ port: 0, now: () => new Date(NOW.getTime() + 1_000) });
    try {
      const { id } = (await buy(later)).body;
      assert.ok(id > Math.max(...earlier), `${id} after ${earlier.at(-1)}`);
    } finally {
      await later.close();
    }
  });

  it('is found by the id that it gave and by the one that it was given, and is the same', async () => {
    const { id } = (await buy(sandbox)).body;
    const byId = await ask(sandbox, 'check-many-steam', { id });
    const byProject = await ask(sandbox, 'check-many-project-id', { id: 'wd_1_1' });
    assert.deepEqual(byProject.body, byId.body);
    const [trade] = byId.body.trades;
    assert.match(trade.custom_id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.match(trade.seller_avatar, /^http:.*\/identity\/avatars\/\d{17}\.svg$/);
    assert.deepEqual(
      { ...trade, custom_id: 0, seller_name: 0, seller_avatar: 0, seller_steam_joined: 0, seller_steam_level: 0 },
      {
        id,
        price: 1000,
        name: REDLINE,
        status: 0,
        project_id: 'wd_1_1',
        custom_id: 0,
        trade_id: null,
        done: false,
        for_steamid64: '76561198000000002',
        reason: null,
        seller_name: 0,
        seller_avatar: 0,
        seller_steam_joined: 0,
        seller_steam_level: 0,
        send_until: String(NOW_SECONDS + 360),
        last_updated: String(NOW_SECONDS),
        counter: '360',
        is_released: false,
        release_date: null,
        penalties: { rollback_fee: 0, rollback_penalty: 0, total_penalty: 0 },
      },
    );
  });

  it('sells under a project id once, and says so', async () => {
    await buy(sandbox);
    const { status, body } = await buy(sandbox, { name: 'Fracture Case' });
    assert.deepEqual([status, body], [200, { success: false, msg: 'projectId already exists' }]);
    const { purchases, refusals } = await state(sandbox);
    assert.equal(purchases.length, 1);
    assert.deepEqual(
      refusals.map(({ projectId, msg }) => [projectId, msg]),
      [['wd_1_1', 'projectId already exists']],
    );
  });

  it('sells once also to many who come at once with one project id', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(sandbox)));
    assert.equal(answers.filter(({ body }) => body.success).length, 1);
    assert.equal(await wallet(), 4000);
  });

  it('sells any number without a project id', async () => {
    await buy(sandbox, { project_id: undefined });
    await buy(sandbox, { project_id: undefined });
    assert.equal(await wallet(), 2800);
  });

  const refusals: [what: string, changes: Record<string, string | number>, answer: Body][] = [
    ['above the ceiling', { price: 999 }, { success: false, msg: 'Price changed', new_price: 1000 }],
    ['without a ceiling', { price: '' }, { success: false, msg: 'Price changed', new_price: 1000 }],
    ['what nobody sells', { name: 'AK-47 | Redline' }, { success: false, msg: 'Item sold' }],
    ['for a partner that is none', { partner: '12a' }, { success: false, msg: 'Invalid tradelink' }],
    ['with a token that is none', { token: 'a b' }, { success: false, msg: 'Invalid tradelink' }],
    ['under too long a project id', { project_id: 'x'.repeat(51) }, { success: false, msg: 'Wrong input' }],
  ];
  for (const [what, changes, answer] of refusals) {
    it(`sells nothing ${what}`, async () => {
      assert.deepEqual((await buy(sandbox, changes)).body, answer);
      assert.deepEqual([await wallet(), (await state(sandbox)).purchases], [5000, []]);
      assert.equal((await buy(sandbox)).body.success, true, 'and a project id that was refused is not used up');
    });
  }

  it('sells at the ceiling, and under a project id of 50 characters', async () => {
    assert.equal((await buy(sandbox, { price: 1000, project_id: 'x'.repeat(50) })).body.price, 1000);
  });

  it('sells nothing that the wallet cannot pay', async () => {
    await set(sandbox, { wallet: 999 });
    assert.deepEqual((await buy(sandbox)).body, { success: false, msg: 'Not enough funds' });
    assert.equal(await wallet(), 999);
  });

  it('sells one listing by its id', async () => {
    const { body } = await ask(sandbox, 'search-items-by-name', { names: REDLINE });
    const order = { item_id: body.items[1].item_id, price: 1200, partner: PARTNER, token: TOKEN };
    assert.equal((await ask(sandbox, 'buy-one-p2p', order)).body.price, 1200);
    assert.deepEqual((await ask(sandbox, 'buy-one-p2p', order)).body, { success: false, msg: 'Item sold' });
  });

  it('finds up to 100 purchases, and leaves the rest out without a word', async () => {
    await buy(sandbox, { project_id: 'a' });
    await buy(sandbox, { project_id: 'b' });
    const unknown = Array.from({ length: 99 }, (_, number) => `unknown-${number}`);
    const found = async (id: string[]) =>
      (await ask(sandbox, 'check-many-project-id', { id })).body.trades.map((trade: Body) => trade.project_id);
    assert.deepEqual(await found(['a', ...unknown, 'b']), ['a']);
    assert.deepEqual(await found(['b', 'a', ...unknown]), ['b', 'a']);
    assert.deepEqual((await ask(sandbox, 'check-many-project-id', { id: 'never' })).body, {
      success: true,
      trades: [],
    });
    assert.deepEqual((await ask(sandbox, 'check-many-steam', { id: '1' })).body, { success: true, trades: [] });
    assert.equal((await ask(sandbox, 'check-many-steam')).body.success, false);
  });

  it('lists what was bought, the latest first', async () => {
    await buy(sandbox, { project_id: 'a' });
    await buy(sandbox, { project_id: 'b', partner: '7' });
    const { history } = (await ask(sandbox, 'history')).body;
    assert.deepEqual(
      history.map(({ price, partner, status }: Body) => [price, partner, status]),
      [
        [1200, 7, 0],
        [1000, Number(PARTNER), 0],
      ],
    );
    assert.equal((await ask(sandbox, 'history', { partner: '7' })).body.history.length, 1);
    assert.equal((await ask(sandbox, 'history', { skip: 1 })).body.history[0].price, 1000);
    const body = JSON.stringify({ skip: 0, start: '2026-11-01', end: '2026-12-01', sort: 'ASC' });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    const { data } = (await ask(sandbox, 'my-history', {}, init)).body;
    assert.deepEqual(
      data.trades.map(({ price, action }: Body) => [price, action]),
      [
        [1000, 'buy'],
        [1200, 'buy'],
      ],
    );
  });

  it('knows trade URLs', async () => {
    const check = async (tradelink: unknown) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
      return (await ask(sandbox, 'check-tradelink', {}, { ...init, body: JSON.stringify({ tradelink }) })).body;
    };
    const tradelink = `https://steamcommunity.com/tradeoffer/new/?partner=${PARTNER}&token=${TOKEN}`;
    assert.deepEqual(await check(tradelink), {
      success: true,
      link: tradelink,
      token: TOKEN,
      steamid32: Number(PARTNER),
      steamid64: '76561198000000002',
    });
    for (const wrong of [undefined, 5, '', `${tradelink} `, tradelink.replace('https', 'http')]) {
      assert.deepEqual(await check(wrong), { success: false, msg: 'Invalid tradelink' });
    }
  });
});
