import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { refusal } from '../../../../../test/support/calls.ts';
import { archiveItem } from '../../../../../test/support/items.ts';
import { marketRecord } from '../../../../../test/support/purchases.ts';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import { silentLogger as logger } from '../../../../platform/observability/logger.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { createSwapTargets } from './swap-with-site.ts';
import { createTarget, TARGET, useSiteApp } from './test-support.ts';

const [ASIIMOV, CASE, ARCHIVED] = ['AWP | Asiimov (Field-Tested)', 'Fracture Case', 'P90 | Asiimov (Factory New)'];

const app = useSiteApp();
before(async () => {
  await createTarget(app, ASIIMOV, 1);
  await createTarget(app, CASE, 1);
  await createTarget(app, 'Nobody sells it', 1);
  await archiveItem(app.db, await createTarget(app, ARCHIVED, 1));
  for (const [name, price] of [
    [ASIIMOV, 30_000],
    [CASE, 400],
  ]) {
    await app.market({ stock: { name, prices: [price, 50_000] } });
  }
});
/** The cached list is too old now. */
beforeEach(async () => {
  await app.stock(10_000);
  app.clock.advance(20 * MINUTE_MS);
});

const list = (query = '') => app.get(null, `/swap/targets${query}`);
const namesOf = async (query: string) =>
  (await list(query)).body.data.map(({ marketHashName }: { marketHashName: string }) => marketHashName);
const timesAsked = async () => (await marketRecord(app.sandbox)).requests.asked.prices ?? 0;

test('anybody reads what is in the catalogue and for sale, at what the market asks with the margin', async () => {
  const { status, body } = await list();
  assert.equal(status, 200);
  assert.deepEqual(body.meta, { total: 3, limit: 20, offset: 0, hasMore: false });
  assert.deepEqual(await namesOf(''), [CASE, TARGET, ASIIMOV]);
  assert.deepEqual(body.data[1], {
    marketHashName: TARGET,
    itemId: app.targetId,
    name: TARGET,
    imageUrl: 'https://items.example/1.png',
    rarity: 'COVERT',
    rarityColor: '#eb4b4b',
    valueCentsBrl: '6000',
    valueFormatted: 'R$ 60,00',
    count: 1,
  });
  assert.deepEqual([body.data[0].valueCentsBrl, body.data[0].count], ['240', 2]);
});

test('targets are filtered by value and part of the name, sorted by value, and cut', async () => {
  assert.deepEqual(await namesOf('?minValueCents=241'), [TARGET, ASIIMOV]);
  assert.deepEqual(await namesOf('?maxValueCents=6000'), [CASE, TARGET]);
  assert.deepEqual(await namesOf('?search=asii'), [ASIIMOV]);
  assert.deepEqual(await namesOf('?sortOrder=desc'), [ASIIMOV, TARGET, CASE]);
  const { body } = await list('?limit=1&offset=1');
  assert.deepEqual([body.data.length, body.data[0].name], [1, TARGET]);
  assert.deepEqual(body.meta, { total: 3, limit: 1, offset: 1, hasMore: true });
  for (const wrong of ['limit=101', 'limit=0', 'offset=-1', 'sortOrder=up', 'minValueCents=-1', 'minValueCents=x']) {
    assert.equal((await list(`?${wrong}`)).status, 400, wrong);
  }
});

test('the marketplace is asked once a minute, however many read', async () => {
  const before = await timesAsked();
  await Promise.all(Array.from({ length: 20 }, () => list()));
  await app.stock(20_000);
  app.clock.advance(MINUTE_MS - 1);
  assert.deepEqual(await namesOf('?minValueCents=6001'), [ASIIMOV]);
  assert.equal(await timesAsked(), before + 1);
  app.clock.advance(1);
  assert.deepEqual(await namesOf('?minValueCents=6001'), [TARGET, ASIIMOV]);
  assert.equal(await timesAsked(), before + 2);
});

test('the last list serves for ten minutes where the marketplace does not answer, and is asked for sparingly', async () => {
  await list();
  const before = await timesAsked();
  for (const fault of ['server-error', 'malformed', 'cut-off', 'incomplete', 'rate-limited', 'refusal', 'forbidden']) {
    await app.market({ faults: [{ fault, path: 'prices' }] });
    app.clock.advance(MINUTE_MS);
    assert.equal((await list()).body.meta.total, 3, fault);
    assert.equal((await list()).body.meta.total, 3, fault);
  }
  assert.equal(await timesAsked(), before + 7);
  app.clock.advance(3 * MINUTE_MS);
  assert.equal((await list()).status, 200);
  app.clock.advance(1);
  assert.deepEqual(refusal(await list()), [
    503,
    'O mercado não está respondendo no momento. Tente de novo em instantes.',
  ]);
  await app.stock(10_000);
  app.clock.advance(MINUTE_MS);
  assert.equal((await list()).body.meta.total, 3);
});

test('without a marketplace nothing is for sale', async () => {
  const marketplace = { isConfigured: false, findPrices: () => assert.fail('nobody can be asked') };
  const { db, clock } = app;
  assert.deepEqual(await createSwapTargets({ db, clock, logger, marketplace, settings: {} as Settings })(), []);
});
