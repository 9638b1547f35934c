import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setMarket } from '../../../../../test/support/purchases.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { insertOneHeld } from '../../../assets/inventory/test-support.ts';
import {
  createWithdrawer,
  insertNamed,
  openWithdrawals,
  PRICE_COINS,
  resetMarket,
  type WithdrawalsBench,
  withdraw,
} from '../test-support.ts';

const REDLINE = 'AK-47 | Redline (Field-Tested)';
const OTHER = `StatTrak™ ${REDLINE}`;

let bench: WithdrawalsBench;
let itemId: Id<'item'>;
before(async () => {
  bench = await openWithdrawals();
  await resetMarket(bench);
  itemId = await insertNamed(bench.app.db, REDLINE);
  for (const name of [REDLINE, OTHER]) {
    await setMarket(bench.sandbox, { stock: { name, prices: Array(9).fill(PRICE_COINS) } });
  }
});
after(() => bench.close());

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

test('another item than the one that was asked for calls a person', async () => {
  const { success, withdrawalId } = await withdrawOne([{ fault: 'partial-match', path: 'buy-one-p2p-name' }]);
  assert.equal(success, true);
  assert.deepEqual(await alertsOf(withdrawalId), [{ level: 'CRITICAL', asked: REDLINE, bought: OTHER }]);
});

test('so it does where the answer is lost, and the purchase is found by its project id', async () => {
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

test('the item that was asked for calls nobody', async () => {
  const { success, withdrawalId } = await withdrawOne([]);
  assert.equal(success, true);
  assert.deepEqual(await alertsOf(withdrawalId), []);
});
