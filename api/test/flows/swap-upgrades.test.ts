import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MarketTrade } from '../../src/modules/trade/marketplace/index.ts';
import { followTrades } from '../../src/modules/trade/swaps/deliveries/follow-trades.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { silentLogger as logger } from '../../src/platform/observability/logger.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import { createCall } from '../support/calls.ts';
import { TEST_KEYS } from '../support/committed-seeds.ts';
import { createAdmin } from '../support/people.ts';
import { openBefore, PEOPLE_AND_ITEMS, run, startApp } from '../support/upgrades.ts';

/** Site swaps of the version before 0060, which meet the rule that no swap raises what its user owns. */

interface OldSwap {
  status: 'COMPLETED' | 'PENDING' | 'FAILED';
  targetCents: number;
  /** What its user was better off by. */
  gainCents: number;
}

/** As a process of the version before 0060 has written it, of the first user. */
const oldSwap = (n: number, { status, targetCents, gainCents }: OldSwap): string => {
  const isBought = status === 'COMPLETED';
  const creditCents = Math.max(1_000 - targetCents, 0);
  const orderStatus = { COMPLETED: 'BOUGHT', PENDING: 'UNKNOWN', FAILED: 'REFUSED' }[status];
  const itemStatus = { COMPLETED: 'SOLD', PENDING: 'IN_SWAP', FAILED: 'AVAILABLE' }[status];
  return `
    insert into inventory_items (user_id, item_id, status, source_type, source_id)
    values (1, 1, '${itemStatus}', 'ADMIN', 'given ${n}');
    insert into orders (kind, project_id, ask, status, bought, refusal, requested_at, sent_at, settled_at, lease_owner, lease_until)
    values ('SITE_SWAP', 'sw_${n}', '{"name": "Target", "maxCoins": 3300}', '${orderStatus}',
      ${isBought ? `'{"marketId": "m${n}", "priceCoins": 3000, "name": "Target"}'` : 'null'},
      ${status === 'FAILED' ? `'Item sold'` : 'null'}, now() - interval '1 day', now() - interval '1 day',
      ${status === 'PENDING' ? 'null' : `now() - interval '1 day'`}, 'nobody', now() - interval '1 day');
    ${
      isBought
        ? `insert into inventory_items (user_id, item_id, source_type, source_id) values (1, 2, 'SITE_SWAP', '${n}');`
        : ''
    }
    insert into site_swaps (user_id, item_id, order_id, project_id, status, given_cents, target_cents, credit_cents, gain_cents,
      quoted_coins, max_coins, paid_coins, market_id, received_id, failure_reason, created_at, settled_at)
    select 1, 2, (select max(id) from orders), 'sw_${n}', '${status}', 1000, ${targetCents}, ${creditCents}, ${gainCents}, 3000, 3300,
      ${isBought ? `3000, 'm${n}', (select id from inventory_items where source_type = 'SITE_SWAP' and source_id = '${n}')` : 'null, null, null'},
      ${status === 'FAILED' ? `'Item sold'` : 'null'}, now() - interval '1 day',
      ${status === 'PENDING' ? 'null' : `(select settled_at from orders order by id desc limit 1)`};
    insert into site_swap_items (site_swap_id, inventory_item_id, item_id, value_cents, is_taken)
    select ${n}, id, 1, 1000, ${status !== 'FAILED'} from inventory_items where source_id = 'given ${n}';
    ${isBought ? `insert into site_swap_trades (site_swap_id, bought_at) select id, settled_at from site_swaps where id = ${n};` : ''}
    ${
      isBought && creditCents > 0
        ? `insert into transfers (user_id, debit_account, credit_account, amount_cents, type, reason, reference_type, reference_id)
           values (1, 'SYSTEM', 'USER', ${creditCents}, 'SWAP_CHANGE', 'x', 'SITE_SWAP', '${n}');
           update accounts set balance_cents = balance_cents + ${creditCents}, transfer_count = transfer_count + 1 where user_id = 1;`
        : ''
    }`;
};

const failedTrade = (marketId: string): MarketTrade => ({
  marketId,
  projectId: null,
  priceCoins: 3_000,
  name: 'Target',
  status: 6,
  tradeId: null,
  done: true,
  isReleased: false,
  releaseDate: null,
  reason: null,
  sellerName: null,
  sendUntil: null,
});

test('site swaps that were priced by the market stay as they were under 0060 and 0061, and go on', async () => {
  const { db, upgrade } = await openBefore('0060');
  await run(
    db,
    PEOPLE_AND_ITEMS +
      oldSwap(1, { status: 'COMPLETED', targetCents: 900, gainCents: 600 }) +
      // A tenth more than what was given, as it was allowed then.
      oldSwap(2, { status: 'COMPLETED', targetCents: 1_100, gainCents: 0 }) +
      oldSwap(3, { status: 'PENDING', targetCents: 950, gainCents: 550 }) +
      oldSwap(4, { status: 'FAILED', targetCents: 1_000, gainCents: 500 }),
  );
  await upgrade();
  assert.deepEqual(
    await db.query(
      sql`select id, worth_cents as worth, over_cents as over, priced_by_market as old from site_swaps order by id`,
    ),
    [
      { id: '1', worth: '1500', over: '0', old: true },
      { id: '2', worth: '1000', over: '0', old: true },
      { id: '3', worth: '1500', over: '0', old: true },
      { id: '4', worth: '1500', over: '0', old: true },
    ],
  );
  assert.deepEqual(await findViolations(db, { keys: TEST_KEYS }), []);

  const app = await startApp();
  const call = createCall(app.http);
  const admin = await createAdmin(db);
  // The purchase of the third is settled by the new version, and the first two turn out not to have arrived.
  const [order] = await db.query<{ id: string }>(sql`select order_id as id from site_swaps where id = 3`);
  const ended = await call(admin, 'POST', `/admin/orders/${order?.id}/end`, {
    outcome: 'BOUGHT',
    reason: 'A test',
    reference: 'm3',
    priceCoins: 3_000,
  });
  assert.equal(ended.status, 200, ended.text);
  await followTrades({
    db,
    clock: systemClock,
    logger,
    push: app.realtime,
    notifyUser: () => undefined,
    marketplace: { isConfigured: true, tradesByMarketId: async () => ['m1', 'm2'].map(failedTrade) },
  });
  assert.deepEqual(
    await db.query(
      sql`select site_swap_id as id, resolution, refund_cents as refund from site_swap_returns order by 1`,
    ),
    [
      { id: '1', resolution: 'TAKEN_BACK', refund: '900' },
      { id: '2', resolution: 'TAKEN_BACK', refund: '1000' },
    ],
  );
  assert.deepEqual(await db.query(sql`select status from site_swaps where id = 3`), [{ status: 'COMPLETED' }]);
  // 100 of the first, 50 of the third, and what the two that were undone have cost.
  assert.deepEqual(await db.query(sql`select balance_cents as balance from accounts where user_id = 1`), [
    { balance: '2050' },
  ]);
  assert.deepEqual(await findViolations(db, { keys: TEST_KEYS }), []);
});

test('after 0060 no swap that raises what its user owns can be written, whoever writes it', async () => {
  const { db, upgrade } = await openBefore('0060');
  await run(db, PEOPLE_AND_ITEMS + oldSwap(1, { status: 'PENDING', targetCents: 900, gainCents: 600 }));
  await upgrade();
  const another = (targetCents: number, worthCents: number) =>
    db.query(sql`
      with placed as (
        insert into orders (kind, project_id, ask, requested_at, lease_owner, lease_until)
        values ('SITE_SWAP', ${`sw_${targetCents}`}, '{}', now(), 'nobody', now()) returning id)
      insert into site_swaps (user_id, item_id, order_id, project_id, given_cents, target_cents, credit_cents, worth_cents,
        quoted_coins, max_coins, created_at)
      select 1, 2, id, ${`sw_${targetCents}`}, 1000, ${targetCents}, greatest(1000 - ${targetCents}::bigint, 0), ${worthCents},
        3000, 3000, now() from placed`);
  await assert.rejects(another(900, 901), /site_swaps_no_gain/);
  await assert.rejects(another(1_001, 1_000), /site_swaps_no_gain/);
  await another(900, 900);
});
