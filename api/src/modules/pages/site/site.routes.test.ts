import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { createCall } from '../../../../test/support/calls.ts';
import { createAdmin } from '../../../../test/support/people.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { fixedClock } from '../../../platform/clock.ts';
import { until } from '../../../platform/hot-store/test-support.ts';

const NOW = new Date('2026-11-15T12:00:00.000Z');
const app = useApp(() => createTestApp({ clock: fixedClock(NOW), environment: { RATE_LIMIT_CASE_OPEN: '5' } }));
before(async () => {
  await app.start();
});

test('anybody learns what holds here, before they ask for anything', async () => {
  const { status, body } = await app.call(null, 'GET', '/config');
  assert.equal(status, 200);
  assert.equal(body.serverTime, NOW.toISOString());
  assert.deepEqual(body.languages, ['pt-BR', 'en']);
  assert.deepEqual(body.deposits, { minCents: '1000', maxCents: '1000000', minutes: 30, maxOpen: 5 });
  assert.deepEqual(body.upgrades, { maxItems: 6, edgePercent: '10', maxChancePercent: '90' });
  assert.deepEqual(body.battles.seatCounts, [2, 3, 4]);
  assert.deepEqual(body.battles.modes, ['NORMAL', 'CRAZY', 'TERMINAL', 'SHARED']);
  assert.deepEqual(body.rateLimits, { global: null, auth: null, caseOpen: 5, market: null });
  assert.deepEqual(
    body.rarities.find(({ value }: { value: string }) => value === 'COVERT'),
    { value: 'COVERT', name: 'Covert', color: '#eb4b4b' },
  );
});

test('what is off says so', async () => {
  const { features, sandboxPayUrl } = (await app.call(null, 'GET', '/config')).body;
  assert.deepEqual(features, { beacon: false, pix: false, marketplace: false, siteSwap: false, sandbox: false });
  assert.equal(sandboxPayUrl, null);
});

test('beside the sandbox a page can lead to where a charge is paid', async () => {
  const beside = await createTestApp({ sandboxPayUrl: 'http://localhost:3001/pix' });
  try {
    const { features, sandboxPayUrl } = (await createCall(beside.http)(null, 'GET', '/config')).body;
    assert.deepEqual([features.sandbox, sandboxPayUrl], [true, 'http://localhost:3001/pix']);
  } finally {
    await beside.close();
  }
});

test('what an administrator changes shows', async () => {
  const changed = await app.call(await createAdmin(app.db), 'PATCH', '/admin/settings', { depositMinCents: 2_000 });
  assert.equal(changed.status, 200, changed.text);
  await until(async () => (await app.call(null, 'GET', '/config')).body.deposits.minCents === '2000');
});
