import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { readPostmasterPid } from '@lisura/embedded-postgres';
import { makeDataFolder } from '../support/folders.ts';
import { logInThroughSandbox } from '../support/login.ts';
import { type ServerProcess, startServerProcess, stopInTime } from '../support/processes.ts';

/** A stop in the worst moments: it is always over in time, and the database with it. */
const ADMINISTRATOR = '76561198000000001';

let dataDir: string;
const running: ServerProcess[] = [];
before(async () => {
  dataDir = await makeDataFolder('lisura-stop-');
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});
after(() => rm(dataDir, { recursive: true, force: true }));

function start(environment: Record<string, string> = {}, command?: readonly [string, ...string[]]): ServerProcess {
  const server = startServerProcess({ DATA_DIR: dataDir, RATE_LIMIT_GLOBAL: '0', ...environment }, command);
  running.push(server);
  return server;
}

test('as soon as a stop is asked for the process is not ready any more', async () => {
  const server = start();
  const address = new URL(await server.ready);
  const socket = net.connect(Number(address.port), address.hostname);
  // Half a request keeps its connection until it is whole.
  socket.write('GET /api/health/ready HTTP/1.1\r\nHost: x\r\n');
  await once(socket, 'connect');
  // Another one, answered, shows that the server has read the first half.
  assert.equal((await fetch(`${address.origin}/api/health/ready`)).status, 200);
  const told = once(server.child.stdout as NodeJS.EventEmitter, 'data');
  const ended = stopInTime(server);
  assert.match(String((await told)[0]), /Stopping/);
  socket.write('Connection: close\r\n\r\n');
  assert.match((await socket.toArray()).join(''), /^HTTP\/1\.1 503 /);
  assert.equal((await ended).code, 0);
});

test('a job that does not end does not hold up a stop, and is run again', async () => {
  const server = start();
  const address = await server.ready;
  const sandbox = /Sandbox +(http:\/\/\S+)/.exec(server.printed())?.[1];
  const authorization = `Bearer ${await logInThroughSandbox(address, ADMINISTRATOR)}`;
  await fetch(`${sandbox}/control/item-database`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault: 'time-out' }),
  });
  const asked = await fetch(`${address}/api/admin/items/sync-steam-database`, {
    method: 'POST',
    headers: { authorization },
  });
  const { id } = (await asked.json()) as { id: string };
  const statusOf = async () => {
    const sync = await fetch(`${address}/api/admin/items/syncs/${id}`, { headers: { authorization } });
    return ((await sync.json()) as { status: string }).status;
  };
  while ((await statusOf()) !== 'RUNNING') await new Promise(setImmediate);
  // The job takes most of the seconds that a stop has. Whether the rest is enough for a clean end is a matter of the
  // machine, which the exit code would tell; that the process ends, and what comes of the job, is not.
  await stopInTime(server);

  const next = start();
  const nextAddress = await next.ready;
  let status = 'RUNNING';
  while (status === 'RUNNING' || status === 'QUEUED') {
    const sync = await fetch(`${nextAddress}/api/admin/items/syncs/${id}`, { headers: { authorization } });
    status = ((await sync.json()) as { status: string }).status;
  }
  assert.equal(status, 'DONE');
  await stopInTime(next);
});

test('a database that hangs is ended all the same, and has lost nothing', async () => {
  const server = start();
  const address = await server.ready;
  const sessionId = await logInThroughSandbox(address, '76561198000000124');
  const postgres = await readPostmasterPid(path.join(dataDir, 'postgres'));
  assert.ok(postgres !== null && postgres !== undefined);
  process.kill(postgres.pid, 'SIGSTOP');
  await stopInTime(server);
  assert.throws(() => process.kill(postgres.pid, 0), { code: 'ESRCH' });
  const next = start();
  const balance = await fetch(`${await next.ready}/api/user/balance`, {
    headers: { authorization: `Bearer ${sessionId}` },
  });
  assert.equal(balance.status, 200);
  await stopInTime(next);
});

test('npm start hands a signal on; one that comes from the terminal and from npm counts once', async () => {
  const server = start({}, ['npm', 'start']);
  await server.ready;
  // Its output is closed when the last process that writes to it is gone.
  const { output } = await stopInTime(server);
  assert.match(output, /Stopping/);
  const twice = start();
  await twice.ready;
  twice.child.kill('SIGINT');
  assert.equal((await stopInTime(twice, 'SIGINT')).code, 0);
});
