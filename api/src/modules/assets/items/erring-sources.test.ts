import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { use } from '../../../../test/support/use-app.ts';
import { fixedClock } from '../../../platform/clock.ts';
import { sql } from '../../../platform/database/sql.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts';
import { findViolations } from '../../../verify/find-violations.ts';
import { createItemsWorld, listedItem } from './test-support.ts';

/**
 * The outside world errs in every way, and no administrator is there. A judge of its own checks the guards; it knows
 * only the messages, the worth of items and the times.
 */
const PRICE_CENTS = 100_000_000;
/** Values are rounded, and doubles compute percents differently. */
const ROUNDING = 1e-6;

const clock = fixedClock(new Date());
const world = use(
  () => createItemsWorld({ clock }),
  (made) => made.close(),
);
let seen: Moment[] = [];
beforeEach(async () => {
  seen = [];
  await world.db.query(sql`truncate exchange_rates_taken, held_back_rate, alerts`);
  await world.db.query(sql`delete from items`);
  await world.db.query(sql`update exchange_rate set usd_to_brl = 5, source = 'fallback', is_fallback = true`);
  world.outside.fault = 'none';
  world.outside.items = ['A', 'B', 'C', 'D'].map((name) => listedItem(name));
  world.outside.prices = pricesBy(() => 1);
  await world.items.syncNow();
});

const pricesBy = (factorOf: (name: string) => number) =>
  Object.fromEntries(['A', 'B', 'C', 'D'].map((name) => [name, { price_cents: PRICE_CENTS * factorOf(name) }]));
const differsBy = (from: number, to: number) => Math.abs(to - from) / from;
const valuesBrl = async () =>
  new Map(
    (await world.db.query<{ name: string; brl: string }>(sql`select name, value_cents_brl as brl from items`)).map(
      ({ name, brl }) => [name, Number(brl)],
    ),
  );

interface Moment {
  atMs: number;
  said: number | null;
  worth: number;
}

/** The source is silent where `say` returns nothing. */
async function watch(minutes: number, say: (minute: number) => unknown): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    const bid = say(minute);
    world.outside.fault = bid === undefined ? 'status-500' : 'none';
    world.outside.rate = { USDBRL: { bid } };
    await world.items.jobs.tasks['refresh-exchange-rate']?.({});
    const worths = [...(await valuesBrl()).values()];
    assert.equal(new Set(worths).size, 1, 'all items follow one rate');
    const couldBeTrue = bid !== undefined && Number(bid) >= 0.5 && Number(bid) <= 100;
    const worth = (worths[0] ?? 0) / (PRICE_CENTS * 1.2);
    seen.push({ atMs: clock.now().getTime(), said: couldBeTrue ? Number(bid) : null, worth });
    clock.advance(MINUTE_MS);
  }
  assert.deepEqual(await findViolations(world.db, { byOwnWays: true }), []);
  judge();
}

/**
 * Every move of the values is small, or stays within the limit of a day to a value that was said for an hour, or to 5
 * after a day without; the rises of a day come to at most a fifth.
 */
function judge(): void {
  let free = 0;
  for (let place = 1; place < seen.length; place += 1) {
    const { worth, atMs, said: saidNow } = seen[place] as Moment;
    const before = (seen[place - 1] as Moment).worth;
    if (differsBy(before, worth) < ROUNDING) continue;
    const lastDay = seen.slice(0, place + 1).filter((one) => one.atMs >= atMs - DAY_MS);
    assert.ok(risesOf(lastDay) <= 1.2 + ROUNDING, `at minute ${place} rises come to ${risesOf(lastDay)}`);
    const stepFrom = (earlier: Moment) => differsBy(earlier.worth, worth) - ROUNDING;
    const isNearToDay = lastDay.every((earlier) => stepFrom(earlier) <= 0.2);
    // The rate was in force until the next moment.
    const isSmall = seen
      .slice(free, place)
      .every((earlier, i, since) => atMs - (since[i + 1]?.atMs ?? atMs) >= 10 * MINUTE_MS || stepFrom(earlier) <= 0.05);
    if (isNearToDay && isSmall) continue;
    const lastHour = seen.slice(0, place + 1).filter((one) => one.atMs >= atMs - HOUR_MS);
    const isSaidForAnHour =
      saidNow !== null &&
      atMs - (lastHour[0]?.atMs ?? atMs) >= HOUR_MS &&
      lastHour.every(({ said }) => said === null || differsBy(said, worth) <= 0.0201);
    const isFallback = Math.abs(worth - 5) < ROUNDING && lastDay.every(({ said }) => said === null);
    const mayBe = worth < before && isNearToDay && (isSaidForAnHour || isFallback);
    assert.ok(mayBe, `at minute ${place} from ${before} to ${worth}`);
    free = place;
  }
}

const risesOf = (moments: readonly Moment[]) =>
  moments.slice(1).reduce((gain, { worth }, i) => gain * Math.max(1, worth / (moments[i] as Moment).worth), 1);

const worths = () => seen.map(({ worth }) => Number(worth.toFixed(4)));

test('ten times the rate for half an hour, and right again: nothing moves', async () => {
  await watch(60, (minute) => (minute >= 10 && minute < 40 ? '54' : '5.4'));
  assert.deepEqual(new Set(worths()), new Set([5.4]));
});

test('ten times the rate for good, and a tenth of it: nothing moves', async () => {
  await watch(90, (minute) => (minute >= 10 ? '54' : '5.4'));
  await watch(90, () => '0.54');
  assert.deepEqual(new Set(worths()), new Set([5.4]));
});

test('a tenth less for good is believed after an hour, not before', async () => {
  await watch(90, (minute) => (minute >= 10 ? '4.86' : '5.4'));
  const moved = worths().indexOf(4.86);
  assert.ok(moved >= 70 && moved <= 80, `minute ${moved}`);
});

test('nothing, nonsense, zero and what cannot be true: nothing moves', async () => {
  const nonsense = ['NaN', 0, '0', -5.4, '1e3', 'Infinity', null, {}, [], '', '5,4', 1e9, '0.01', undefined];
  await watch(70, (minute) => (minute === 0 ? '5.4' : nonsense[minute % nonsense.length]));
  assert.deepEqual(new Set(worths()), new Set([5.4]));
});

test('drifting by 4.9 percent every ten minutes is stopped at a fifth in a day', async () => {
  for (const factor of [1.049, 1 / 1.049]) {
    seen = [];
    await world.db.query(sql`truncate exchange_rates_taken, held_back_rate`);
    await world.db.query(sql`update exchange_rate set is_fallback = true`);
    await watch(2 * 60, (minute) => {
      const rate = 5.4 * factor ** Math.floor(minute / 10);
      return rate >= 0.5 && rate <= 100 ? rate.toFixed(6) : undefined;
    });
    assert.ok(Math.max(...worths()) <= 5.4 * 1.2 && Math.min(...worths()) >= 5.4 * 0.8);
    assert.ok(new Set(worths()).size > 2, 'small steps are taken');
  }
});

test('flapping between right and wrong, and between two wrong ones: nothing moves', async () => {
  await watch(70, (minute) => (minute % 2 === 0 ? '5.4' : '54'));
  assert.deepEqual(new Set(worths()), new Set([5.4]));
  await watch(90, (minute) => (Math.floor(minute / 20) % 2 === 0 ? '0.54' : '54'));
  assert.deepEqual(new Set(worths()), new Set([5.4]));
});

test('silence keeps the rate for a day; then 5 serves, and what is said afterwards is held against the last rate', async () => {
  await watch(1, () => '5.4');
  await watch(30, () => undefined);
  clock.advance(23 * HOUR_MS);
  await watch(60, () => undefined);
  const fell = worths().indexOf(5);
  const keptMs = (seen[fell]?.atMs ?? 0) - (seen[0]?.atMs ?? 0);
  assert.ok(keptMs > DAY_MS && keptMs <= DAY_MS + 2 * MINUTE_MS, `${keptMs} ms`);
  assert.deepEqual(new Set(worths().slice(0, fell)), new Set([5.4]));
  await watch(40, () => '54');
  assert.deepEqual(new Set(worths().slice(fell)), new Set([5]));
});

test('any sayings at random move values within the guards alone', async () => {
  let state = 20_261_115;
  const random = () => {
    // Every run has the same days.
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  let rate = 5.4;
  let mood: () => unknown = () => rate;
  const moods: (() => unknown)[] = [
    () => rate,
    () => (rate *= 1 + (random() - 0.5) / 50),
    () => rate * 10,
    () => rate / 10,
    () => (random() < 0.5 ? rate : rate * 1.3),
    () => undefined,
    () => 'NaN',
    () => (rate = Math.min(90, rate * 1.004)),
  ];
  await watch(8 * 60, (minute) => {
    if (minute % 45 === 44) mood = moods[Math.floor(random() * moods.length)] ?? mood;
    rate = Math.min(90, Math.max(0.6, rate));
    const bid = mood();
    return typeof bid === 'number' ? bid.toFixed(9) : bid;
  });
});

test('prices of one item or of all a hundredfold, of nothing, and back: no value moves', async () => {
  const before = await valuesBrl();
  for (const factorOf of [
    (name: string) => (name === 'B' ? 100 : 1),
    () => 100,
    () => 0,
    () => 0.01,
    (name: string) => (name === 'C' ? 1.51 : 0.49),
    () => 1,
  ]) {
    clock.advance(15 * MINUTE_MS);
    world.outside.prices = pricesBy(factorOf);
    await world.items.syncNow();
    assert.deepEqual(await valuesBrl(), before);
    assert.deepEqual(await findViolations(world.db, { byOwnWays: true }), []);
  }
  assert.deepEqual(await world.db.query(sql`select 1 from alerts where resolved_at is null`), []);
});

test('rate and prices tenfold at once: openings and sales see the values of before', async () => {
  await watch(1, () => '5.4');
  const before = await valuesBrl();
  world.outside.prices = pricesBy(() => 10);
  await world.items.syncNow();
  await watch(30, () => '54');
  assert.deepEqual(await valuesBrl(), before);
});
