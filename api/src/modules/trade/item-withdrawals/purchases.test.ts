import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setMarket } from '../../../../test/support/purchases.ts';
import { use } from '../../../../test/support/use-app.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { insertOneHeld } from '../../assets/inventory/test-support.ts';
import {
  createWithdrawer,
  insertNamed,
  openWithdrawals,
  PRICE_COINS,
  resetMarket,
  withdraw,
  withdrawalsOf,
  withItem,
} from './test-support.ts';

const LOOK_EVERY_MS = 30_000;
const REDLINE = 'AK-47 | Redline (Field-Tested)';
const OTHER = `StatTrak™ ${REDLINE}`;

const bench = use(openWithdrawals, (opened) => opened.close());
let itemId: Id<'item'>;
before(async () => {
  await resetMarket(bench);
  itemId = await insertNamed(bench.app.db, REDLINE);
  for (const name of [REDLINE, OTHER]) {
    await setMarket(bench.sandbox, { stock: { name, prices: Array(9).fill(PRICE_COINS) } });
  }
});

/** The purchase stays on its way until `arrive` lets it reach the marketplace. */
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

test('a purchase that the marketplace does not know after two minutes releases the item', async () => {
  const { lookFor } = await withdrawSlowly();
  assert.deepEqual(await lookFor(90_000), ['PENDING', 'LOCKED']);
  assert.deepEqual(await lookFor(30_000), ['FAILED', 'AVAILABLE']);
});

async function withdrawOne(faults: object[]) {
  await setMarket(bench.sandbox, { faults });
  const person = await createWithdrawer(bench);
  const { body } = await withdraw(bench, person, await insertOneHeld(bench.app.db, person.userId, itemId));
  return body;
}
const alertsOf = (id: string) =>
  bench.app.db.query(sql`
    select level, details ->> 'asked' as asked, details ->> 'bought' as bought from alerts
    where kind = 'WITHDRAWAL_OTHER_ITEM' and key = ${id}`);

test('the purchase of another item raises an alert', async () => {
  const { success, withdrawalId } = await withdrawOne([{ fault: 'partial-match', path: 'buy-one-p2p-name' }]);
  assert.equal(success, true);
  assert.deepEqual(await alertsOf(withdrawalId), [{ level: 'CRITICAL', asked: REDLINE, bought: OTHER }]);
});

test('it does so if the answer is lost and the purchase is found by its project id', async () => {
  const lost = { fault: 'partial-match', path: 'buy-one-p2p-name' };
  const { buy } = bench.market;
  bench.market.buy = async (order) => {
    await buy(order);
    throw new Error('the answer was lost');
  };
  try {
    const { success, withdrawalId } = await withdrawOne([lost]);
    assert.equal(success, false);
    bench.clock.advance(180_000);
    await bench.app.orders.settleDue();
    assert.deepEqual(await alertsOf(withdrawalId), [{ level: 'CRITICAL', asked: REDLINE, bought: OTHER }]);
  } finally {
    bench.market.buy = buy;
  }
});

test('the purchase of the requested item raises no alert', async () => {
  const { success, withdrawalId } = await withdrawOne([]);
  assert.equal(success, true);
  assert.deepEqual(await alertsOf(withdrawalId), []);
});
