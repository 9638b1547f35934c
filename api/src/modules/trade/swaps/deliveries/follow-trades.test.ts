import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createCall } from '../../../../../test/support/calls.ts';
import { createItem } from '../../../../../test/support/items.ts';
import { createAdmin, type Person } from '../../../../../test/support/people.ts';
import { type Clock, fixedClock } from '../../../../platform/clock.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { DAY_MS } from '../../../../platform/durations.ts';
import { silentLogger as logger } from '../../../../platform/observability/logger.ts';
import { balanceOf, insertHeld, statusesOf } from '../../../assets/inventory/test-support.ts';
import { PRICE_CENTS, PRICE_COINS, TARGET, useSiteApp } from '../site/test-support.ts';
import { tradeOutcomeOf } from './deliveries.records.ts';
import { type FollowTradesDeps, followTrades } from './follow-trades.ts';

const app = useSiteApp();
beforeEach(() => app.stock(...Array(8).fill(PRICE_COINS)));

const told: { userId: string; message: string }[] = [];
const follow = (clock: Clock = app.clock, marketplace: FollowTradesDeps['marketplace'] = app.marketplace) =>
  followTrades({
    db: app.db,
    clock,
    logger,
    marketplace,
    push: app.realtime,
    notifyUser: (userId, contents) => void told.push(...contents.map(({ message }) => ({ userId, message }))),
  });
const openAlerts = async (swapId: string) =>
  (
    await app.db.query<{ kind: string }>(
      sql`select kind from alerts where key = ${swapId} and kind like 'SITE_SWAP%' and resolved_at is null`,
    )
  ).map(({ kind }) => kind);

async function swapped(givenCents = PRICE_CENTS) {
  const { person, ids } = await app.owner(givenCents);
  return swappedBy(person, ids);
}

async function swappedBy(person: Person, ids: readonly string[]) {
  const { body } = await app.swap(person, ids);
  assert.equal(body.success, true);
  const rows = await app.db.query<{ projectId: string }>(
    sql`select project_id from site_swaps where id = ${body.swapId}`,
  );
  const projectId = rows[0]?.projectId;
  const move = (to: string, more: object = {}) => app.market({ move: { projectId, to, ...more } });
  const outcome = async () =>
    (
      await app.db.query<{ outcome: string | null }>(
        sql`select outcome from site_swap_trades where site_swap_id = ${body.swapId}`,
      )
    )[0]?.outcome;
  const receivedId = body.receivedInventoryItemId;
  return { person, swapId: body.swapId as string, receivedId, projectId, move, outcome };
}

const decide = (who: Person, swapId: string, body: object) =>
  createCall(app.http)(who, 'POST', `/admin/site-swaps/${swapId}/decide`, body);
const LEFT = { resolution: 'LEFT', reason: 'Paid back, and the user has sold it' };
const TAKEN_BACK = { resolution: 'TAKEN_BACK', reason: 'Paid back' };
const sell = ({ headers }: Person, id: string) =>
  app.http.inject({ method: 'DELETE', url: `/api/inventory/${id}/sell`, headers });

test('an undelivered item is taken back once, and the user gets its cost', async () => {
  const { person, swapId, receivedId, move, outcome } = await swapped(PRICE_CENTS + 500);
  await follow();
  assert.deepEqual([await outcome(), await openAlerts(swapId)], [null, []]);
  assert.equal(await balanceOf(app.db, person), 500n);
  await move('failed', { reason: 'Seller did not send' });
  await Promise.all([follow(), follow()]);
  await follow();
  assert.deepEqual([await outcome(), await openAlerts(swapId)], ['CAME_TO_NOTHING', []]);
  assert.deepEqual(await statusesOf(app.db, [receivedId]), ['SOLD']);
  assert.equal(await balanceOf(app.db, person), BigInt(PRICE_CENTS + 500));
  const own = told.filter(({ userId }) => userId === person.userId);
  assert.equal(own.length, 1);
  assert.match(own[0]?.message ?? '', /não entregou.*R\$ 60,00 estão no seu saldo/);
  const { body } = await app.get(person, '/swap/site');
  assert.deepEqual([body.data[0].status, body.data[0].undoneAt], ['COMPLETED', app.clock.now().toISOString()]);
});

test('of a sale and a concurrent failed trade one gets the item', async () => {
  const races = Array.from({ length: 4 }, async () => {
    const { person, receivedId, move } = await swapped();
    await move('failed');
    return { person, receivedId };
  });
  const all = await Promise.all(races);
  await Promise.all([follow(), ...all.map(({ person, receivedId }) => sell(person, receivedId))]);
  for (const { person } of all) assert.equal(await balanceOf(app.db, person), BigInt(PRICE_CENTS));
});

test('an item that the user no longer has raises an alert, and an administrator leaves it, once', async () => {
  const { person, swapId, receivedId, move } = await swapped();
  const admin = await createAdmin(app.db);
  assert.equal((await decide(admin, swapId, LEFT)).body.code, 'SITE_SWAP_NOT_UNDELIVERED');
  assert.equal((await sell(person, receivedId)).statusCode, 200);
  await move('failed');
  await follow();
  assert.deepEqual(await openAlerts(swapId), ['SITE_SWAP_NOT_DELIVERED']);
  assert.equal((await decide(person, swapId, LEFT)).status, 403);
  assert.equal((await decide(admin, swapId, TAKEN_BACK)).body.code, 'SITE_SWAP_ITEM_GONE');
  assert.equal((await decide(admin, '9223372036854775807', LEFT)).status, 404);
  const replies = await Promise.all(Array.from({ length: 4 }, () => decide(admin, swapId, LEFT)));
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 409, 409, 409]);
  assert.deepEqual(await openAlerts(swapId), []);
  assert.equal(await balanceOf(app.db, person), BigInt(PRICE_CENTS));
  const trail = sql`
    select actor_id, metadata ->> 'resolution' as resolution from audit_entries
    where action = 'SITE_SWAP_DECIDED' and entity_id = ${swapId}`;
  assert.deepEqual(await app.db.query(trail), [{ actorId: admin.userId, resolution: 'LEFT' }]);
});

test('an item that was locked meanwhile is taken back by an administrator when it is free again', async () => {
  const { person, swapId, receivedId, move } = await swapped();
  await app.db.query(sql`update inventory_items set status = 'LOCKED' where id = ${receivedId}`);
  await move('failed');
  await follow();
  assert.deepEqual(await openAlerts(swapId), ['SITE_SWAP_NOT_DELIVERED']);
  await app.db.query(sql`update inventory_items set status = 'AVAILABLE' where id = ${receivedId}`);
  const { body } = await decide(await createAdmin(app.db), swapId, TAKEN_BACK);
  assert.deepEqual([body.resolution, body.refundCents], ['TAKEN_BACK', String(PRICE_CENTS)]);
  assert.deepEqual(await statusesOf(app.db, [receivedId]), ['SOLD']);
  assert.equal(await balanceOf(app.db, person), BigInt(PRICE_CENTS));
  assert.deepEqual(await openAlerts(swapId), []);
});

test('nobody decides on a swap of their own', async () => {
  const admin = await createAdmin(app.db);
  const ids = await insertHeld(app.db, admin.userId, await createItem(app.db, PRICE_CENTS));
  const { swapId, receivedId, move } = await swappedBy(admin, ids);
  await sell(admin, receivedId);
  await move('failed');
  await follow();
  const { status, body } = await decide(admin, swapId, LEFT);
  assert.deepEqual([status, body.code], [403, 'OWN_RECORD']);
  assert.deepEqual(await openAlerts(swapId), ['SITE_SWAP_NOT_DELIVERED']);
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
  assert.deepEqual(await statusesOf(app.db, [kept.receivedId, reversed.receivedId]), ['AVAILABLE', 'SOLD']);
});

test('a trade without an end is followed for eight days and then raises an alert', async () => {
  const silent = await swapped();
  const failed = await swapped();
  await failed.move('failed');
  const tradesByMarketId = async (ids: readonly string[]) =>
    (await app.marketplace.tradesByMarketId(ids)).filter(({ projectId }) => projectId !== silent.projectId);
  const at = (ms: number) => fixedClock(new Date(app.clock.now().getTime() + ms));
  const followAt = (ms: number) => follow(at(ms), { isConfigured: true, tradesByMarketId });
  await followAt(8 * DAY_MS);
  assert.deepEqual([await silent.outcome(), await openAlerts(silent.swapId)], [null, []]);
  await followAt(8 * DAY_MS + 1);
  await followAt(8 * DAY_MS + 2);
  assert.deepEqual([await silent.outcome(), await failed.outcome()], ['NEVER_ENDED', 'CAME_TO_NOTHING']);
  const alert = sql`
    select kind, count, details ->> 'outcome' as outcome from alerts
    where kind = 'SITE_SWAP_NOT_DELIVERED' and key = ${silent.swapId}`;
  assert.deepEqual(await app.db.query(alert), [{ kind: 'SITE_SWAP_NOT_DELIVERED', count: 1, outcome: 'NEVER_ENDED' }]);
  assert.deepEqual(await statusesOf(app.db, [silent.receivedId]), ['AVAILABLE'], 'nobody says that it was paid back');
});

test('a trade that is reported as rolled back failed, whatever its status', async () => {
  const { projectId, outcome } = await swapped();
  const tradesByMarketId = async (ids: readonly string[]) =>
    (await app.marketplace.tradesByMarketId(ids)).map((trade) =>
      trade.projectId === projectId ? { ...trade, status: 4, reason: 'Trade was rolled back by the seller' } : trade,
    );
  await follow(app.clock, { isConfigured: true, tradesByMarketId });
  assert.equal(await outcome(), 'CAME_TO_NOTHING');
});

test('an end that is read late counts', async () => {
  const { move, outcome } = await swapped();
  await move('failed');
  await follow(fixedClock(new Date(app.clock.now().getTime() + 20 * DAY_MS)));
  assert.equal(await outcome(), 'CAME_TO_NOTHING');
});

test('a purchase of another item raises an alert', async () => {
  const { person, ids } = await app.owner(PRICE_CENTS);
  await app.market({ stock: { name: `StatTrak™ ${TARGET}`, prices: [PRICE_COINS] } });
  await app.market({ faults: [{ fault: 'partial-match', path: 'buy-one-p2p-name' }] });
  const { body } = await app.swap(person, ids);
  assert.deepEqual([body.success, body.receivedItem.name], [true, TARGET]);
  assert.deepEqual(await openAlerts(body.swapId), ['SITE_SWAP_OTHER_ITEM']);
});

test('a trade has ended when it is released or came to nothing, and may be taken back until then', () => {
  const outcomeOf = (status: number | null, isReleased = false, isRollback = false) =>
    tradeOutcomeOf({ status, isReleased, isRollback });
  const outcomes = [null, 0, 1, 2, 3, 4, 5, 6].map((status) => outcomeOf(status));
  assert.deepEqual(outcomes, [...Array(6).fill(null), 'DELIVERED', 'CAME_TO_NOTHING']);
  assert.equal(outcomeOf(4, true), 'DELIVERED');
  assert.equal(outcomeOf(6, true), 'CAME_TO_NOTHING');
  assert.equal(outcomeOf(4, true, true), 'CAME_TO_NOTHING');
});
