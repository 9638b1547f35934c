import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, test } from 'node:test';
import { open } from '../../src/modules/games/cases/openings/test-support.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { divideCeil } from '../../src/platform/money.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createCall } from '../support/calls.ts';
import { seededRandom } from '../support/load.ts';
import { createAdmin, createPlayer, type Person } from '../support/people.ts';

/** Prices move in every way while players open every case and sell all: the house never pays more than the guard allows. */

let apps: [TestApp, TestApp];
let admin: Person;
before(async () => {
  const app = await createTestApp();
  apps = [app, await createTestApp({ databaseUrl: app.databaseUrl })];
  admin = await createAdmin(app.db);
});
after(async () => {
  assert.deepEqual(await findViolations(apps[0].db), []);
  for (const app of apps.toReversed()) await app.close();
});

const ROLLS = 10_000_000n;
const WIDTHS = [5_000_000, 3_000_000, 1_500_000, 500_000];

async function ask(method: 'POST' | 'PATCH', path: string, payload: object) {
  const { status, body, text } = await createCall(apps[0].http)(admin, method, path, payload);
  assert.ok(status < 300, text);
  return body;
}

let items = 0;
async function createItems(dollarCents: readonly number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const cents of dollarCents) {
    items += 1;
    const name = `Item ${items}`;
    const fields = { name, marketHashName: name, rarity: 'COVERT', weaponCategory: 'RIFLE' };
    const prices = { imageUrl: 'https://images.example/1.png', originalPriceCents: String(cents) };
    ids.push((await ask('POST', '/admin/items', { ...fields, ...prices })).id);
  }
  return ids;
}

function contentsOf(itemIds: readonly string[], widths: readonly number[]) {
  let end = 0;
  return itemIds.map((itemId, index) => {
    end += widths[index] ?? 0;
    return { itemId, hashRangeStart: end - (widths[index] ?? 0) + 1, hashRangeEnd: end };
  });
}

async function createCase(itemIds: readonly string[], priceCents: number): Promise<string> {
  const name = `Case of ${itemIds[0]}`;
  const fields = { name, imageUrl: 'https://images.example/1.png', category: 'Test', priceCents, activate: true };
  return (await ask('POST', '/admin/cases', { ...fields, items: contentsOf(itemIds, WIDTHS) })).id;
}

interface Truth {
  priceCents: bigint;
  worthCents: bigint;
}

/** The test itself reads and adds up the present state of a case. */
async function truthOf(caseId: string): Promise<Truth> {
  const rows = await apps[0].db.query<{ price: string; value: string; width: number }>(sql`
    select price_cents as price, value_cents_brl as value, hash_range_end - hash_range_start + 1 as width
    from cases join case_version_items on version_id = current_version_id join items on items.id = item_id
    where cases.id = ${caseId}`);
  const worthCents = rows.reduce((sum, { value, width }) => sum + BigInt(value) * BigInt(width), 0n);
  return { priceCents: BigInt(rows[0]?.price ?? 0), worthCents };
}

const sellAll = (app: TestApp, { headers }: Person) =>
  app.http.inject({ method: 'POST', url: '/api/inventory/sell-all', headers });

test('whatever moves, a case is open exactly while it pays back no more than the limit, and all pays back no more', async (t) => {
  const seed = randomInt(2 ** 31);
  t.diagnostic(`seed ${seed}`);
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const [{ db }] = apps;
  const cases: { id: string; itemIds: string[] }[] = [];
  for (let n = 0; n < 4; n += 1) {
    const itemIds = await createItems(WIDTHS.map(() => 50 + below(400)));
    cases.push({ id: await createCase(itemIds, 1_000 + below(1_000)), itemIds });
  }
  const oneOf = () => cases[below(cases.length)] as (typeof cases)[0];
  let limitPercent = 97n;
  const moves: (() => Promise<unknown>)[] = [
    () => ask('PATCH', '/admin/settings', { priceMargin: (1 + below(100) / 100).toFixed(2), confirm: true }),
    () =>
      ask('PATCH', `/admin/items/${oneOf().itemIds[below(WIDTHS.length)]}`, {
        originalPriceCents: String(1 + below(1_000)),
        confirm: true,
      }),
    () => ask('PATCH', `/admin/cases/${oneOf().id}`, { priceCents: 500 + below(4_000) }),
    () => {
      const { id, itemIds } = oneOf();
      return ask('PATCH', `/admin/cases/${id}`, { items: contentsOf(itemIds.toReversed(), WIDTHS.toReversed()) });
    },
    () => {
      limitPercent = BigInt(80 + below(21));
      return ask('PATCH', '/admin/settings', { maxCaseRtpPercent: Number(limitPercent), confirm: true });
    },
    () =>
      db.query(sql`
        with rate as (update exchange_rate set usd_to_brl = ${4 + below(200) / 100}::numeric, is_fallback = false
          returning usd_to_brl)
        update items set value_cents_brl = round(value_cents * usd_to_brl) from rate`),
  ];
  const players = await Promise.all([createPlayer(db, 50_000_000), createPlayer(db, 50_000_000)]);
  const total = { opened: 0, paused: 0, expectedUnits: 0n, allowedUnits: 0n };
  const playAll = async (where: string, caseIds: readonly string[]) => {
    for (const id of caseIds) {
      const { priceCents, worthCents } = await truthOf(id);
      const isWithin = worthCents * 100n <= limitPercent * ROLLS * priceCents;
      const answers = await Promise.all(
        players.map((player, n) => open(apps[n % 2] as TestApp, player, id, { quantity: 2 })),
      );
      for (const { statusCode, body } of answers) {
        assert.equal(statusCode, isWithin ? 200 : 409, `seed ${seed}, ${where}: ${worthCents}, ${priceCents}: ${body}`);
        total[isWithin ? 'opened' : 'paused'] += 1;
        if (!isWithin) continue;
        total.expectedUnits += 2n * worthCents * 100n;
        total.allowedUnits += 2n * priceCents * ROLLS * limitPercent;
      }
    }
    await Promise.all(players.map((player, n) => sellAll(apps[n % 2] as TestApp, player)));
  };
  const allIds = cases.map(({ id }) => id);
  for (let step = 0; step < 30; step += 1) {
    await (moves[step % moves.length] as () => Promise<unknown>)();
    await playAll(`step ${step}`, allIds);
    const { id } = oneOf();
    const leastCents = divideCeil((await truthOf(id)).worthCents * 100n, limitPercent * ROLLS);
    for (const priceCents of [leastCents, leastCents - 1n]) {
      await ask('PATCH', `/admin/cases/${id}`, { priceCents: String(priceCents) });
      await playAll(`step ${step} at its edge`, [id]);
    }
  }
  t.diagnostic(`${total.opened} opened, ${total.paused} paused`);
  assert.ok(total.opened >= 60 && total.paused >= 60, 'at its edge alone both were tried so often');
  assert.ok(total.expectedUnits <= total.allowedUnits);
  await ask('PATCH', '/admin/settings', { priceMargin: '1.2', maxCaseRtpPercent: 97, confirm: true });
});

test('while prices move and cases are opened at once, no item is won at prices at which its case is paused', async (t) => {
  const [{ db }] = apps;
  const dollarCents = [100, 200, 300, 400];
  const itemIds = await createItems(dollarCents);
  const caseId = await createCase(itemIds, 1_300);
  await db.query(sql`update exchange_rate set usd_to_brl = 5, is_fallback = true`);
  await db.query(sql`update items set value_cents_brl = value_cents * 5`);
  // Each margin gives each item a value of its own, so that the value kept with an opening tells at which it was won.
  const margins = ['1.2', '1.45', '1.44', '2', '1.1', '1.5'];
  const levels = margins.map((margin) => dollarCents.map((cents) => Math.round(cents * Number(margin)) * 5));
  const players = await Promise.all(Array.from({ length: 8 }, () => createPlayer(db, 10_000_000)));
  let isMoving = true;
  const moving = (async () => {
    for (let move = 0; move < 48; move += 1) {
      await ask('PATCH', '/admin/settings', { priceMargin: margins[move % margins.length], confirm: true });
    }
    isMoving = false;
  })();
  const statuses: number[] = [];
  const playing = players.map(async (player, n) => {
    const app = apps[n % 2] as TestApp;
    while (isMoving) {
      const { statusCode } = await open(app, player, caseId, { quantity: 3 });
      statuses.push(statusCode);
      if (statusCode === 200 && n % 4 === 0) await sellAll(app, player);
    }
  });
  await Promise.all([moving, ...playing]);
  const won = await db.query<{ item: string; value: number; count: number }>(sql`
    select item_id as item, item_value_cents::int as value, count(*)::int from case_openings
    where case_id = ${caseId} group by 1, 2`);
  const levelsOpened = new Set<string>();
  for (const { item, value } of won) {
    const place = itemIds.indexOf(item);
    const level = levels.find((values) => values[place] === value) ?? assert.fail(`${value} is no price of ${item}`);
    const worth = level.reduce((sum, cents, index) => sum + cents * (WIDTHS[index] ?? 0), 0);
    assert.ok(
      worth * 100 <= 97 * 10_000_000 * 1_300,
      `won at ${value}, where the case pays back ${worth / 130_000_000}`,
    );
    levelsOpened.add(margins[levels.indexOf(level)] ?? '');
  }
  t.diagnostic(`opened at the margins ${[...levelsOpened].toSorted().join()}; ${statuses.length} answers`);
  assert.ok(statuses.includes(200) && statuses.includes(409), 'some were opened, and some came while it was paused');
  assert.deepEqual(new Set(statuses), new Set([200, 409]));
});
