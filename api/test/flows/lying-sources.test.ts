import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { balanceOf, insertHeld } from '../../src/modules/assets/inventory/test-support.ts';
import { createExchangeRateSource, createItemDatabase } from '../../src/modules/assets/items/index.ts';
import { listedItem, type OutsideWorld, startOutsideWorld } from '../../src/modules/assets/items/test-support.ts';
import { type FixedClock, fixedClock } from '../../src/platform/clock.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { MINUTE_MS } from '../../src/platform/durations.ts';
import type { Id } from '../../src/platform/ids.ts';
import { silentLogger } from '../../src/platform/observability/logger.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createCall } from '../support/calls.ts';
import { createAdmin, createPlayer, type Person } from '../support/people.ts';

/**
 * The sources of the rate and of the prices lie for a whole day, and an accomplice who knows it buys, without any fee,
 * whatever rises next. The gain of all users stays below the formula of docs/operations.md.
 */

const DAY_MINUTES = 24 * 60;
const TRUE_RATE = 5.4;
const TRUE_CENTS = 10_000;
/** The accomplice has one of these after the other. */
const LIED_ABOUT = Array.from({ length: 24 }, (_, n) => `Item ${n}`);
const OTHERS = Array.from({ length: 20 }, (_, n) => `Other ${n}`);
const NAMES = [...LIED_ABOUT, ...OTHERS];

let app: TestApp;
let outside: OutsideWorld;
let clock: FixedClock;
let admin: Person;
before(async () => {
  outside = await startOutsideWorld();
  clock = fixedClock(new Date());
  app = await createTestApp({
    clock,
    itemDatabase: createItemDatabase({ url: outside.url, logger: silentLogger, clock }),
    rateSource: createExchangeRateSource({ url: outside.url, logger: silentLogger }),
  });
  admin = await createAdmin(app.db);
});
after(async () => {
  await app.close();
  await outside.close();
});

const notifyRate = (rate: number) => {
  outside.rate = { USDBRL: { bid: rate.toFixed(9), timestamp: '1' } };
};
const notifyPrices = (centsOf: (name: string) => number) => {
  outside.items = NAMES.map((name) => listedItem(name));
  outside.prices = Object.fromEntries(NAMES.map((name) => [name, { price_cents: Math.floor(centsOf(name)) }]));
};

interface Known {
  id: Id<'item'>;
  cents: number;
  brl: number;
}
async function catalogue(): Promise<Map<string, Known>> {
  const rows = await app.db.query<{ id: Id<'item'>; name: string; cents: string; brl: string }>(sql`
    select id, name, original_price_cents as cents, value_cents_brl as brl from items`);
  return new Map(rows.map(({ id, name, cents, brl }) => [name, { id, cents: Number(cents), brl: Number(brl) }]));
}
const rateInForce = async () =>
  Number((await app.db.query<{ rate: string }>(sql`select usd_to_brl as rate from exchange_rate`))[0]?.rate);
async function worthOfItems(): Promise<number> {
  const [row] = await app.db.query<{ worth: string }>(sql`
    select coalesce(sum(value_cents_brl), 0) as worth from inventory_items join items on items.id = item_id
    where status = 'AVAILABLE'`);
  return Number(row?.worth);
}

async function sellAll(person: Person): Promise<number> {
  const before = await balanceOf(app.db, person);
  await createCall(app.http)(person, 'POST', '/inventory/sell-all', {});
  return Number((await balanceOf(app.db, person)) - before);
}

/** The source says ever less of a rise until some of it is taken. */
async function raiseRate(): Promise<void> {
  for (const percent of [5, 2, 0.5]) {
    const before = await rateInForce();
    notifyRate(before * (1 + percent / 100) - 1e-9);
    await app.items.refreshRate();
    if ((await rateInForce()) > before) return;
  }
}

/** It is the greatest loss of a day that the settings allow, where users own at most so much and withdraw nothing. */
function greatestLoss(worthCents: number, settings: Record<string, number>): number {
  const rate = (settings.maxDailyRateStepPercent ?? Number.NaN) / 100;
  const gain = (settings.maxDailyPriceGainPercent ?? Number.NaN) / 100;
  return worthCents * rate + Math.max(worthCents * gain, settings.freePriceGainCents ?? Number.NaN);
}

test('sources that lie for a day cost no more than the formula says', async (t) => {
  notifyRate(TRUE_RATE);
  notifyPrices(() => TRUE_CENTS);
  await app.items.refreshRate();
  await app.items.syncNow();
  const start = await catalogue();
  const [accomplice, others] = [await createPlayer(app.db, 0), await createPlayer(app.db, 0)];
  const idOf = (name: string) => start.get(name)?.id as Id<'item'>;
  await insertHeld(app.db, accomplice.userId, idOf(LIED_ABOUT[0] as string), { count: 100 });
  for (const name of OTHERS) await insertHeld(app.db, others.userId, idOf(name), { count: 20 });
  const { body } = await createCall(app.http)(admin, 'GET', '/admin/settings?limit=100');
  const settings = Object.fromEntries(body.data.map((one: { key: string; value: number }) => [one.key, one.value]));
  const trueWorth = await worthOfItems();
  let [held, cash, most] = [0, 0, trueWorth];

  for (let minute = 0; minute < DAY_MINUTES - 30; minute += 30) {
    clock.advance(30 * MINUTE_MS);
    await raiseRate();
    const before = await catalogue();
    const [has = '', next = ''] = [LIED_ABOUT[held % LIED_ABOUT.length], LIED_ABOUT[(held + 1) % LIED_ABOUT.length]];
    // The accomplice's items rise as far as is accepted; the next ones fall, to rise more.
    for (const factor of [1.499, 1.1]) {
      notifyPrices((name) => {
        const { cents } = before.get(name) as Known;
        return name === has ? cents * factor : name === next ? cents * 0.8 : cents;
      });
      const { status } = await app.items.syncNow();
      assert.equal(status, 'DONE');
      const { cents } = (await catalogue()).get(has) as Known;
      if (cents > (before.get(has) as Known).cents) break;
    }
    const worth = cash + (await worthOfItems());
    most = Math.max(most, worth);
    assert.ok(
      worth - trueWorth <= greatestLoss(most, settings),
      `${worth} instead of ${trueWorth} at minute ${minute}`,
    );
    cash += await sellAll(accomplice);
    held += 1;
    const { id, brl } = (await catalogue()).get(next) as Known;
    const count = Math.floor(cash / brl);
    await insertHeld(app.db, accomplice.userId, id, { count });
    cash -= count * brl;
  }

  const gained = cash + (await sellAll(accomplice)) + (await sellAll(others)) - trueWorth;
  const allowed = greatestLoss(most, settings);
  t.diagnostic(`gained ${gained} of ${trueWorth}, ${allowed} allowed`);
  assert.ok(gained <= allowed, `${gained} cents, where ${allowed} are allowed`);
  assert.ok(gained > allowed / 4, 'the sources could lie');
});
