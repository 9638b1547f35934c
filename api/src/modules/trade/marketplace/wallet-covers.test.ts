import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useTestDatabase } from '../../../../test/support/use-test-database.ts';
import { sql } from '../../../platform/database/sql.ts';
import { OutsideError } from '../../../platform/outbound/outside-error.ts';
import { walletCovers } from './index.ts';

const db = useTestDatabase();

const covers = (heldCoins: number | null, coins: number) => {
  const walletCoins = async () => heldCoins ?? Promise.reject(new OutsideError('UNKNOWN', 'no answer'));
  return walletCovers({ db, marketplace: { walletCoins } }, coins);
};
const openAlerts = async () =>
  (
    await db.query<{ details: { neededCoins: number; heldCoins: number } }>(
      sql`select details from alerts where kind = 'MARKET_WALLET_LOW' and resolved_at is null`,
    )
  ).map(({ details }) => [details.neededCoins, details.heldCoins]);

test('a low wallet has an alert until it is filled, and a silent one stops nobody', async () => {
  assert.equal(await covers(1_000, 1_000), true);
  assert.deepEqual(await openAlerts(), []);
  assert.equal(await covers(999, 1_000), false);
  assert.deepEqual(await openAlerts(), [[1_000, 999]]);
  const [told] = await db.query<{ message: string }>(sql`select message from alerts`);
  assert.match(String(told?.message), /withdrawals .* wait for review .* site swaps .* are refused/);
  assert.deepEqual([await covers(999, 10), await covers(null, 5_000)], [true, true]);
  assert.deepEqual(await openAlerts(), [[1_000, 999]]);
  assert.equal(await covers(1_000, 10), true);
  assert.deepEqual(await openAlerts(), []);
});
