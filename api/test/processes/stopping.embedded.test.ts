import assert from 'node:assert/strict';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { readPostmasterPid } from '@lisura/embedded-postgres';
import { makeDataFolder } from '../support/folders.ts';
import { logInThroughSandbox } from '../support/login.ts';
import { type ServerProcess, startServerProcess, stopInTime } from '../support/processes.ts';

/** A stop in the worst moments is always over in time, and the database with it. */
const ADMINISTRATOR = '76561198000000001';
const LOOK_AGAIN_MS = 10;

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

/** The folder has one life after the other: the next start shows what a stop has left. */
test('stops while a job hangs, while the database hangs, and while a request is half there: each is in time, nothing is lost', async () => {
  // npm hands the signal on. The output is closed when the last process that writes to it is gone.
  const ofNpm = start({}, ['npm', 'start']);
  const syncId = await beginSyncThatHangs(ofNpm);
  // The job takes most of the seconds of a stop. Whether the rest is enough for a clean end, which the exit code would
  // tell, depends on the machine; that the process ends, and the result of the job, do not.
  assert.match((await stopInTime(ofNpm)).output, /Stopping/);

  const hanging = start();
  await assertRunAgain(await hanging.ready, syncId);
  const sessionId = await logInThroughSandbox(await hanging.ready, '76561198000000124');
  await stopWithHangingDatabase(hanging);

  const last = start();
  const headers = { authorization: `Bearer ${sessionId}` };
  assert.equal((await fetch(`${await last.ready}/api/user/balance`, { headers })).status, 200);
  await stopWithHalfARequest(last);
});

const logInAsAdministrator = async (address: string) => ({
  authorization: `Bearer ${await logInThroughSandbox(address, ADMINISTRATOR)}`,
});

async function statusOfSync(address: string, headers: Record<string, string>, id: string): Promise<string> {
  const sync = await fetch(`${address}/api/admin/items/syncs/${id}`, { headers });
  return ((await sync.json()) as { status: string }).status;
}

/** Resolves once its job is under way, with the number of the sync. */
async function beginSyncThatHangs(server: ServerProcess): Promise<string> {
  const address = await server.ready;
  const sandbox = /Sandbox +(http:\/\/\S+)/.exec(server.printed())?.[1];
  const headers = await logInAsAdministrator(address);
  await fetch(`${sandbox}/control/item-database`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault: 'time-out' }),
  });
  const asked = await fetch(`${address}/api/admin/items/sync-steam-database`, { method: 'POST', headers });
  const { id } = (await asked.json()) as { id: string };
  while ((await statusOfSync(address, headers, id)) !== 'RUNNING') await pause(LOOK_AGAIN_MS);
  return id;
}

async function assertRunAgain(address: string, syncId: string): Promise<void> {
  const headers = await logInAsAdministrator(address);
  let status = 'RUNNING';
  while (status === 'RUNNING' || status === 'QUEUED') {
    await pause(LOOK_AGAIN_MS);
    status = await statusOfSync(address, headers, syncId);
  }
  assert.equal(status, 'DONE');
}

/** It is ended all the same. */
async function stopWithHangingDatabase(server: ServerProcess): Promise<void> {
  const postgres = await readPostmasterPid(path.join(dataDir, 'postgres'));
  assert.ok(postgres !== null && postgres !== undefined);
  process.kill(postgres.pid, 'SIGSTOP');
  await stopInTime(server);
  assert.throws(() => process.kill(postgres.pid, 0), { code: 'ESRCH' });
}

/** The process is not ready from the first request to stop. Signals from the terminal and from npm are one stop. */
async function stopWithHalfARequest(server: ServerProcess): Promise<void> {
  const address = new URL(await server.ready);
  const socket = net.connect(Number(address.port), address.hostname);
  // Half a request keeps its connection until it is whole.
  socket.write('GET /api/health/ready HTTP/1.1\r\nHost: x\r\n');
  await once(socket, 'connect');
  // Another one, answered, shows that the server has read the first half.
  assert.equal((await fetch(`${address.origin}/api/health/ready`)).status, 200);
  const told = once(server.child.stdout as NodeJS.EventEmitter, 'data');
  server.child.kill('SIGINT');
  const ended = stopInTime(server, 'SIGINT');
  assert.match(String((await told)[0]), /Stopping/);
  socket.write('Connection: close\r\n\r\n');
  assert.match((await socket.toArray()).join(''), /^HTTP\/1\.1 503 /);
  assert.equal((await ended).code, 0);
}
