import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { constraintErrors, games } from '../../../src/app/modules.ts';
import { createBeacon } from '../../../src/modules/games/beacon/index.ts';
import { createLogKeeper, type LogKeeper } from '../../../src/modules/games/log/keep-log.ts';
import type { LogSource } from '../../../src/modules/games/log/log.records.ts';
import { sourcesOf } from '../../../src/modules/games/log/sources.ts';
import { type Clock, systemClock } from '../../../src/platform/clock.ts';
import { openDatabase, transaction } from '../../../src/platform/database/db.ts';
import type { Sql } from '../../../src/platform/database/sql.ts';
import { sql } from '../../../src/platform/database/sql.ts';
import { HOUR_MS } from '../../../src/platform/durations.ts';
import { silentLogger as logger } from '../../../src/platform/observability/logger.ts';
import { createEd25519Signer } from '../../../src/platform/secrets/ed25519.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { createTestDatabase } from '../../support/databases.ts';
import { PATIENCE } from '../../support/patience.ts';
import type { Person } from '../../support/people.ts';

const VERIFIER = path.resolve(import.meta.dirname, '../../../../fairness/bin/lisura-verify.cjs');

// biome-ignore lint/suspicious/noExplicitAny: what an answer has is what a scenario reads of it.
type Json = any;

export interface Front {
  /** Changes the body of a request; `path` has no /api. */
  request?(path: string, body: Json): Json;
  /** Changes an answer. */
  answer?(path: string, body: Json): Json;
  /** Changes an answer that is no JSON. */
  text?(path: string, body: string): string;
}

interface LogChange {
  sources?: readonly LogSource[];
  isForgetful?: boolean;
  /** Signs when the rounds are out. */
  isLate?: boolean;
}

/** A house has a server, a database, a sandbox and a front, and its players have a disk. */
export interface House {
  app: TestApp;
  sandbox: Sandbox;
  url: string;
  /** Null makes the house honest again. */
  setFront(front: Front | null): void;
  press(who: Person | null, path: string, body?: object): Promise<{ status: number; body: Json }>;
  ask(who: Person | null, path: string, body?: object): Promise<Json>;
  read(path: string): Promise<string>;
  alter(statement: Sql): Promise<void>;
  /** Adds what is new to the log and signs it; with sources of its own, and a memory of heads of its own. */
  log(change?: LogChange): Promise<void>;
  signText(text: string): string;
  /** Ends what a beacon decides. */
  runJob(name: string, payload: object): Promise<void>;
  /** Moves the beacon's clock on, so that the named round is out. */
  passTime(): void;
  /** Writes what a player keeps, and gives the name of the file. */
  save(name: string, content: unknown): Promise<string>;
  verify(args: readonly string[]): Promise<{ verdict: string; output: string }>;
  close(): Promise<void>;
}

export async function openHouse(): Promise<House> {
  const services = new AsyncDisposableStack();
  try {
    return await assembleHouse(services);
  } catch (error) {
    await services.disposeAsync();
    throw error;
  }
}

async function assembleHouse(services: AsyncDisposableStack): Promise<House> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lisura-dishonest-'));
  services.defer(() => rm(folder, { recursive: true, force: true }));
  let aheadMs = 0;
  const clock: Clock = { now: () => new Date(systemClock.now().getTime() + aheadMs) };
  const sandbox = await startSandbox({ port: 0, now: () => clock.now() });
  services.defer(() => sandbox.close());
  const database = await createTestDatabase();
  services.defer(() => database.drop());
  const db = openDatabase({ address: database.url, logger, poolSize: 2, patience: PATIENCE, constraintErrors });
  services.defer(() => db.close());
  const beacon = createBeacon({ db, clock, logger, chain: sandbox.beacon, timeoutMs: HOUR_MS });
  const app = await createTestApp({ databaseUrl: database.url, beacon, poolSize: 4, logger });
  services.defer(() => app.close());
  let front: Front | null = null;
  const server = createServer((request, response) => void pass(app, front, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  services.defer(() => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keeperWith = (change: LogChange, headFolder: string): LogKeeper =>
    createLogKeeper({
      db: app.db,
      clock: change.isLate ? clock : systemClock,
      logger,
      sources: change.sources ?? sourcesOf(games),
      ...app.deps.log,
      ...(change.isForgetful ? { headFolder } : {}),
    });
  let files = 0;
  const press: House['press'] = async (who, route, body) => {
    const response = await fetch(`${url}/api${route}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...who?.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const ask: House['ask'] = async (who, route, body) => {
    const answer = await press(who, route, body);
    assert.ok(answer.status < 300, `${route} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return {
    app,
    sandbox,
    url,
    setFront: (next) => {
      front = next;
    },
    press,
    ask,
    read: async (route) => (await fetch(`${url}/api${route}`)).text(),
    alter: (statement) =>
      transaction(app.db, async (tx) => {
        await tx.query(sql`set local session_replication_role = replica`);
        await tx.query(statement);
      }),
    log: async (change = {}) => {
      const headFolder = change.isForgetful ? await mkdtemp(path.join(folder, 'heads-')) : folder;
      await keeperWith(change, headFolder).growNow();
    },
    signText: (signed) =>
      createEd25519Signer(app.deps.log.signingSeeds[0] as Buffer)
        .sign(signed)
        .toString('hex'),
    runJob: async (name, payload) => {
      const job = app.jobSets.flatMap(({ tasks }) => tasks[name] ?? [])[0] ?? assert.fail(`no job ${name}`);
      await job(payload);
    },
    passTime: () => {
      aheadMs += 60_000;
    },
    save: async (name, content) => {
      files += 1;
      const file = path.join(folder, `${files}-${name}`);
      await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
      return file;
    },
    verify: (args) => runVerifier(args),
    close: () => services.disposeAsync(),
  };
}

async function pass(app: TestApp, front: Front | null, request: IncomingMessage, response: ServerResponse) {
  const url = request.url ?? '/';
  const route = url.replace(/^\/api/, '');
  const body = await text(request);
  const { authorization, accept } = request.headers;
  const answer = await app.http.inject({
    method: request.method as 'GET' | 'POST',
    url,
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(accept === undefined ? {} : { accept }),
      ...(body === '' ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === '' ? {} : { payload: changed(front?.request, route, body) }),
  });
  const type = String(answer.headers['content-type']);
  const shown = type.startsWith('application/json')
    ? changed(front?.answer, route, answer.body)
    : (front?.text?.(route, answer.body) ?? answer.body);
  response.writeHead(answer.statusCode, { 'content-type': type }).end(shown);
}

function changed(change: ((path: string, body: Json) => Json) | undefined, route: string, body: string): string {
  return change === undefined ? body : JSON.stringify(change(route, JSON.parse(body)));
}

async function runVerifier(args: readonly string[]): Promise<{ verdict: string; output: string }> {
  const child = spawn(process.execPath, [VERIFIER, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const output = `lisura-verify ${args.join(' ')}\n${stdout}${stderr}`;
  return { verdict: stdout.trimEnd().split('\n').at(-1) ?? '', output };
}
