import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { Agent, type ClientRequest, request } from 'node:http';
import path from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { promisify } from 'node:util';
import { until } from '../../src/platform/hot-store/test-support.ts';
import { backUp } from '../support/back-up.ts';
import { makeDataFolder } from '../support/folders.ts';
import { logInThroughSandbox } from '../support/login.ts';
import { MAIN, type ServerProcess, startServerProcess, stopInTime } from '../support/processes.ts';

const VERIFY = path.resolve(import.meta.dirname, '../../src/verify/main.ts');
const PLAYER = '76561198000000002';
const ADMINISTRATOR = '76561198000000001';
const PLAYERS_AT_ONCE = 3;
const NO_LIMITS = { RATE_LIMIT_GLOBAL: '0', RATE_LIMIT_AUTH: '0', RATE_LIMIT_CASE_OPEN: '0' };

let folder: string;
const running: ServerProcess[] = [];
before(async () => {
  folder = await makeDataFolder('lisura-workers-');
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});
after(() => rm(folder, { recursive: true, force: true }));

function start(dataDir: string, ...args: string[]): ServerProcess {
  const environment = { ...NO_LIMITS, DATA_DIR: path.join(folder, dataDir), DRAIN_SECONDS: '1', HEALTH_PORT: '0' };
  const server = startServerProcess(environment, [process.execPath, MAIN, ...args]);
  running.push(server);
  return server;
}

/** Only messages after that count. */
function hearing(server: ServerProcess, sentence: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let heard = '';
    server.child.stdout?.on('data', (chunk) => {
      heard += chunk;
      if (heard.includes(sentence)) resolve();
      if (heard.includes('did not come up')) reject(new Error(heard));
    });
    server.ended.then(({ output }) => reject(new Error(`It ended without "${sentence}": ${output}`)));
  });
}

/**
 * Players open a case and look at their balance, one after the other. Each connection is never idle, because an idle
 * one may be closed just when a request is sent, which no server can help.
 */
function play(address: string, authorization: string, caseId: string) {
  const answers: (number | string)[] = [];
  let isOver = false;
  const one = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async (method: string, where: string, body = '') => {
      const headers = { authorization, 'content-type': 'application/json', 'content-length': body.length };
      answers.push(await statusOf(request(`${address}/api${where}`, { agent, method, headers }), body));
    };
    while (!isOver) {
      await ask('POST', `/cases/${caseId}/open`, '{"quantity":1}');
      await ask('GET', '/user/balance');
    }
    agent.destroy();
  };
  const all = Promise.all(Array.from({ length: PLAYERS_AT_ONCE }, one));
  const end = async () => {
    isOver = true;
    await all;
    return answers;
  };
  return { count: () => answers.length, end };
}

const statusOf = (asked: ClientRequest, body: string) =>
  new Promise<number | string>((resolve) => {
    const fail = (error: Error) => resolve(String(error));
    asked.on('error', fail).on('response', (answer) => {
      answer
        .on('error', fail)
        .on('end', () => resolve(answer.statusCode ?? 0))
        .resume();
    });
    asked.end(body);
  });

const json = async (url: string, authorization = '') =>
  (await (await fetch(url, { headers: { authorization } })).json()) as Record<string, unknown>;

const workersIn = (metrics: string) =>
  new Set([...metrics.matchAll(/^process_start_time_seconds\{worker="(\d+)"\} (\S+)$/gm)].map(([line]) => line));

/** A worker that takes longer than a second to answer, as a new one may, is left out of a scrape. */
async function workersTold(server: ServerProcess): Promise<Set<string>> {
  const metrics = /Metrics +(http:\/\/\S+)/.exec(server.printed())?.[1] ?? assert.fail('no metrics are announced');
  let told = new Set<string>();
  await until(async () => {
    told = workersIn(await (await fetch(metrics)).text());
    return told.size > 1;
  });
  return told;
}

test('workers are replaced and the database is backed up under load: no request fails, and the copy is whole', async () => {
  const server = start('live', '--workers', '2');
  const allServe = hearing(server, '2 workers serve.');
  const address = await server.ready;
  const authorization = `Bearer ${await logInThroughSandbox(address, ADMINISTRATOR)}`;
  const { data: cases } = (await json(`${address}/api/cases`)) as { data: { id: string; priceCents: string }[] };
  const cheapest = cases.toSorted((a, b) => Number(a.priceCents) - Number(b.priceCents))[0]?.id ?? '';
  // Nobody decides on a balance of their own.
  const player = `Bearer ${await logInThroughSandbox(address, PLAYER)}`;
  const { id: me } = await json(`${address}/api/auth/me`, player);
  const paid = await fetch(`${address}/api/admin/users/${me}/balance`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ amountCents: '100000000', reason: 'To play' }),
  });
  assert.equal(paid.status, 200, await paid.text());
  await allServe;
  const before = await workersTold(server);
  assert.equal(before.size, 2, 'one scrape tells of both');

  const load = play(address, player, cheapest);
  let atBackup = 0;
  let answers: (number | string)[] = [];
  try {
    const replaced = hearing(server, 'All workers are replaced.');
    server.child.kill('SIGHUP');
    await replaced;
    atBackup = load.count();
    await backUp(path.join(folder, 'live'), path.join(folder, 'copy'));
  } finally {
    answers = await load.end();
  }
  assert.deepEqual(new Set(answers), new Set([200]), 'every request is answered');
  assert.ok(atBackup > 0 && answers.length > atBackup, `${answers.length} requests, ${atBackup} before the backup`);
  const after = await workersTold(server);
  assert.deepEqual([after.size, before.intersection(after).size], [2, 0], 'both are new');
  assert.match((await stopInTime(server)).output, /Stopping…/);

  await assertRestored(authorization);
});

/** By npm, to which a SIGHUP comes: it reaches the supervisor, and is remembered where the first worker only starts. */
async function assertRestored(authorization: string): Promise<void> {
  const environment = { ...NO_LIMITS, DATA_DIR: path.join(folder, 'copy') };
  const server = startServerProcess(environment, ['npm', 'start', '--', '--workers', '1']);
  const replaced = hearing(server, 'All workers are replaced.');
  await hearing(server, 'database');
  server.child.kill('SIGHUP');
  const address = await server.ready;
  await replaced;
  assert.equal((await json(`${address}/api/audit/verify-chain`, authorization)).valid, true);
  const verified = await promisify(execFile)(process.execPath, [VERIFY], {
    env: { PATH: process.env.PATH, DATA_DIR: path.join(folder, 'copy') },
  });
  assert.match(verified.stdout, /holds {3}every hash that was committed to is that of its seed/);
  assert.match(verified.stdout, /\nEverything holds\.\n$/);
  const supervisor = Number(/1 workers serve\. SIGHUP to process (\d+)/.exec(server.printed())?.[1]);
  process.kill(supervisor, 'SIGTERM');
  assert.match((await server.ended).output, /All workers are replaced\.\nStopping…\n$/);
}

test('an argument that is not there is one line', async () => {
  const { code, output } = await start('none', '--worker', '2').ended;
  assert.equal(code, 2);
  assert.equal(output, 'Lisura could not start: there is no argument "--worker"; "npm start -- --help" names all\n');
});

test('workers that cannot come up are one line, not one each', async () => {
  const holder = (await import('node:net')).createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  const { port } = holder.address() as { port: number };
  const database = { DATABASE_URL: 'postgres://127.0.0.1:1/x', PORT: String(port) };
  const server = startServerProcess({ DATA_DIR: path.join(folder, 'none'), ...database }, [
    process.execPath,
    MAIN,
    '--workers',
    '3',
  ]);
  running.push(server);
  const { code, output } = await server.ended;
  holder.close();
  assert.equal(code, 1);
  assert.match(output, /^Lisura could not start: port \d+ is in use; set PORT to another one\n$/);
});
