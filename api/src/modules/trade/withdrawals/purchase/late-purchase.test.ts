import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  openWithdrawals,
  resetMarket,
  type WithdrawalsBench,
  withdraw,
  withdrawalsOf,
  withItem,
} from '../test-support.ts';

const LOOK_EVERY_MS = 30_000;

let bench: WithdrawalsBench;
before(async () => {
  bench = await openWithdrawals();
  await resetMarket(bench);
});
after(() => bench.close());

/** Asks for a withdrawal whose purchase stays on its way; `arrive` lets it come to the marketplace. */
async function withdrawSlowly() {
  const { person, id } = await withItem(bench);
  const { buy } = bench.market;
  let arrive = async () => {};
  bench.market.buy = async (order) => {
    arrive = async () => void (await buy(order));
    throw new Error('no answer came');
  };
  try {
    await withdraw(bench, person, id);
  } finally {
    bench.market.buy = buy;
  }
  const lookFor = async (durationMs: number) => {
    for (let waitedMs = 0; waitedMs < durationMs; waitedMs += LOOK_EVERY_MS) {
      bench.clock.advance(LOOK_EVERY_MS);
      await bench.app.orders.settleDue();
    }
    const [withdrawal] = await withdrawalsOf(bench.app.db, id);
    return [withdrawal?.status, withdrawal?.itemStatus];
  };
  return { arrive: () => arrive(), lookFor };
}

test('a purchase that reaches the marketplace within two minutes is waited for', async () => {
  const { arrive, lookFor } = await withdrawSlowly();
  assert.deepEqual(await lookFor(90_000), ['PENDING', 'LOCKED']);
  await arrive();
  assert.deepEqual(await lookFor(30_000), ['WAITING_SELLER', 'LOCKED']);
});

test('one that the marketplace does not know after two minutes gives the item back', async () => {
  const { lookFor } = await withdrawSlowly();
  assert.deepEqual(await lookFor(90_000), ['PENDING', 'LOCKED']);
  assert.deepEqual(await lookFor(30_000), ['FAILED', 'AVAILABLE']);
});
