import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { readConfig } from '../../api/src/app/config.ts';
import { createCase } from '../../api/src/modules/games/cases/openings/test-support.ts';
import { sql } from '../../api/src/platform/database/sql.ts';
import { silentLogger as logger } from '../../api/src/platform/observability/logger.ts';
import { createTestApp } from '../../api/test/support/app.ts';
import { TEST_KEYS } from '../../api/test/support/committed-seeds.ts';
import { deposit, requestPayout, setBank } from './cashier.ts';
import { openPast } from './past.ts';
import { startPastApp } from './past-app.ts';
import { createPerson } from './person.ts';
import { createWorld, type Player } from './world.ts';

test('a deposit that goes to what its player owes is credited, though the balance stays as it is', async (t) => {
  const services = new AsyncDisposableStack();
  t.after(() => services.disposeAsync());
  const server = await createTestApp();
  services.defer(() => server.close());
  const { db } = server;
  await createCase(db, { widths: [2_000_000, 8_000_000], priceCents: 190 });
  const past = await openPast(server.databaseUrl);
  services.defer(() => past.end(db));
  const config = readConfig({}, tmpdir());
  const pastApp = await startPastApp({ config, keys: TEST_KEYS, past, logger, services });
  const reader = createPerson(pastApp.app, pastApp.sandbox, { platformId: '76561198000000001', address: '10.0.0.2' });
  const span = { startMs: 0, endMs: Date.now(), transfers: 100 };
  const world = await createWorld(pastApp, past.clock, reader, span);
  const player: Player = { ...world.latecomer, favourites: [{ id: '1', cents: 1 }] };
  await player.person.ask('PUT', '/user/age-confirmation', { isAdult: true });

  assert.ok(await deposit(world, player, 'PAID'));
  assert.equal(player.balanceCents, 2_000);
  await requestPayout(world, player, player.balanceCents, 'forget');
  const [paid] = await db.query<{ txid: string }>(sql`select txid from deposits`);
  assert.ok(await setBank(world, { giveBack: { txid: paid?.txid } }));

  assert.ok(await deposit(world, player, 'PAID'));
  assert.equal(player.balanceCents, 0);
  const types = await db.query<{ type: string }>(sql`select type from transfers order by id`);
  assert.deepEqual(
    types.map(({ type }) => type),
    ['DEPOSIT', 'WITHDRAWAL_HOLD', 'DEPOSIT_RETURN', 'DEPOSIT', 'DEBT_PAYMENT'],
  );
});
