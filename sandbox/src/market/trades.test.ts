import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { control } from '../../test/control.ts';
import { ask, type Body, buy, buyAndMove, REDLINE, set, state } from '../../test/market.ts';
import { type Sandbox, startSandbox } from '../index.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const WEEK_SECONDS = WEEK_MS / 1000;

describe('trades of the marketplace', () => {
  let sandbox: Sandbox;
  let nowMs: number;
  beforeEach(async () => {
    nowMs = Date.parse('2026-11-16T12:00:00Z');
    sandbox = await startSandbox({ port: 0, now: () => new Date(nowMs) });
    await set(sandbox, { stock: { name: REDLINE, prices: [1000, 1200, 1500] }, wallet: 5000 });
  });
  afterEach(() => sandbox.close());

  const trade = async (projectId: string): Promise<Body> =>
    (await ask(sandbox, 'check-many-project-id', { id: projectId })).body.trades[0];
  const wallet = async () => (await ask(sandbox, 'user')).body.user.wallet as number;
  const short = ({ status, done, reason, trade_id, release_date, is_released }: Body) => ({
    status,
    done,
    reason,
    hasOffer: trade_id !== null,
    release_date,
    is_released,
  });

  it('go through their statuses as they are moved', async () => {
    const open = { done: false, reason: null, release_date: null, is_released: false };
    const release_date = new Date(nowMs + WEEK_MS).toISOString();
    await buy(sandbox);
    const seen = [short(await trade('wd_1_1'))];
    for (const to of ['notified', 'preparing', 'confirming', 'sent', 'accepted', 'completed']) {
      await set(sandbox, { move: { projectId: 'wd_1_1', to } });
      seen.push(short(await trade('wd_1_1')));
    }
    assert.deepEqual(seen, [
      { ...open, status: 0, hasOffer: false },
      { ...open, status: 1, hasOffer: false },
      { ...open, status: 2, hasOffer: false },
      { ...open, status: 3, hasOffer: true },
      { ...open, status: 4, hasOffer: true },
      { ...open, status: 4, hasOffer: true, release_date },
      { ...open, status: 5, hasOffer: true, release_date, done: true },
    ]);
    assert.equal(await wallet(), 4000);
  });

  it('are moved by the id of the purchase too, and may leave steps out, but never go back', async () => {
    const id = await buyAndMove(sandbox, 'a');
    await set(sandbox, { move: { id, to: 'sent' } });
    const response = await control(sandbox, 'market', { move: { id, to: 'notified' } });
    assert.equal(response.status, 400);
    assert.deepEqual(await response.json(), { error: `Purchase ${id} is sent and cannot become notified.` });
    assert.equal((await control(sandbox, 'market', { move: { id: 1, to: 'sent' } })).status, 400);
    assert.equal((await trade('a')).status, 4);
  });

  it('that fail give the money back, the item to the seller, and a reason', async () => {
    await buyAndMove(sandbox, 'seller', 'failed');
    await buyAndMove(sandbox, 'buyer', 'sent', 'failed');
    await buyAndMove(sandbox, 'link');
    await set(sandbox, { move: { projectId: 'link', to: 'failed', reason: 'Invalid tradelink' } });
    assert.deepEqual(
      await Promise.all(
        ['seller', 'buyer', 'link'].map(async (id) => [(await trade(id)).status, (await trade(id)).reason]),
      ),
      [
        [6, 'Seller failed to accept'],
        [6, 'Buyer failed to accept'],
        [6, 'Invalid tradelink'],
      ],
    );
    assert.equal((await trade('seller')).done, true);
    assert.equal(await wallet(), 5000);
    const { body } = await ask(sandbox, 'search-items-by-name', { names: REDLINE });
    assert.deepEqual(
      body.items.map(({ price }: Body) => price),
      [1000, 1200, 1500],
    );
    assert.deepEqual(
      (await state(sandbox)).purchases.map(({ refunded }) => refunded),
      [1000, 1000, 1000],
    );
  });

  it('that nobody touches are given up after six minutes, offers that nobody accepts after fifteen', async () => {
    await buyAndMove(sandbox, 'untouched');
    await buyAndMove(sandbox, 'sent', 'sent');
    await buyAndMove(sandbox, 'accepted', 'accepted');
    const statuses = async () =>
      Promise.all(['untouched', 'sent', 'accepted'].map(async (id) => (await trade(id)).status));
    nowMs += 6 * 60_000 - 1;
    assert.deepEqual(await statuses(), [0, 4, 4]);
    nowMs += 1;
    assert.deepEqual(await statuses(), [6, 4, 4]);
    nowMs += 9 * 60_000;
    assert.deepEqual(await statuses(), [6, 6, 4]);
    assert.deepEqual(
      [(await trade('untouched')).reason, (await trade('sent')).reason],
      ['Seller failed to accept', 'Buyer failed to accept'],
    );
  });

  it('are released a week after they were accepted', async () => {
    await buyAndMove(sandbox, 'a', 'accepted');
    await buyAndMove(sandbox, 'b', 'completed');
    nowMs += WEEK_MS - 1;
    assert.deepEqual([(await trade('a')).status, (await trade('b')).is_released], [4, false]);
    nowMs += 1;
    for (const id of ['a', 'b']) {
      const { status, is_released, done } = await trade(id);
      assert.deepEqual([status, is_released, done], [5, true, true]);
    }
  });

  it('can be reversed until they are released, also when they are completed', async () => {
    await buyAndMove(sandbox, 'accepted', 'accepted', 'reversed');
    await buyAndMove(sandbox, 'completed', 'completed', 'reversed');
    await buyAndMove(sandbox, 'released', 'completed');
    nowMs += WEEK_MS;
    const late = await control(sandbox, 'market', { move: { projectId: 'released', to: 'reversed' } });
    assert.equal(late.status, 400);
    for (const id of ['accepted', 'completed']) {
      assert.deepEqual(
        [(await trade(id)).status, (await trade(id)).done, (await trade(id)).reason],
        [6, true, 'Trade was rolled back by the seller'],
      );
    }
    // Those of 1000 and 1200 came back, that of 1500 did not.
    assert.equal(await wallet(), 3500);
    const early = await buyAndMove(sandbox, 'never', 'sent').catch(() => 'sold out');
    assert.equal(early, 'sold out', 'what was reversed is not for sale again');
  });

  it('cost whoever reverses what was bought', async () => {
    await buyAndMove(sandbox, 'a', 'completed');
    await set(sandbox, { move: { projectId: 'a', to: 'reversed', by: 'buyer' } });
    const { penalties } = await trade('a');
    assert.deepEqual(penalties, { rollback_fee: 20, rollback_penalty: 50, total_penalty: 70 });
    assert.equal(await wallet(), 4930);
  });

  it('cannot be reversed before they are accepted, nor fail after', async () => {
    await buyAndMove(sandbox, 'a', 'sent');
    assert.equal((await control(sandbox, 'market', { move: { projectId: 'a', to: 'reversed' } })).status, 400);
    await set(sandbox, { move: { projectId: 'a', to: 'accepted' } });
    assert.equal((await control(sandbox, 'market', { move: { projectId: 'a', to: 'failed' } })).status, 400);
  });

  it('have a clock that can be held and put forward over the wire', async () => {
    await set(sandbox, { clock: { hold: true } });
    nowMs += WEEK_MS;
    await buyAndMove(sandbox, 'a', 'accepted');
    assert.equal((await state(sandbox)).now, '2026-11-16T12:00:00.000Z');
    await set(sandbox, { clock: { advanceSeconds: WEEK_SECONDS } });
    assert.equal((await trade('a')).status, 5);
    await set(sandbox, { clock: { hold: false } });
    nowMs += 1000;
    assert.equal((await state(sandbox)).now, '2026-11-23T12:00:01.000Z');
  });
});

describe('sellers that act by themselves', () => {
  const NAMES = [
    'AK-47 | Redline (Field-Tested)',
    'Fracture Case',
    'Sticker | FURIA | Rio 2022',
    'Special Agent Ava | FBI',
  ];

  /** Counts how purchases end on a marketplace that is left alone for a while. */
  async function endings(seed: string, sellers: object): Promise<[string, string | null][]> {
    const sandbox = await startSandbox({
      port: 0,
      seed,
      sellers: 'automatic',
      now: () => new Date('2026-11-16T12:00:00Z'),
    });
    try {
      await set(sandbox, { sellers });
      for (let number = 0; number < 24; number += 1) {
        await set(sandbox, { restock: true });
        await buy(sandbox, { name: NAMES[number % NAMES.length], project_id: `p${number}` });
      }
      await set(sandbox, { clock: { advanceSeconds: 3600 } });
      const { purchases, wallet } = await state(sandbox);
      const paid = purchases.reduce((sum, { price, refunded }) => sum + price - refunded, 0);
      assert.equal(wallet, 10_000_000 - paid);
      return purchases.map(({ step, reason }) => [step, reason]);
    } finally {
      await sandbox.close();
    }
  }

  it('have the same luck for the same seed, and another for another', async () => {
    const first = await endings('one', { successPercent: 50 });
    assert.deepEqual(await endings('one', { successPercent: 50 }), first);
    assert.notDeepEqual(await endings('two', { successPercent: 50 }), first);
    assert.deepEqual(new Set(first.map(([step]) => step)), new Set(['accepted', 'failed']));
  });

  it('all deliver, or none does, where that is set', async () => {
    assert.ok((await endings('one', { successPercent: 100 })).every(([step]) => step === 'accepted'));
    const failures = await endings('one', { successPercent: 0 });
    assert.deepEqual(
      new Set(failures.map(([, reason]) => reason)),
      new Set(['Invalid tradelink', 'Seller failed to accept', 'Buyer failed to accept']),
    );
  });

  it('take every step in its time', async (t) => {
    let nowMs = Date.parse('2026-11-16T12:00:00Z');
    const sandbox = await startSandbox({ port: 0, sellers: 'automatic', now: () => new Date(nowMs) });
    t.after(() => sandbox.close());
    await set(sandbox, { sellers: { successPercent: 100, stepSeconds: 10 } });
    await buy(sandbox);
    const seen = new Set<number>();
    for (let second = 0; second < 76; second += 1) {
      nowMs += 1000;
      for (const { status } of (await state(sandbox)).purchases) seen.add(status);
    }
    const [purchase] = (await state(sandbox)).purchases;
    assert.deepEqual([...seen], [0, 1, 2, 3, 4]);
    assert.equal(purchase?.step, 'accepted');
  });

  it('stop when they are told to wait, or when a hand moves what they sell', async (t) => {
    const sandbox = await startSandbox({ port: 0, sellers: 'automatic', now: () => new Date('2026-11-16T12:00:00Z') });
    t.after(() => sandbox.close());
    await set(sandbox, { sellers: { successPercent: 100 } });
    await buyAndMove(sandbox, 'by-hand', 'preparing');
    const moved = await set(sandbox, { clock: { advanceSeconds: 300 } });
    assert.equal(moved.purchases[0]?.status, 2);
    await buy(sandbox, { project_id: 'told-to-wait' });
    await set(sandbox, { sellers: { mode: 'manual' } });
    const { purchases } = await set(sandbox, { clock: { advanceSeconds: 300 } });
    assert.equal(purchases[1]?.status, 0);
  });
});
