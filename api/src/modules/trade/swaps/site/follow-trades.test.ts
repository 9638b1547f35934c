import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type Clock, fixedClock } from '../../../../platform/clock.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { silentLogger as logger } from '../../../../platform/observability/logger.ts';
import { statusesOf } from '../../../assets/inventory/test-support.ts';
import { followTrades } from './follow-trades.ts';
import { createSiteApp, PRICE_CENTS, PRICE_COINS, type SiteApp, TARGET } from './test-support.ts';

const DAY_MS = 24 * 60 * 60_000;

let app: SiteApp;
before(async () => {
  app = await createSiteApp();
});
beforeEach(() => app.stock(...Array(8).fill(PRICE_COINS)));
after(() => app.end());

const follow = (clock: Clock = app.clock) => followTrades({ db: app.db, clock, logger, marketplace: app.marketplace });
const openAlerts = async (swapId: string) =>
  (
    await app.db.query<{ kind: string }>(
      sql`select kind from alerts where key = ${swapId} and kind like 'SITE_SWAP%' and resolved_at is null`,
    )
  ).map(({ kind }) => kind);

async function swapped() {
  const { person, ids } = await app.owner(PRICE_CENTS);
  const { body } = await app.swap(person, ids);
  assert.equal(body.success, true);
  const rows = await app.db.query<{ projectId: string }>(
    sql`select project_id as "projectId" from site_swaps where id = ${body.swapId}`,
  );
  const projectId = rows[0]?.projectId;
  const move = (to: string, more: object = {}) => app.market({ move: { projectId, to, ...more } });
  const outcome = async () =>
    (
      await app.db.query<{ outcome: string | null }>(
        sql`select outcome from site_swap_trades where site_swap_id = ${body.swapId}`,
      )
    )[0]?.outcome;
  return { swapId: body.swapId as string, receivedId: body.receivedInventoryItemId, projectId, move, outcome };
}

test('what does not arrive for the house is told once, and the user keeps the item', async () => {
  const { swapId, receivedId, move, outcome } = await swapped();
  await follow();
  assert.deepEqual([await outcome(), await openAlerts(swapId)], [null, []]);
  await move('failed', { reason: 'Seller did not send' });
  await Promise.all([follow(), follow()]);
  await follow();
  assert.deepEqual([await outcome(), await openAlerts(swapId)], ['CAME_TO_NOTHING', ['SITE_SWAP_NOT_DELIVERED']]);
  const told = sql`select count from alerts where kind = 'SITE_SWAP_NOT_DELIVERED' and key = ${swapId}`;
  assert.deepEqual(await app.db.query(told), [{ count: 1 }]);
  assert.deepEqual(await statusesOf(app.db, [receivedId]), ['AVAILABLE']);
});

test('a delivery is followed until it can no longer be taken back', async () => {
  const kept = await swapped();
  const reversed = await swapped();
  for (const { move } of [kept, reversed]) await move('accepted');
  await follow();
  assert.deepEqual([await kept.outcome(), await reversed.outcome()], [null, null]);
  await reversed.move('reversed', { by: 'seller' });
  await app.market({ clock: { advanceSeconds: (8 * DAY_MS) / 1_000 } });
  await follow();
  assert.deepEqual([await kept.outcome(), await reversed.outcome()], ['DELIVERED', 'CAME_TO_NOTHING']);
  assert.deepEqual(
    [await openAlerts(kept.swapId), await openAlerts(reversed.swapId)],
    [[], ['SITE_SWAP_NOT_DELIVERED']],
  );
});

test('a trade that the marketplace says no end of is followed for eight days, and then told', async () => {
  const silent = await swapped();
  const failed = await swapped();
  await failed.move('failed');
  const tradesByMarketId = async (ids: readonly string[]) =>
    (await app.marketplace.tradesByMarketId(ids)).filter(({ projectId }) => projectId !== silent.projectId);
  const at = (ms: number) => fixedClock(new Date(app.clock.now().getTime() + ms));
  const followAt = (ms: number) =>
    followTrades({ db: app.db, clock: at(ms), logger, marketplace: { isConfigured: true, tradesByMarketId } });
  await followAt(8 * DAY_MS);
  assert.deepEqual([await silent.outcome(), await openAlerts(silent.swapId)], [null, []]);
  await followAt(8 * DAY_MS + 1);
  await followAt(8 * DAY_MS + 2);
  assert.deepEqual([await silent.outcome(), await failed.outcome()], ['NEVER_ENDED', 'CAME_TO_NOTHING']);
  const told = sql`
    select kind, count, details ->> 'outcome' as outcome from alerts
    where kind = 'SITE_SWAP_NOT_DELIVERED' and key = ${silent.swapId}`;
  assert.deepEqual(await app.db.query(told), [{ kind: 'SITE_SWAP_NOT_DELIVERED', count: 1, outcome: 'NEVER_ENDED' }]);
});

test('a trade that is told to be rolled back came to nothing, whatever its number', async () => {
  const { projectId, outcome } = await swapped();
  const tradesByMarketId = async (ids: readonly string[]) =>
    (await app.marketplace.tradesByMarketId(ids)).map((trade) =>
      trade.projectId === projectId ? { ...trade, status: 4, reason: 'Trade was rolled back by the seller' } : trade,
    );
  await followTrades({ db: app.db, clock: app.clock, logger, marketplace: { isConfigured: true, tradesByMarketId } });
  assert.equal(await outcome(), 'CAME_TO_NOTHING');
});

test('what ended while nobody asked is known by its end, however late', async () => {
  const { move, outcome } = await swapped();
  await move('failed');
  await follow(fixedClock(new Date(app.clock.now().getTime() + 20 * DAY_MS)));
  assert.equal(await outcome(), 'CAME_TO_NOTHING');
});

test('another item than the one that was asked for calls a person', async () => {
  const { person, ids } = await app.owner(PRICE_CENTS);
  await app.market({ stock: { name: `StatTrak™ ${TARGET}`, prices: [PRICE_COINS] } });
  await app.market({ faults: [{ fault: 'partial-match', path: 'buy-one-p2p-name' }] });
  const { body } = await app.swap(person, ids);
  assert.deepEqual([body.success, body.receivedItem.name], [true, TARGET]);
  assert.deepEqual(await openAlerts(body.swapId), ['SITE_SWAP_OTHER_ITEM']);
});
