import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { Client } from 'pg';
import { FIRST_FILL_LOCK, MIGRATION_LOCK } from '../../src/platform/database/one-process.ts';
import { until } from '../../src/platform/hot-store/test-support.ts';
import { standBefore } from '../support/database-wire.ts';
import { createTestDatabase } from '../support/databases.ts';
import { makeDataFolder } from '../support/folders.ts';
import { untilWaitFor } from '../support/lock-waiters.ts';
import { type ServerProcess, startServerProcess, stopInTime, verify } from '../support/processes.ts';

/** The real process, started as a supervisor would on a database that is there. */
let dataDir: string;
const running: ServerProcess[] = [];
before(async () => {
  dataDir = await makeDataFolder('lisura-flow-');
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop('SIGTERM');
});
after(() => rm(dataDir, { recursive: true, force: true }));

function start(environment: Record<string, string>): ServerProcess {
  const server = startServerProcess({ DATA_DIR: dataDir, ...environment });
  running.push(server);
  return server;
}

const json = async (url: string) => {
  const response = await fetch(url);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

test('a check without the key says what it could not look at, and does not call that holding', async () => {
  const database = await createTestDatabase();
  const noKey = { DATABASE_URL: database.url, DATA_DIR: path.join(dataDir, 'nothing') };
  try {
    const blind = await verify(noKey);
    assert.equal(blind.code, 3, blind.output);
    assert.match(blind.output, /NO KEY {2}every hash that was committed to is that of its seed: .*SECRETS_KEY/);
    assert.match(blind.output, /Everything holds that could be looked at without a key\./);
    const seeing = await verify({ ...noKey, SECRETS_KEY: '07'.repeat(32) });
    assert.equal(seeing.code, 0, seeing.output);
  } finally {
    await database.drop();
  }
});

test('two processes that start on one empty database use it and start none, fill it once, and both come up', async () => {
  const database = await createTestDatabase({ empty: true });
  const holder = new Client(database.url);
  await holder.connect();
  try {
    // Both are held where they would begin to fill it, and go on in the same moment.
    await holder.query('select pg_advisory_lock($1)', [FIRST_FILL_LOCK]);
    const servers = [start({ DATABASE_URL: database.url }), start({ DATABASE_URL: database.url })];
    const ready = Promise.all(servers.map((server) => server.ready));
    const bothWait = untilWaitFor(holder, FIRST_FILL_LOCK, 2);
    await Promise.race([ready.then(() => assert.fail('they did not wait for one another')), bothWait]);
    await holder.query('select pg_advisory_unlock($1)', [FIRST_FILL_LOCK]);
    const addresses = await ready;
    for (const address of addresses) {
      assert.equal((await json(`${address}/api/health/ready`)).status, 200);
      const cases = await json(`${address}/api/cases?limit=100`);
      assert.equal((cases.body.meta as { total: number }).total, 12);
    }
    const ended = await Promise.all(servers.map((server) => server.stop()));
    for (const { code, output } of ended) {
      assert.equal(code, 0, output);
      assert.match(output, /from DATABASE_URL/);
    }
    assert.equal(ended.filter(({ output }) => output.includes('Filling the catalogue')).length, 1);
  } finally {
    await holder.end();
    await database.drop();
  }
});

const PRODUCTION = { NODE_ENV: 'production', PUBLIC_URL: 'https://lisura.example', SECRETS_KEY: 'a1'.repeat(32) };
const messagesOf = (output: string) =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { level: string; msg: string })
    .map(({ level, msg }) => `${level}: ${msg}`);

test('in production every line is one of the log, and what is missing is warned of', async () => {
  const database = await createTestDatabase();
  try {
    const server = start({ ...PRODUCTION, DATABASE_URL: database.url, LOG_LEVEL: 'info' });
    await server.ready;
    const { output } = await server.stop();
    const messages = messagesOf(output);
    assert.ok(messages.includes('info: Lisura is ready'), output);
    assert.ok(messages.includes('info: Stopping…'), output);
    const warnings = messages.filter((message) => message.startsWith('warn: '));
    assert.deepEqual(warnings, [
      'warn: ADMIN_PLATFORM_IDS is not set: there is no administrator',
      'warn: RATES_URL is not set: the exchange rate stays the last one known, or 5 where none was',
      'warn: MARKET_API_URL is not set: nothing is bought, so no item can be withdrawn',
      'warn: PIX_URL is not set: nobody can deposit',
      'warn: The catalogue has no items: set ITEM_DATABASE_URL and sync them as an administrator, or create some',
    ]);
  } finally {
    await database.drop();
  }
});

test('in production a start that fails is a line of the log too', async () => {
  const { code, output } = await start({ NODE_ENV: 'production' }).ended;
  assert.equal(code, 1);
  assert.deepEqual(messagesOf(output), [
    'fatal: Lisura could not start: DATABASE_URL, PUBLIC_URL, and SECRETS_KEY must be set when NODE_ENV is production',
  ]);
});

test('a process that starts while PostgreSQL restarts says that it waits, comes up when it is back, and fills on where the last start was cut', async () => {
  const database = await createTestDatabase();
  const client = new Client(database.url);
  await client.connect();
  await client.query("insert into item_syncs (kind, status) values ('ITEMS', 'RUNNING')");
  let isBack = false;
  // It keeps its port while it is away: one that is given up may be another's when it is wanted again.
  const standing = await standBefore(database.url, (socket, upstream) => {
    if (isBack) socket.pipe(upstream).pipe(socket);
    else socket.destroy();
  });
  const server = start({ DATABASE_URL: standing.url });
  await until(async () => server.printed().includes('is waited for'));
  isBack = true;
  try {
    const address = await server.ready;
    assert.equal((await json(`${address}/api/health/ready`)).status, 200);
    assert.match(
      server.printed(),
      /^PostgreSQL does not answer, and is waited for, 60 s at most: .*\nPostgreSQL answers\.\n/,
    );
    const items = await json(`${address}/api/items?limit=1`);
    assert.ok((items.body.meta as { total: number }).total >= 300);
    const { rows } = await client.query('select status from item_syncs');
    assert.deepEqual(rows, [{ status: 'DONE' }]);
    await stopInTime(server);
  } finally {
    await client.end();
    await standing.close();
    await database.drop();
  }
});

test('a database that answers and is not the right one ends the start at once', async () => {
  const database = await createTestDatabase();
  try {
    const wrong = new URL(database.url);
    wrong.pathname = '/there_is_no_such';
    const { code, output } = await start({ DATABASE_URL: wrong.href }).ended;
    assert.equal(code, 1);
    assert.match(output, /^Lisura could not start: the database of DATABASE_URL cannot be used: .*there_is_no_such/);
  } finally {
    await database.drop();
  }
});

test('a stop that is asked for while the process starts is not put off until it is up', async () => {
  const database = await createTestDatabase({ empty: true });
  const client = new Client(database.url);
  try {
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const server = start({ DATABASE_URL: database.url });
    await untilWaitFor(client, MIGRATION_LOCK, 1);
    const { code, output } = await stopInTime(server);
    assert.deepEqual([code, output], [0, 'Stopping…\n']);
  } finally {
    await client.end();
    await database.drop();
  }
});
