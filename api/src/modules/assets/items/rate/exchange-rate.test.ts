import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, test } from 'node:test';
import { use } from '../../../../../test/support/use-app.ts';
import { fixedClock } from '../../../../platform/clock.ts';
import { transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../platform/durations.ts';
import { findViolations } from '../../../../verify/find-violations.ts';
import { alerts } from '../../../people/alerts/index.ts';
import { createItemsWorld, listAudit, listedItem } from '../test-support.ts';

const clock = fixedClock(new Date());
const world = use(
  () => createItemsWorld({ clock, parts: ({ db }) => alerts.run({ db }).http ?? [] }),
  (made) => made.close(),
);
before(async () => {
  world.outside.items = [listedItem('A')];
  world.outside.prices = { A: { price_cents: 100_000 } };
  await world.items.syncNow();
});
afterEach(async () => assert.deepEqual(await findViolations(world.db), []));
beforeEach(async () => {
  await world.db.query(sql`truncate exchange_rates_taken, held_back_rate, alerts, settings`);
  await world.db.query(sql`update exchange_rate set usd_to_brl = 5, source = 'fallback', is_fallback = true`);
  world.outside.fault = 'none';
  tell('5.4');
  await world.items.refreshRate();
  world.outside.asked.length = 0;
});

function tell(bid: unknown): void {
  world.outside.rate = { USDBRL: { bid, timestamp: '1' } };
}
/** As the job does, minute by minute; gives the rate in force at the end. */
async function pass(minutes: number): Promise<string> {
  for (let minute = 0; minute < minutes; minute += 1) {
    clock.advance(MINUTE_MS);
    await world.items.jobs.tasks['refresh-exchange-rate']?.({});
  }
  return rateInForce();
}
const rateInForce = async () =>
  (await world.db.query<{ rate: string }>(sql`select usd_to_brl as rate from exchange_rate`))[0]?.rate as string;
const shown = async () => (await world.call('GET', '/items/exchange-rate', undefined, null)).body;
const guarded = async () => (await world.call('GET', '/admin/items/exchange-rate')).body;
const openAlerts = async () => (await world.call('GET', '/admin/dashboard/alerts')).body.alerts;
const confirm = (usdToBrl: number, more: object = {}) =>
  world.call('POST', '/admin/items/exchange-rate/confirm', { usdToBrl, ...more });
const reasons = async () =>
  (await world.db.query<{ reason: string }>(sql`select reason from exchange_rates_taken order by id`)).map(
    ({ reason }) => reason,
  );

test('a rate that jumps is not taken: values stay, and one alert says so', async () => {
  tell('54');
  assert.equal(await pass(9), '5.4');
  const [alert, ...more] = await openAlerts();
  assert.deepEqual([alert.kind, alert.level, alert.count, more.length], ['RATE_HELD_BACK', 'CRITICAL', 5, 0]);
  assert.match(
    alert.message,
    /says 54 BRL for a dollar, 900 percent from 5\.4, where at most 20 percent is taken\. .* however long/,
  );
  const { heldBack, usdToBrl, isStale } = await guarded();
  assert.deepEqual([usdToBrl, isStale, heldBack.usdToBrl, heldBack.stepPercent], [5.4, true, 54, 900]);
  assert.equal(heldBack.takenFrom, null);
  assert.deepEqual(await world.db.query(sql`select value_cents_brl as brl from items`), [{ brl: '648000' }]);
  tell('5.45');
  assert.equal(await pass(1), '5.45');
  assert.deepEqual([(await guarded()).heldBack, await openAlerts()], [null, []]);
});

test('a rate that rises is not taken by time, however long the source says it; the last good one serves and says so', async () => {
  tell('7');
  assert.equal(await pass(3 * 60), '5.4');
  clock.advance(10 * 24 * HOUR_MS);
  assert.equal(await pass(2), '5.4', 'not even beyond the hours for which a rate is kept of a silent source');
  const { usdToBrl, isStale, isFallback } = await shown();
  assert.deepEqual([usdToBrl, isStale, isFallback], [5.4, true, false]);
  assert.deepEqual(await reasons(), ['FIRST']);
  tell('5.6');
  assert.equal(await pass(1), '5.6');
  assert.deepEqual([(await shown()).isStale, await openAlerts()], [false, []]);
});

test('a rate that is somewhat lower for an hour is taken, and one that is much lower is not', async () => {
  tell('4.6');
  // The first is asked for after five minutes.
  assert.equal(await pass(5 + 59), '5.4');
  const { heldBack } = await guarded();
  assert.equal(Date.parse(heldBack.takenFrom) - Date.parse(heldBack.firstSaidAt), HOUR_MS);
  assert.match((await openAlerts())[0].message, /taken by itself if the source still says it at/);
  assert.equal(await pass(1), '4.6');
  assert.deepEqual([await openAlerts(), (await shown()).isStale], [[], false]);
  tell('4.7');
  assert.equal(await pass(5), '4.7', 'small steps begin anew from it');
  assert.deepEqual(await reasons(), ['FIRST', 'SAID_FOR_AN_HOUR', 'WITHIN_LIMITS']);
  tell('0.54');
  assert.equal(await pass(3 * 60), '4.7');
  assert.equal((await guarded()).heldBack.takenFrom, null);
});

test('small steps up and down all day raise values by no more than the limit of a day', async () => {
  let rises = 1;
  let before = 5.4;
  for (let round = 0; round < 20; round += 1) {
    tell((before * (round % 2 === 0 ? 1.04 : 1 / 1.04)).toFixed(6));
    const after = Number(await pass(11));
    rises *= Math.max(1, after / before);
    before = after;
  }
  assert.ok(rises > 1.12 && rises <= 1.2, `${rises}`);
});

test('while a rate is held back that is the one alert, and a source that turns silent ends it', async () => {
  const kinds = async () => (await openAlerts()).map(({ kind }: { kind: string }) => kind);
  world.outside.fault = 'status-500';
  await pass(12);
  assert.deepEqual(await kinds(), ['RATE_OUTDATED']);
  world.outside.fault = 'none';
  tell('54');
  for (let round = 0; round < 3; round += 1) {
    await pass(10);
    assert.deepEqual(await kinds(), ['RATE_HELD_BACK']);
  }
  world.outside.fault = 'status-500';
  await pass(15);
  assert.deepEqual(await kinds(), ['RATE_HELD_BACK']);
  await pass(6);
  assert.deepEqual([await kinds(), (await guarded()).heldBack], [['RATE_OUTDATED'], null]);
});

test('the fallback of 5 serves only where it is no jump', async () => {
  for (const [first, after] of [
    ['4.5', '4.5'],
    ['4.9', '5'],
    ['6.2', '5'],
    ['6.3', '6.3'],
  ] as const) {
    await world.db.query(sql`truncate exchange_rates_taken, held_back_rate, alerts`);
    await world.db.query(sql`update exchange_rate set usd_to_brl = 5, source = 'fallback', is_fallback = true`);
    world.outside.fault = 'none';
    tell(first);
    await world.items.refreshRate();
    world.outside.fault = 'status-500';
    clock.advance(25 * HOUR_MS);
    assert.equal(await pass(1), after);
    assert.equal((await openAlerts())[0].level, 'CRITICAL');
    const { isFallback, isStale } = await shown();
    assert.deepEqual([isFallback, isStale], [after === '5', after !== '5']);
  }
});

test('the first rate is free while nobody owns anything, and then held against the fallback', async () => {
  const begin = async () => {
    await world.db.query(sql`truncate exchange_rates_taken, held_back_rate, alerts`);
    await world.db.query(sql`update exchange_rate set usd_to_brl = 5, source = 'fallback', is_fallback = true`);
  };
  await begin();
  tell('54');
  assert.equal((await world.items.refreshRate()).usdToBrl, '54');
  await begin();
  await world.db.query(sql`
    insert into inventory_counts (user_id, item_id, status, count) select ${world.player.userId}, id, 'AVAILABLE', 1 from items`);
  assert.equal((await world.items.refreshRate()).usdToBrl, '5');
  assert.equal((await guarded()).heldBack.usdToBrl, 54);
  await begin();
  tell('5.9');
  assert.equal((await world.items.refreshRate()).usdToBrl, '5.9');
  await world.db.query(sql`truncate inventory_counts`);
});

test('an administrator takes a rate that is held back, once and only the one that was shown', async () => {
  assert.deepEqual((await confirm(5.4)).body.message, 'No exchange rate is held back');
  tell('7');
  await pass(6);
  const wrong = await confirm(7.5);
  assert.deepEqual(
    [wrong.status, wrong.body.message],
    [409, 'Another exchange rate is held back by now: 7. Look again, then confirm'],
  );
  const replies = await Promise.all([confirm(7), confirm(7), confirm(7)]);
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409]);
  assert.deepEqual([await rateInForce(), (await shown()).usdToBrl], ['7', 7]);
  const [entry, ...more] = await listAudit(world.db, 'EXCHANGE_RATE_CONFIRMED');
  assert.deepEqual([entry?.actorId, entry?.metadata.from, entry?.metadata.to], [world.admin.userId, '5.4', '7']);
  assert.equal(more.length, 0);
  const [over] = (await world.call('GET', '/admin/dashboard/alerts?isResolved=true')).body.alerts;
  assert.deepEqual([over.kind, over.resolvedBy], ['RATE_HELD_BACK', world.admin.userId]);
  assert.deepEqual(await openAlerts(), []);
  assert.deepEqual(await reasons(), ['FIRST', 'CONFIRMED']);
  tell('6.9');
  assert.equal(await pass(5), '6.9', 'the rates before a confirmed one no longer count');
  assert.deepEqual(await findViolations(world.db, { byOwnWays: true }), []);
});

test('why a rate is taken stands in its history and in the audit trail, where the administrator says it', async () => {
  tell('9');
  await pass(6);
  const reason = 'The central bank has announced it';
  assert.equal((await confirm(9, { reason: '' })).status, 400);
  assert.equal((await confirm(9, { reason })).status, 200);
  const { data } = (await world.call('GET', '/admin/items/exchange-rate/history?limit=1')).body;
  assert.deepEqual([data[0].reason, data[0].note], ['CONFIRMED', reason]);
  const entry = (await listAudit(world.db, 'EXCHANGE_RATE_CONFIRMED')).at(-1);
  assert.deepEqual([entry?.metadata.to, entry?.metadata.reason], ['9', reason]);
});

test('players and strangers neither see nor confirm what is held back', async () => {
  for (const [who, status] of [
    [null, 401],
    [world.player, 403],
  ] as const) {
    assert.equal((await world.call('GET', '/admin/items/exchange-rate', undefined, who)).status, status);
    const path = '/admin/items/exchange-rate/confirm';
    assert.equal((await world.call('POST', path, { usdToBrl: 7 }, who)).status, status);
  }
});

test('the limits are settings', async () => {
  const change = (values: object) => transaction(world.db, (tx) => world.settings.change(tx, { ...values }));
  await change({ maxRateStepPercent: 40, maxDailyRateStepPercent: 40 });
  tell('7');
  assert.equal(await pass(5), '7');
  await change({ maxRateStepPercent: 1 });
  tell('7.1');
  assert.equal(await pass(5), '7');
  for (const wrong of [{ maxRateStepPercent: 0 }, { maxDailyRateStepPercent: 1.5 }, { rateKeepHours: 0 }]) {
    await assert.rejects(change(wrong), /Validation failed/);
  }
});

test('no rate that is served is older than ten minutes while the source answers', async () => {
  assert.deepEqual(world.items.jobs.schedule, ['* * * * * refresh-exchange-rate'], 'as `pass` does');
  const agesMs: number[] = [];
  for (let minute = 0; minute < 60; minute += 1) {
    tell(`5.4${minute % 7}`);
    await pass(1);
    agesMs.push(clock.now().getTime() - Date.parse((await shown()).updatedAt));
  }
  assert.ok(Math.max(...agesMs) <= 10 * MINUTE_MS, `${Math.max(...agesMs)} ms`);
  // The queue is busy with other work for long.
  clock.advance(3 * HOUR_MS);
  tell('5.5');
  const replies = await Promise.all(Array.from({ length: 10 }, shown));
  assert.deepEqual(new Set(replies.map(({ usdToBrl, isStale }) => `${usdToBrl} ${isStale}`)), new Set(['5.5 false']));
});

test('readers at once ask the source once, and one that is silent at most twice a minute', async () => {
  clock.advance(HOUR_MS);
  world.outside.fault = 'status-500';
  const replies = await Promise.all(Array.from({ length: 10 }, shown));
  assert.ok(replies.every(({ isStale, usdToBrl }) => isStale && usdToBrl === 5.4));
  assert.equal(world.outside.asked.length, 1);
  clock.advance(30_000);
  await shown();
  assert.equal(world.outside.asked.length, 2);
});

test('the rate of a silent source is kept for its hours and says so, then 5 serves, until there is one again', async () => {
  world.outside.fault = 'status-500';
  await pass(11);
  const kept = await shown();
  assert.deepEqual([kept.usdToBrl, kept.isStale, kept.isFallback], [5.4, true, false]);
  const [warning] = await openAlerts();
  assert.deepEqual([warning.kind, warning.level], ['RATE_OUTDATED', 'WARNING']);
  clock.advance(24 * HOUR_MS - 11 * MINUTE_MS - MINUTE_MS);
  assert.equal(await pass(1), '5.4', 'to the last minute');
  assert.equal(await pass(1), '5');
  const fallen = await shown();
  assert.deepEqual([fallen.usdToBrl, fallen.isStale, fallen.isFallback, fallen.source], [5, false, true, 'fallback']);
  assert.deepEqual(
    (await openAlerts()).map(({ kind, level }: Record<string, unknown>) => [kind, level]),
    [['RATE_OUTDATED', 'CRITICAL']],
  );
  assert.deepEqual(await findViolations(world.db, { byOwnWays: true }), []);
  world.outside.fault = 'none';
  tell('54');
  assert.equal(await pass(10), '5', 'a silence does not make a jump true');
  tell('5.9');
  assert.equal(await pass(1), '5.9', 'it is the last known rate that counts, not the fallback');
  assert.deepEqual(await openAlerts(), []);
  assert.deepEqual(await reasons(), ['FIRST', 'FALLBACK', 'WITHIN_LIMITS']);
});

test('for how long a rate is kept is a setting', async () => {
  await transaction(world.db, (tx) => world.settings.change(tx, { rateKeepHours: 2 }));
  world.outside.fault = 'garbage';
  clock.advance(2 * HOUR_MS - MINUTE_MS);
  assert.equal(await pass(1), '5.4');
  assert.equal(await pass(1), '5');
});

test('values are exact to the cent with every digit of the rate', async () => {
  const names = Array.from({ length: 1_205 }, (_, i) => `Digits ${i}`);
  const priceOf = (i: number) => 1 + i * i * 689;
  world.outside.items = names.map((name) => listedItem(name));
  world.outside.prices = Object.fromEntries(names.map((name, i) => [name, { price_cents: priceOf(i) }]));
  await world.items.syncNow();
  tell('5.4321454999123');
  assert.equal(await pass(5), '5.4321454999123');
  const rows = await world.db.query<{ name: string; brl: string }>(
    sql`select name, value_cents_brl as brl from items where name like 'Digits%'`,
  );
  const valuesBrl = new Map(rows.map(({ name, brl }) => [name, BigInt(brl)]));
  // Half up, all in whole numbers: a margin of 1.2, then the rate.
  const exact = (cents: number, units: bigint, digits: bigint) =>
    (((BigInt(cents) * 12n + 5n) / 10n) * units * 2n + 10n ** digits) / (2n * 10n ** digits);
  for (const [i, name] of names.entries()) {
    assert.equal(valuesBrl.get(name), exact(priceOf(i), 54_321_454_999_123n, 13n), name);
  }
  const changedByCutting = names.filter(
    (_, i) => valuesBrl.get(names[i] as string) !== exact(priceOf(i), 5_432_145n, 6n),
  );
  assert.ok(changedByCutting.length > 100, 'six digits would show');
});
