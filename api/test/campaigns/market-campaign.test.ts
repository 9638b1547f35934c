import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemWithdrawalsConstraintErrors } from '../../src/modules/trade/item-withdrawals/item-withdrawals.records.ts';
import { assertItemWithdrawalsSound } from '../../src/modules/trade/item-withdrawals/test-support.ts';
import { openDatabase } from '../../src/platform/database/db.ts';
import { silentLogger as logger } from '../../src/platform/observability/logger.ts';
import { createTestDatabase } from '../support/databases.ts';
import { PATIENCE } from '../support/patience.ts';
import { runMarketCampaign } from './market-campaign.ts';

/** This is the short form of `npm run campaign -- market`. */
test('under every fault of the marketplace nothing is bought twice, and nothing is lost', async (t) => {
  const database = await createTestDatabase();
  const db = openDatabase({
    address: database.url,
    logger,
    patience: PATIENCE,
    constraintErrors: itemWithdrawalsConstraintErrors,
  });
  t.after(async () => {
    await db.close();
    await database.drop();
  });
  const { faults, bought, refused, ...flaws } = await runMarketCampaign({ db, purchases: 60, waitMs: 100 });
  assert.deepEqual(flaws, { purchases: 60, doubleBuys: 0, lostItems: 0, heldItems: 0, differing: 0 });
  assert.equal(bought + refused, 60);
  await assertItemWithdrawalsSound(db);
  assert.ok(faults > 20 && bought > 0 && refused > 0, `${faults} faults, ${bought} bought, ${refused} refused`);
});
