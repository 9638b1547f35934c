import assert from 'node:assert/strict';
import { rm, stat } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { until } from '../../src/platform/hot-store/test-support.ts';
import { createTestDatabase } from '../support/databases.ts';
import { makeDataFolder } from '../support/folders.ts';
import { logInThroughSandbox } from '../support/login.ts';
import { standAsPooler } from '../support/pooler.ts';
import { type ServerProcess, startServerProcess, stopInTime, verify } from '../support/processes.ts';

/** The real process with its own database, started and stopped as a person or a supervisor would. */
let dataDir: string;
const running: ServerProcess[] = [];
before(async () => {
  dataDir = await makeDataFolder('lisura-flow-');
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
  const text = await response.text();
  assert.match(text, /^[{[]/, `${url} answers ${response.status}`);
  return { status: response.status, body: JSON.parse(text) as Record<string, unknown> };
};

test('unconfigured: starts on an embedded database, answers, and stops in time on SIGTERM', async () => {
  // The test looks more often than a player may until the robots have played.
  const server = start({ DEMO_PLAYERS: 'on', RATE_LIMIT_GLOBAL: '0' });
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
  for (const line of [
    '/api/docs\n',
    '/api/docs-json\n',
    'DEMO_PLAYERS=off',
    '/api/auth/steam/login',
    'Sandbox',
    'embedded PostgreSQL',
  ])
    assert.ok(output.includes(line), line);
});

/** The folder has one life after the other: each shows what it can before it ends in a way of its own. */
test('a folder lives on: a player and all checks find it, no second start takes it, a kill and a move lose nothing', async () => {
  const killed = start();
  const address = await killed.ready;
  const sessionId = await logInThroughSandbox(address, '76561198000000123');
  const headers = { authorization: `Bearer ${sessionId}` };
  await assertBeginsWithMoney(address, headers);
  await assertAllHolds();
  await assertIsTaken(killed);
  const chains = await json(`${sandboxOf(killed)}/beacon/chains`);
  await killed.stop('SIGKILL');

  // Its sandbox is on another port.
  const next = start();
  const nextAddress = await next.ready;
  assert.doesNotMatch(next.printed(), /Filling/);
  assert.equal((await json(`${nextAddress}/api/health/ready`)).status, 200);
  assert.deepEqual(await json(`${sandboxOf(next)}/beacon/chains`), chains, 'its beacon has the same key');
  await assertPicturesAreThere(nextAddress, headers);
  await assertFinishesWhatIsUnderWay(next);
});

async function assertBeginsWithMoney(address: string, headers: Record<string, string>): Promise<void> {
  const balance = await fetch(`${address}/api/user/balance`, { headers });
  assert.deepEqual(await balance.json(), { balanceCents: '100000', balanceFormatted: 'R$ 1.000,00' });
  assert.equal((await fetch(`${address}/api/provably-fair/commitments`, { headers })).status, 200);
}

/** In the live database, of which the check knows no more than the folder. */
async function assertAllHolds(): Promise<void> {
  const { code, output } = await verify({ DATA_DIR: dataDir });
  assert.equal(code, 0, output);
  assert.match(output, /holds {3}prices follow from margin and rate/);
  assert.match(output, /holds {3}every hash that was committed to is that of its seed/);
}

/** A second start says who uses the folder, and the first goes on. */
async function assertIsTaken(first: ServerProcess): Promise<void> {
  const { code, output } = await start().ended;
  assert.equal(code, 1);
  assert.match(output, new RegExp(`process ${first.child.pid}\\b`));
  assert.match(output, /Set? ?DATA_DIR|set DATA_DIR/i);
  assert.equal((await json(`${await first.ready}/api/health`)).status, 200);
}

const sandboxOf = (server: ServerProcess) => /Sandbox +(http:\/\/\S+)/.exec(server.printed())?.[1];

async function assertPicturesAreThere(address: string, headers: Record<string, string>): Promise<void> {
  const [items, cases, categories, event, me] = await Promise.all([
    json(`${address}/api/items?limit=1`),
    json(`${address}/api/cases?limit=1`),
    json(`${address}/api/cases/categories`),
    json(`${address}/api/event/active`),
    fetch(`${address}/api/auth/me`, { headers }).then((answer) => answer.json()),
  ]);
  const firstOf = ({ body }: typeof items) => (body.data as { imageUrl: string }[])[0]?.imageUrl;
  const pictures = [
    firstOf(items),
    firstOf(cases),
    firstOf(categories),
    (event.body.event as { imageUrl: string }).imageUrl,
    (me as { avatarUrl: string }).avatarUrl,
  ];
  for (const picture of pictures) assert.equal((await fetch(String(picture))).status, 200, String(picture));
}

/** Ctrl-C lets a request under way finish and cuts one that never ends. */
async function assertFinishesWhatIsUnderWay(server: ServerProcess): Promise<void> {
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
}

test('a check without a server says what to do', async () => {
  const { code, output } = await verify({ DATA_DIR: path.join(dataDir, 'nothing here') });
  assert.equal(code, 2);
  assert.match(
    output,
    /^The database could not be checked: no server answers in .*nothing here\. Start one with "npm start"/,
  );
});

test('a port in use is one clear line, and nothing is made before', async () => {
  const holder = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  const { port } = holder.address() as net.AddressInfo;
  const unmade = path.join(dataDir, 'unmade');
  const { code, output } = await start({ PORT: String(port), DATA_DIR: unmade }).ended;
  holder.close();
  assert.equal(code, 1);
  assert.equal(output, `Lisura could not start: port ${port} is in use; set PORT to another one\n`);
  await assert.rejects(stat(unmade), { code: 'ENOENT' });
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

test('a database that is not there is waited for, in one line without its password, and a stop ends that', async () => {
  const server = start({ DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' });
  await until(async () => server.printed().includes('\n'));
  const { code, output } = await stopInTime(server);
  assert.equal(code, 0);
  assert.equal(
    output,
    'PostgreSQL does not answer, and is waited for, 60 s at most: the database of DATABASE_URL cannot be used: ' +
      'connect ECONNREFUSED 127.0.0.1:1\nStopping…\n',
  );
});

test('a pooler in transaction mode is refused in one line that says how to connect instead', async () => {
  const database = await createTestDatabase({ empty: true });
  const pooler = await standAsPooler(database.url, 'transaction');
  try {
    const { code, output } = await start({ DATABASE_URL: pooler.url }).ended;
    const reason = 'a pooler in transaction mode stands before it, where sessions are not kept';
    assert.match(
      output,
      new RegExp(`^Lisura could not start: the database of DATABASE_URL cannot be used: ${reason}.*\n$`),
    );
    assert.equal(code, 1);
  } finally {
    await pooler.close();
    await database.drop();
  }
});
