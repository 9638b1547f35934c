import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { FIRST_FILL_LOCK } from '../../src/platform/database/one-process.ts';
import { until } from '../../src/platform/hot-store/test-support.ts';
import { createTestDatabase } from '../support/databases.ts';
import { logInThroughSandbox } from '../support/login.ts';
import { type ServerProcess, startServerProcess, stopInTime } from '../support/processes.ts';

/** The real process, started and stopped as a person or a supervisor would. */
const VERIFY = path.resolve(import.meta.dirname, '../../src/verify/main.ts');

let dataDir: string;
const running: ServerProcess[] = [];
before(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'lisura-flow-'));
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop('SIGTERM');
});
after(() => rm(dataDir, { recursive: true, force: true }));

function start(environment: Record<string, string> = {}): ServerProcess {
  const server = startServerProcess({ DATA_DIR: dataDir, ...environment });
  running.push(server);
  return server;
}

const json = async (url: string, body?: object) => {
  const response = await fetch(
    url,
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  );
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

/** `npm run verify` with nothing of our own settings but these. */
function verify(settings: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { DATABASE_URL: _database, ...inherited } = process.env;
  return new Promise((resolve) => {
    const env = { ...inherited, NODE_ENV: 'development', ...settings };
    execFile(process.execPath, [VERIFY], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
  });
}

test('unconfigured: starts on an embedded database, answers, and stops in time on SIGTERM', async () => {
  const server = start({ DEMO_PLAYERS: 'on' });
  const address = await server.ready;
  const health = await json(`${address}/api/health`);
  assert.deepEqual([health.status, health.body.status], [200, 'ok']);
  const roll = await json(`${address}/api/provably-fair/calculate-result`, {
    serverSeed: 's',
    clientSeed: 'c',
    nonce: '1',
  });
  assert.equal(roll.status, 200);
  const items = await json(`${address}/api/items?limit=1`);
  assert.ok((items.body.meta as { total: number }).total >= 300, 'the catalogue is filled on the first start');
  const { event } = (await json(`${address}/api/event/active`)).body as { event: { tiers: []; shoots: [] } };
  assert.deepEqual([event.tiers.length, event.shoots.length], [5, 5], 'an event runs from the first start on');
  await until(async () => {
    const drops = (await json(`${address}/api/live-drops/recent`)).body.data as { username: string }[];
    return /\(demo\)$/.test(String(drops[0]?.username));
  });
  const { code, output } = await stopInTime(server, 'SIGTERM');
  assert.equal(code, 0, output);
  for (const line of ['/api/docs', 'DEMO_PLAYERS=off', '/api/auth/steam/login', 'Sandbox', 'embedded PostgreSQL'])
    assert.ok(output.includes(line), line);
});

test('a player of the sandbox begins with R$ 1.000,00, and everything holds in the live database', async () => {
  const address = await start().ready;
  const sessionId = await logInThroughSandbox(address, '76561198000000123');
  const balance = await fetch(`${address}/api/user/balance`, { headers: { authorization: `Bearer ${sessionId}` } });
  assert.deepEqual(await balance.json(), { balanceCents: '100000', balanceFormatted: 'R$ 1.000,00' });
  const headers = { authorization: `Bearer ${sessionId}` };
  assert.equal((await fetch(`${address}/api/provably-fair/commitments`, { headers })).status, 200);
  const { code, output } = await verify({ DATA_DIR: dataDir });
  assert.equal(code, 0, output);
  assert.match(output, /holds {3}prices follow from margin and rate/);
  assert.match(output, /holds {3}every hash that was committed to is that of its seed/);
});

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

/** The address of the sandbox as a start prints it. */
const sandboxOf = (server: ServerProcess) => /Sandbox +(http:\/\/\S+)/.exec(server.printed())?.[1];

test('pictures are there after the sandbox has moved to another port, and its beacon has the same key', async () => {
  const first = start();
  const sessionId = await logInThroughSandbox(await first.ready, '76561198000000124');
  const chains = await json(`${sandboxOf(first)}/beacon/chains`);
  await first.stop();
  const second = start();
  const address = await second.ready;
  assert.deepEqual(await json(`${sandboxOf(second)}/beacon/chains`), chains);
  const [items, cases, event, me] = await Promise.all([
    json(`${address}/api/items?limit=1`),
    json(`${address}/api/cases?limit=1`),
    json(`${address}/api/event/active`),
    fetch(`${address}/api/auth/me`, { headers: { authorization: `Bearer ${sessionId}` } }).then((answer) =>
      answer.json(),
    ),
  ]);
  const firstOf = ({ body }: typeof items) => (body.data as { imageUrl: string }[])[0]?.imageUrl;
  const pictures = [
    firstOf(items),
    firstOf(cases),
    (event.body.event as { imageUrl: string }).imageUrl,
    (me as { avatarUrl: string }).avatarUrl,
  ];
  for (const picture of pictures) assert.equal((await fetch(String(picture))).status, 200, String(picture));
});

test('a check without a server says what to do', async () => {
  const { code, output } = await verify({ DATA_DIR: path.join(dataDir, 'nothing here') });
  assert.equal(code, 2);
  assert.match(
    output,
    /^The database could not be checked: no server answers in .*nothing here\. Start one with "npm start"/,
  );
});

test('a second start on the same folder says who uses it, and the first goes on', async () => {
  const first = start();
  const address = await first.ready;
  const second = start();
  const { code, output } = await second.ended;
  assert.equal(code, 1);
  assert.match(output, new RegExp(`process ${first.child.pid}\\b`));
  assert.match(output, /Set? ?DATA_DIR|set DATA_DIR/i);
  assert.equal((await json(`${address}/api/health`)).status, 200);
});

test('a folder left by a killed process is recovered', async () => {
  const killed = start();
  await killed.ready;
  await killed.stop('SIGKILL');
  const address = await start().ready;
  assert.equal((await json(`${address}/api/health/ready`)).status, 200);
});

test('Ctrl-C lets a request under way finish and cuts one that never ends', async () => {
  const server = start();
  const address = new URL(await server.ready);
  const body = JSON.stringify({ serverSeed: 's', clientSeed: 'c', nonce: 1 });
  const open = () =>
    new Promise<net.Socket>((resolve, reject) => {
      const socket = net.connect(Number(address.port), address.hostname).on('error', reject);
      socket.write(
        `POST /api/provably-fair/calculate-result HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
          `Expect: 100-continue\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
      );
      // The server has taken the request once it asks for the body.
      socket.once('data', () => resolve(socket));
    });
  const [finishing, hanging] = await Promise.all([open(), open()]);
  const ended = stopInTime(server, 'SIGINT');
  finishing.write(body);
  assert.match((await finishing.toArray()).join(''), /^HTTP\/1\.1 200 [\s\S]*"roll":/);
  hanging.resume();
  const { code, output } = await ended;
  assert.equal(code, 0, output);
});

test('a port in use is one clear line', async () => {
  const holder = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  const { port } = holder.address() as net.AddressInfo;
  const { code, output } = await start({ PORT: String(port) }).ended;
  holder.close();
  assert.equal(code, 1);
  assert.match(output, new RegExp(`Lisura could not start: port ${port} is in use; set PORT to another one`));
});

for (const [what, folder] of Object.entries({
  'where nothing can be kept': '/proc/lisura',
  'that is a file': import.meta.filename,
})) {
  test(`a data folder ${what} is one clear line, also with a database elsewhere`, async () => {
    for (const database of [{}, { DATABASE_URL: 'postgres://127.0.0.1:1/x' }]) {
      const { code, output } = await start({ DATA_DIR: folder, ...database }).ended;
      assert.equal(code, 1);
      assert.match(output, /^Lisura could not start: [^\n]* data folder [^\n]* DATA_DIR to another [^\n]*\n$/);
    }
  });
}

test('a wrong setting is one clear line', async () => {
  const { code, output } = await start({ PORT: 'web' }).ended;
  assert.equal(code, 1);
  assert.equal(output, 'Lisura could not start: PORT must be a whole number from 0 to 65535, not "web"\n');
});

test('a database that is not there is one clear line without its password', async () => {
  const { code, output } = await start({ DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' }).ended;
  assert.equal(code, 1);
  assert.equal(
    output,
    'Lisura could not start: the database of DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1\n',
  );
});

test('with DATABASE_URL it uses that server and starts none', async () => {
  const database = await createTestDatabase({ empty: true });
  try {
    const server = start({ DATABASE_URL: database.url });
    const address = await server.ready;
    assert.equal((await json(`${address}/api/health/ready`)).status, 200);
    const { code, output } = await server.stop();
    assert.equal(code, 0);
    assert.match(output, /from DATABASE_URL/);
  } finally {
    await database.drop();
  }
});

async function bothWait(client: Client): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query(
      'select from pg_locks where not granted and (classid::bigint << 32) + objid::bigint = $1',
      [FIRST_FILL_LOCK],
    );
    if (rowCount === 2) return;
    await delay(10);
  }
}

test('two processes that start on one empty database fill it once, and both come up', async () => {
  const database = await createTestDatabase({ empty: true });
  const holder = new Client(database.url);
  await holder.connect();
  try {
    // Both are held where they would begin to fill it, and go on in the same moment.
    await holder.query('select pg_advisory_lock($1)', [FIRST_FILL_LOCK]);
    const servers = [start({ DATABASE_URL: database.url }), start({ DATABASE_URL: database.url })];
    const ready = Promise.all(servers.map((server) => server.ready));
    await Promise.race([ready.then(() => assert.fail('they did not wait for one another')), bothWait(holder)]);
    await holder.query('select pg_advisory_unlock($1)', [FIRST_FILL_LOCK]);
    const addresses = await ready;
    for (const address of addresses) {
      const cases = await json(`${address}/api/cases?limit=100`);
      assert.equal((cases.body.meta as { total: number }).total, 12);
    }
    const ended = await Promise.all(servers.map((server) => server.stop()));
    assert.equal(ended.filter(({ output }) => output.includes('Filling the catalogue')).length, 1);
  } finally {
    await holder.end();
    await database.drop();
  }
});

test('a first start that was killed while it filled the catalogue is taken up by the next', async () => {
  const database = await createTestDatabase();
  const client = new Client(database.url);
  await client.connect();
  try {
    await client.query("insert into item_syncs (kind, status) values ('ITEMS', 'RUNNING')");
    const address = await start({ DATABASE_URL: database.url }).ready;
    const items = await json(`${address}/api/items?limit=1`);
    assert.ok((items.body.meta as { total: number }).total >= 300);
    const { rows } = await client.query('select status from item_syncs');
    assert.deepEqual(rows, [{ status: 'DONE' }]);
  } finally {
    await client.end();
    for (const server of running.splice(0)) await server.stop();
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
