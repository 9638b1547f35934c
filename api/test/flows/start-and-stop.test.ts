import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { createTestDatabase } from '../support/databases.ts';
import { logInThroughSandbox } from '../support/login.ts';
import { type ServerProcess, startServerProcess } from '../support/processes.ts';

/** The real process, started and stopped as a person or a supervisor would. */
const MAX_STOP_MS = 5_000;
const VERIFY = path.resolve(import.meta.dirname, '../invariants/verify.ts');

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

test('unconfigured: starts on an embedded database, answers, and stops in time on SIGTERM', async () => {
  const server = start();
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
  const startedMs = performance.now();
  const { code, output } = await server.stop('SIGTERM');
  assert.equal(code, 0, output);
  assert.ok(performance.now() - startedMs < MAX_STOP_MS);
  for (const line of ['/api/docs', '/api/auth/steam/login', 'Sandbox', 'embedded PostgreSQL'])
    assert.ok(output.includes(line), line);
});

test('a player of the sandbox begins with R$ 1.000,00, and everything holds in the live database', async () => {
  const address = await start().ready;
  const sessionId = await logInThroughSandbox(address, '76561198000000123');
  const balance = await fetch(`${address}/api/user/balance`, { headers: { authorization: `Bearer ${sessionId}` } });
  assert.deepEqual(await balance.json(), { balanceCents: '100000', balanceFormatted: 'R$ 1.000,00' });
  const { DATABASE_URL: _database, ...inherited } = process.env;
  const { code, output } = await new Promise<{ code: number | null; output: string }>((resolve) => {
    const env = { ...inherited, DATA_DIR: dataDir, NODE_ENV: 'development' };
    execFile(process.execPath, [VERIFY], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
  });
  assert.equal(code, 0, output);
  assert.match(output, /holds {3}prices follow from margin and rate/);
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
  const startedMs = performance.now();
  const ended = server.stop('SIGINT');
  finishing.write(body);
  assert.match((await finishing.toArray()).join(''), /^HTTP\/1\.1 200 [\s\S]*"roll":/);
  hanging.resume();
  const { code, output } = await ended;
  assert.equal(code, 0, output);
  assert.ok(performance.now() - startedMs < MAX_STOP_MS);
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
