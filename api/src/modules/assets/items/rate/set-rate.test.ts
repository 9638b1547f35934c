import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { use } from '../../../../../test/support/use-app.ts';
import { fixedClock } from '../../../../platform/clock.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../platform/durations.ts';
import type { Id } from '../../../../platform/ids.ts';
import { findViolations } from '../../../../verify/find-violations.ts';
import { alerts } from '../../../people/alerts/index.ts';
import { insertOneHeld } from '../../inventory/test-support.ts';
import { createItemsWorld, listAudit, listedItem } from '../test-support.ts';
import { refreshExchangeRate } from './refresh-exchange-rate.ts';

/** An administrator sets the exchange rate while its source is silent or wrong. */

const clock = fixedClock(new Date());
const world = use(
  () => createItemsWorld({ clock, parts: ({ db }) => alerts.run({ db }).http ?? [] }),
  (made) => made.close(),
);
before(async () => {
  world.outside.items = [listedItem('A')];
  world.outside.prices = { A: { price_cents: 100_000 } };
  await world.items.syncNow();
  const [item] = await world.db.query<{ id: Id<'item'> }>(sql`select id from items`);
  for (let count = 0; count < 3; count += 1) {
    await insertOneHeld(world.db, world.player.userId, item?.id ?? assert.fail());
  }
});
beforeEach(async () => {
  await world.db.query(sql`truncate exchange_rates_taken, held_back_rate, alerts, settings`);
  await world.db.query(sql`
    update exchange_rate set usd_to_brl = 5, source = 'fallback', is_fallback = true, held_until = null`);
  world.outside.fault = 'none';
  tell('5.4');
  await world.items.refreshRate();
});

function tell(bid: string): void {
  world.outside.rate = { USDBRL: { bid, timestamp: '1' } };
}
/** As the job does, minute by minute; gives the rate in force at the end. */
async function pass(minutes: number): Promise<number> {
  for (let minute = 0; minute < minutes; minute += 1) {
    clock.advance(MINUTE_MS);
    await world.items.jobs.tasks['refresh-exchange-rate']?.({});
  }
  assert.deepEqual(await findViolations(world.db), []);
  return (await shown()).usdToBrl;
}
const shown = async () => (await world.call('GET', '/items/exchange-rate', undefined, null)).body;
const guarded = async () => (await world.call('GET', '/admin/items/exchange-rate')).body;
const set = (usdToBrl: unknown, more: object = {}) =>
  world.call('PUT', '/admin/items/exchange-rate', { usdToBrl, reason: 'A test', ...more });
const kinds = async () =>
  (await world.call('GET', '/admin/dashboard/alerts')).body.alerts.map(({ kind }: { kind: string }) => kind);
const history = async () => (await world.call('GET', '/admin/items/exchange-rate/history')).body.data;

test('a rate within the limits is set at once, reprices everything and is on the trail and in the history', async () => {
  world.outside.fault = 'status-500';
  await pass(30);
  assert.deepEqual(await kinds(), ['RATE_OUTDATED']);
  const { status, body, text } = await set(5.6);
  assert.equal(status, 200, text);
  assert.deepEqual([body.usdToBrl, body.source, body.isStale, body.heldUntil], [5.6, 'administrator', false, null]);
  assert.deepEqual(await world.db.query(sql`select value_cents_brl as brl from items`), [{ brl: '672000' }]);
  assert.deepEqual(await kinds(), []);
  const [entry, ...more] = await listAudit(world.db, 'EXCHANGE_RATE_SET');
  assert.deepEqual([entry?.actorId, entry?.metadata.from, entry?.metadata.to], [world.admin.userId, '5.4', '5.6']);
  assert.deepEqual([entry?.metadata.reason, more.length], ['A test', 0]);
  const [newest, oldest] = await history();
  assert.deepEqual(
    [newest.usdToBrl, newest.reason, newest.confirmedBy, newest.note, newest.replacedAt],
    [5.6, 'SET_BY_HAND', world.admin.userId, 'A test', null],
  );
  assert.deepEqual([oldest.reason, oldest.note, oldest.replacedAt], ['FIRST', null, newest.takenAt]);
  assert.deepEqual(await findViolations(world.db, { byOwnWays: true }), []);
});

test('beyond a limit it has to be meant: the refusal says what users’ items would be worth', async () => {
  const refused = await set(54);
  assert.deepEqual([refused.status, refused.body.code], [409, 'RATE_NOT_CONFIRMED']);
  assert.match(refused.body.message, /^54 is 900 percent from 5\.4/);
  // Users own three items of 1,200 dollars.
  assert.match(refused.body.errors[0].message, /worth R\$\s19\.440,00 and would be worth R\$\s194\.400,00/);
  assert.equal((await shown()).usdToBrl, 5.4);
  assert.equal((await set(5.7)).body.code, 'RATE_NOT_CONFIRMED', 'also beyond the step of ten minutes');
  assert.equal((await set(5.7, { confirm: true })).status, 200);
  // As with a rate that was held back and confirmed, the limits count from it on.
  assert.equal((await history())[0].reason, 'CONFIRMED');
  tell('5.95');
  assert.equal(await pass(5), 5.95);
});

test('rises that were set by hand count to those of the day', async () => {
  for (const rate of [5.6, 5.85, 6.1, 6.35]) {
    clock.advance(11 * MINUTE_MS);
    assert.equal((await set(rate)).status, 200);
  }
  clock.advance(11 * MINUTE_MS);
  assert.equal((await set(6.6)).body.code, 'RATE_NOT_CONFIRMED');
});

test('without hours the source takes over with its next rate within the limits, and one that lies does not', async () => {
  tell('7');
  await pass(6);
  assert.deepEqual([(await guarded()).heldBack.usdToBrl, await kinds()], [7, ['RATE_HELD_BACK']]);
  await set(5.6);
  assert.deepEqual([(await guarded()).heldBack, await kinds()], [null, []]);
  assert.equal(await pass(30), 5.6);
  assert.deepEqual([(await guarded()).heldBack.usdToBrl, await kinds()], [7, ['RATE_HELD_BACK']]);
  tell('5.65');
  assert.equal(await pass(1), 5.65);
  assert.notEqual((await shown()).source, 'administrator');
});

test('for the hours that it is held the source is not asked, a small lie of it does nothing, and then it takes over', async () => {
  await set(5.5, { holdHours: 3 });
  assert.deepEqual(await kinds(), ['RATE_HELD_BY_HAND']);
  world.outside.asked.length = 0;
  tell('5.3');
  assert.equal(await pass(3 * 60 - 1), 5.5);
  const { isStale, isFallback, heldUntil } = await guarded();
  assert.deepEqual([isStale, isFallback, Date.parse(heldUntil) - clock.now().getTime()], [false, false, MINUTE_MS]);
  assert.equal(world.outside.asked.length, 0);
  assert.equal(await pass(1), 5.3);
  assert.deepEqual([await kinds(), (await guarded()).heldUntil], [[], null]);
});

test('a source that is silent after the hours is waited for as ever, counted from their end', async () => {
  await set(5.5, { holdHours: 48 });
  world.outside.fault = 'status-500';
  clock.advance(48 * HOUR_MS);
  assert.equal(await pass(11), 5.5);
  assert.deepEqual([await kinds(), (await shown()).isStale], [['RATE_OUTDATED'], true]);
  clock.advance(24 * HOUR_MS - 11 * MINUTE_MS);
  assert.equal(await pass(0), 5.5);
  assert.equal(await pass(1), 5, 'the fallback');
});

test('who set it ends the hours by setting it again without them', async () => {
  await set(5.5, { holdHours: 72 });
  const { body } = await set(5.5);
  assert.deepEqual([body.heldUntil, await kinds()], [null, []]);
  tell('5.45');
  assert.equal(await pass(5), 5.45);
  assert.deepEqual(
    (await history()).map(({ reason }: { reason: string }) => reason),
    ['WITHIN_LIMITS', 'SET_BY_HAND', 'SET_BY_HAND', 'FIRST'],
  );
});

test('a rate that was asked for before it was set by hand does not replace it', async () => {
  clock.advance(6 * MINUTE_MS);
  tell('5.3');
  const { rateSource } = world.deps;
  const slowSource = {
    usdToBrl: async () => {
      const told = await rateSource.usdToBrl();
      assert.equal((await set(5.5)).status, 200);
      return told;
    },
  };
  assert.equal((await refreshExchangeRate({ ...world.deps, rateSource: slowSource })).usdToBrl, '5.5');
  assert.equal((await shown()).usdToBrl, 5.5);
});

test('what is no rate is named, and nobody but an administrator sets one', async () => {
  for (const [usdToBrl, more, field] of [
    [0.4, {}, 'usdToBrl'],
    [101, {}, 'usdToBrl'],
    ['much', {}, 'usdToBrl'],
    [5.4, { reason: '' }, 'reason'],
    [5.4, { reason: undefined }, 'reason'],
    [5.4, { holdHours: 721 }, 'holdHours'],
  ] as const) {
    const { status, body } = await set(usdToBrl, more);
    assert.deepEqual([status, body.errors?.[0]?.field], [400, field], JSON.stringify(body));
  }
  const body = { usdToBrl: 5.5, reason: 'A test' };
  assert.equal((await world.call('PUT', '/admin/items/exchange-rate', body, world.player)).status, 403);
  assert.equal((await world.call('PUT', '/admin/items/exchange-rate', body, null)).status, 401);
  assert.equal((await shown()).usdToBrl, 5.4);
});
