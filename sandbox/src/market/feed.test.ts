import assert from 'node:assert/strict';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { control } from '../../test/control.ts';
import { ask, type Body, buy, buyAndMove, type Listener, listen, REDLINE, set, state } from '../../test/market.ts';
import { type Sandbox, startSandbox } from '../index.ts';

const NOW = '2026-11-16T12:00:00.000Z';

describe('the feed of the marketplace', () => {
  let sandbox: Sandbox;
  let listeners: Listener[];
  beforeEach(async () => {
    listeners = [];
    sandbox = await startSandbox({ port: 0, now: () => new Date(NOW) });
  });
  afterEach(async () => {
    for (const { socket } of listeners) socket.disconnect();
    await sandbox.close();
  });

  async function connected(options: object = {}): Promise<Listener> {
    const listener = await listen(sandbox, options);
    listeners.push(listener);
    return listener;
  }
  async function statuses(listener: Listener, count: number): Promise<number[]> {
    const seen: number[] = [];
    while (seen.length < count) seen.push((await listener.next()).data.items[0].status);
    return seen;
  }
  const move = (to: string) => set(sandbox, { move: { projectId: 'wd_1_1', to } });

  it('tells of a purchase and of everything that becomes of it', async () => {
    const feed = await connected();
    const { id, price } = (await buy(sandbox)).body;
    const { type, data } = await feed.next();
    assert.equal(type, 'create');
    assert.notEqual(data.id, String(id), 'the trade has a number of its own');
    assert.deepEqual(Object.keys(data), [
      'id',
      'costum_id',
      'stage',
      'creator',
      'boxed',
      'send_until',
      'last_updated',
      'done',
      'now',
      'user',
      'seller',
      'items',
    ]);
    assert.deepEqual([data.stage, data.done, data.now, data.send_until], [1, false, NOW, '2026-11-16T12:06:00.000Z']);
    assert.deepEqual(Object.keys(data.user), ['id', 'name', 'avatar', 'can_p2p', 'kyc_status']);
    assert.deepEqual(Object.keys(data.seller), [
      'id',
      'name',
      'avatar',
      'can_p2p',
      'kyc_status',
      'shop',
      'auto',
      'success_trades',
      'failed_trades',
    ]);
    const [item] = data.items;
    assert.deepEqual(
      { ...item, item_id: typeof item.item_id, image: typeof item.image },
      {
        id,
        price,
        name: REDLINE,
        status: 0,
        merchant: null,
        item_id: 'number',
        trade_id: null,
        image: 'string',
        sent_time: null,
      },
    );
    for (const to of ['sent', 'accepted', 'reversed']) await move(to);
    const sent = await feed.next();
    assert.deepEqual([sent.type, sent.data.items[0].status, sent.data.items[0].sent_time], ['update', 4, NOW]);
    assert.match(sent.data.items[0].trade_id, /^\d+$/);
    const accepted = (await feed.next()).data;
    assert.deepEqual(
      [accepted.stage, accepted.release_date, accepted.is_released, accepted.items[0].status],
      [9, '2026-11-23T12:00:00.000Z', false, 4],
    );
    const reversed = (await feed.next()).data;
    assert.deepEqual([reversed.stage, reversed.done, reversed.items[0].status], [6, true, 6]);
  });

  it('tells what is in the wallet', async () => {
    const feed = await connected();
    const heard = once(feed.socket as never, 'change_user');
    await set(sandbox, { wallet: 77 });
    assert.deepEqual(await heard, [{ wallet: 77 }]);
  });

  it('lets in who has the key in the header, by websocket', async () => {
    for (const authorization of ['wrong', `Bearer ${sandbox.marketApiKey}`]) {
      await assert.rejects(connected({ extraHeaders: { authorization } }), { message: 'wrong api' });
    }
    await assert.rejects(connected({ extraHeaders: {} }), { message: 'wrong api' });
    await assert.rejects(connected({ transports: ['polling'] }));
    await connected();
    assert.equal((await state(sandbox)).feed.connections, 1);
  });

  it('lets nobody in while it is told not to', async () => {
    await set(sandbox, { feed: { accepts: false } });
    await assert.rejects(connected(), { message: 'Try again later' });
    await set(sandbox, { feed: { accepts: true } });
    await connected();
  });

  it('ends its connections at once, or with the next news, which is lost', async () => {
    const first = await connected();
    const ended = once(first.socket as never, 'disconnect');
    await set(sandbox, { feed: { disconnect: true } });
    await ended;
    const second = await connected();
    const endedToo = once(second.socket as never, 'disconnect');
    await set(sandbox, { feed: { faults: [{ fault: 'disconnect', times: 1 }] } });
    await buy(sandbox);
    await endedToo;
    const third = await connected();
    await move('notified');
    assert.deepEqual(await statuses(third, 1), [1]);
    assert.equal(second.waiting(), 0);
  });

  it('says things twice', async () => {
    const feed = await connected();
    await set(sandbox, { feed: { faults: [{ fault: 'duplicate', times: 1 }] } });
    await buyAndMove(sandbox, 'wd_1_1', 'sent');
    assert.deepEqual(await statuses(feed, 3), [0, 0, 4]);
  });

  it('says things in the wrong order', async () => {
    const feed = await connected();
    await buy(sandbox);
    await set(sandbox, { feed: { faults: [{ fault: 'reorder', times: 1 }] } });
    await move('sent');
    assert.equal((await state(sandbox)).feed.held, 1);
    await move('completed');
    assert.deepEqual(await statuses(feed, 3), [0, 5, 4]);
  });

  it('says things late, when they are released', async () => {
    const feed = await connected();
    await set(sandbox, { feed: { faults: [{ fault: 'late', times: 2 }] } });
    await buyAndMove(sandbox, 'wd_1_1', 'notified', 'sent');
    assert.deepEqual(await statuses(feed, 1), [4]);
    assert.equal((await state(sandbox)).feed.held, 2);
    await set(sandbox, { feed: { release: true } });
    assert.deepEqual(await statuses(feed, 2), [0, 1]);
  });

  it('contradicts itself', async () => {
    const feed = await connected();
    await buyAndMove(sandbox, 'wd_1_1', 'accepted');
    await set(sandbox, { feed: { faults: [{ fault: 'contradict' }] } });
    await move('completed');
    await move('reversed');
    assert.deepEqual(await statuses(feed, 6), [0, 4, 5, 6, 6, 5]);
  });

  it('lies: it tells of the opposite end alone, and who asks is told the truth', async () => {
    const feed = await connected();
    const { id } = (await buy(sandbox)).body;
    await set(sandbox, { feed: { faults: [{ fault: 'lie', times: 1 }] } });
    await move('notified');
    await move('sent');
    assert.deepEqual(await statuses(feed, 3), [0, 6, 4]);
    const { body } = await ask(sandbox, 'check-many-steam', { id });
    assert.equal(body.trades[0].status, 4);
  });

  it('is silent about some things', async () => {
    const feed = await connected();
    await set(sandbox, { feed: { faults: [{ fault: 'silent', times: 1 }] } });
    await buyAndMove(sandbox, 'wd_1_1', 'notified');
    assert.deepEqual(await statuses(feed, 1), [1]);
  });

  it('says what makes no sense, and whatever it is told to say', async () => {
    const feed = await connected();
    await set(sandbox, { feed: { faults: [{ fault: 'malformed', times: 1 }] } });
    await buy(sandbox);
    assert.deepEqual(await feed.next(), { type: 'create', data: { id: null, items: 'none' } });
    const news = { type: 'update', data: { id: '1', items: [{ id: 1, status: 5 }] } };
    await set(sandbox, { feed: { send: news } });
    assert.deepEqual(await feed.next(), news);
  });

  it('has faults by chance, the same for the same seed', async () => {
    async function said(seed: string): Promise<number[]> {
      const other = await startSandbox({ port: 0, seed, now: () => new Date(NOW) });
      const feed = await listen(other);
      await set(other, { feed: { faults: [{ fault: 'duplicate', probability: 0.5 }] } });
      const ids: number[] = [];
      for (let number = 0; number < 20; number += 1) {
        await set(other, { restock: true });
        ids.push((await buy(other, { project_id: `p${number}` })).body.id);
      }
      await set(other, { feed: { send: { type: 'end' } } });
      const heard: Body[] = [];
      for (let message = await feed.next(); message.type !== 'end'; message = await feed.next()) heard.push(message);
      feed.socket.disconnect();
      await other.close();
      return ids.map((id) => heard.filter(({ data }) => data.items[0].id === id).length);
    }
    const first = await said('one');
    assert.deepEqual(await said('one'), first);
    assert.notDeepEqual(await said('two'), first);
    assert.deepEqual(new Set(first), new Set([1, 2]));
  });

  it('tells what sellers do by themselves, without anybody asking', async (t) => {
    const other = await startSandbox({ port: 0, sellers: 'automatic' });
    t.after(() => other.close());
    const feed = await listen(other);
    t.after(() => feed.socket.disconnect());
    await set(other, { sellers: { stepSeconds: 0, successPercent: 100 } });
    await buy(other);
    assert.deepEqual(await statuses(feed, 6), [0, 1, 2, 3, 4, 4]);
  });

  it('refuses settings that it does not know', async () => {
    for (const feed of [{}, { faults: [{ fault: 'loud' }] }, { faults: {} }, { disconnect: false }, { silent: true }]) {
      assert.equal((await control(sandbox, 'market', { feed })).status, 400, JSON.stringify(feed));
    }
  });

  it('keeps nobody from closing the sandbox', async () => {
    const feed = await connected();
    const ended = once(feed.socket as never, 'disconnect');
    await sandbox.close();
    await ended;
  });
});
