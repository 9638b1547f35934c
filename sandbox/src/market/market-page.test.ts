import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { buy, buyAndMove, set, state } from '../../test/market.ts';
import { type Sandbox, startSandbox } from '../index.ts';

describe('the page of the marketplace', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ port: 0, now: () => new Date('2026-11-16T12:00:00Z') });
  });
  afterEach(() => sandbox.close());

  const show = async () => (await fetch(`${sandbox.url}/market`)).text();
  const buttons = (page: string) => [...page.matchAll(/<button name="do" value="([^"]+)"/g)].map(([, value]) => value);
  const touch = (fields: Record<string, string>) =>
    fetch(`${sandbox.url}/market`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

  it('shows the wallet and what was bought', async () => {
    assert.match(await show(), /\$10,000\.00 in the wallet.*Nothing was bought yet/s);
    await set(sandbox, { stock: { name: 'Fracture Case', prices: [1234] } });
    await buy(sandbox, { name: 'Fracture Case', project_id: 'wd_<b>' });
    const page = await show();
    assert.match(page, /\$9,998\.766 in the wallet/);
    assert.match(page, /<h2>Fracture Case<\/h2>.*bought.*\$1\.234 from .*wd_&lt;b&gt;.*until 2026-11-16 12:06:00/s);
    assert.match(page, /<meta name="viewport" content="width=device-width/);
  });

  it('has a button for every step that a trade may take, and for no other', async () => {
    const id = await buyAndMove(sandbox, 'a');
    const offered = async () => buttons((await show()).split('<section')[1] ?? '');
    assert.deepEqual(await offered(), [
      'notified',
      'preparing',
      'confirming',
      'sent',
      'accepted',
      'completed',
      'failed',
    ]);
    for (const step of ['sent', 'completed']) {
      const response = await touch({ id: String(id), do: step });
      assert.deepEqual([response.status, response.headers.get('location')], [303, '/market']);
    }
    assert.deepEqual(await offered(), ['reversed seller', 'reversed buyer']);
    await touch({ id: String(id), do: 'reversed buyer' });
    assert.deepEqual(await offered(), []);
    const [purchase] = (await state(sandbox)).purchases;
    assert.deepEqual([purchase?.status, purchase?.reason], [6, 'Trade was rolled back by the buyer']);
  });

  it('sets time, sellers, stock, wallet and feed', async () => {
    const values = buttons(await show());
    assert.deepEqual(values, [
      'sellers-automatic',
      'hour-later',
      'week-later',
      'fill-wallet',
      'restock',
      'no-faults',
      'drop-feed',
    ]);
    await set(sandbox, { wallet: 1, faults: [{ fault: 'slow' }] });
    for (const value of values) assert.equal((await touch({ do: value ?? '' })).status, 303, value);
    const { now, wallet, faults, sellers } = await state(sandbox);
    assert.deepEqual([now, wallet, faults, sellers.mode], ['2026-11-23T13:00:00.000Z', 10_000_000, [], 'automatic']);
    assert.ok(buttons(await show()).includes('sellers-manual'));
  });

  it('refuses what no button does', async () => {
    const id = await buyAndMove(sandbox, 'a');
    for (const fields of [{}, { do: 'created' }, { do: 'sent', id: '1' }, { do: 'reversed', id: String(id) }]) {
      assert.equal((await touch(fields as Record<string, string>)).status, 400, JSON.stringify(fields));
    }
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"do":"restock"}' };
    assert.equal((await fetch(`${sandbox.url}/market`, json)).status, 400);
  });
});
