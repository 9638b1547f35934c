import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { createFilledDatabase } from '../support/filled-databases.ts';
import { type ServerProcess, startServerProcess } from '../support/processes.ts';

/** The reader of a server's output may be gone, or stop reading, before the server ends. */
const MEASURED_MS = 500;

interface FailingServer {
  server: ServerProcess;
  address: string;
  /** Code and signal. */
  exited: Promise<unknown[]>;
}

/** Every request for the cases fails, which is a line in the log. */
async function startFailing(t: TestContext): Promise<FailingServer> {
  const database = await createFilledDatabase();
  t.after(() => database.drop());
  const server = startServerProcess({ ...database.environment, RATE_LIMIT_GLOBAL: '0', LOG_LEVEL: 'debug' });
  const exited = once(server.child, 'exit');
  t.after(() => server.child.kill('SIGKILL'));
  const address = await server.ready;
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('alter table cases rename to cases_elsewhere');
  await client.end();
  return { server, address, exited };
}

async function failAtOnce(address: string, requests: number): Promise<void> {
  const statusOfCases = async () => {
    const answer = await fetch(`${address}/api/cases`);
    await answer.arrayBuffer();
    return answer.status;
  };
  const failed = Array.from({ length: requests }, async () => {
    let status = await statusOfCases();
    // A slow machine makes the server refuse some before they reach what fails: they come again.
    while (status === 503) status = await statusOfCases();
    return status;
  });
  assert.deepEqual(new Set(await Promise.all(failed)), new Set([500]));
}

async function stop({ server: { child }, exited }: FailingServer): Promise<void> {
  child.kill('SIGTERM');
  assert.deepEqual(await exited, [0, null]);
}

async function cpuSeconds(address: string): Promise<number> {
  const metrics = await (await fetch(`${address}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1]);
}

function closeOutput({ child }: ServerProcess): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
}

test('a server whose output nobody reads any more answers and rests as any other', async (t) => {
  const failing = await startFailing(t);
  const { server, address } = failing;
  closeOutput(server);
  await failAtOnce(address, 10);
  await failAtOnce(address, 10);
  const before = await cpuSeconds(address);
  await pause(MEASURED_MS);
  const usedMs = ((await cpuSeconds(address)) - before) * 1_000;
  assert.ok(usedMs < MEASURED_MS / 2, `${usedMs} ms of CPU in ${MEASURED_MS} ms in which nothing was asked`);
  await stop(failing);
});

test('a server whose reader goes in the moment of its stop does not wait for one', async (t) => {
  const failing = await startFailing(t);
  const { server, address } = failing;
  await failAtOnce(address, 10);
  closeOutput(server);
  // The stop meets the first lines that nobody reads; not all of these are answered. A slow machine, too, has the time for
  // so few, which a stop does not wait for without end.
  const unanswered = failAtOnce(address, 10).catch(() => undefined);
  await stop(failing);
  await unanswered;
});

test('a server whose output is there but not read stops all the same', async (t) => {
  const failing = await startFailing(t);
  const { server, address } = failing;
  server.child.stdout?.pause();
  for (let round = 0; round < 7; round += 1) await failAtOnce(address, 50);
  await stop(failing);
});
