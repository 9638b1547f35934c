import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { type Db, openDatabase } from '../../../src/platform/database/db.ts';
import { sql } from '../../../src/platform/database/sql.ts';
import { silentLogger } from '../../../src/platform/observability/logger.ts';
import { makeDataFolder } from '../../support/folders.ts';
import { PATIENCE } from '../../support/patience.ts';
import { createAdmin, createPerson, createPlayer, type Person } from '../../support/people.ts';
import { startServerProcess } from '../../support/processes.ts';

export interface AttackOutcome {
  name: string;
  figure: string;
  isHeld: boolean;
}

interface Ground {
  databaseUrl: string;
  requests: number;
  onProgress: (done: number, all: number) => void;
}

interface Target {
  url: string;
  databaseUrl: string;
  db: Db;
  requests: number;
}

type Attack = (target: Target) => Promise<Omit<AttackOutcome, 'name'>>;

const PRODUCTION = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'info',
  HOST: '127.0.0.1',
  PUBLIC_URL: 'https://lisura.example',
};
const KEYS = { SECRETS_KEY: 'a7'.repeat(32) };

const attacks: Readonly<Record<string, Attack>> = {
  'a marketplace beside the sandbox’s login starts': startWithSandboxLogin,
  'an administrator without a second factor gives R$ 500,000': giveWithoutFactor,
  '100 openings lock the player out': openAHundred,
  '100 downloads of one account in a row': downloadOften,
  'unread lists keep liveness waiting': floodOneConnection,
};

/** Runs each attack against a process with the settings of production, on a database that a first start has filled. */
export async function runAttacks({ databaseUrl, requests, onProgress }: Ground): Promise<AttackOutcome[]> {
  const dataDir = await makeDataFolder('lisura-attacks-');
  const base = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...KEYS };
  // Only a start beside the sandbox has a catalogue and cases to begin with.
  const first = startServerProcess(base);
  await first.ready;
  await first.stop();
  const server = startServerProcess({ ...base, ...PRODUCTION });
  const db = openDatabase({ address: databaseUrl, logger: silentLogger, poolSize: 4, patience: PATIENCE });
  try {
    const url = await server.ready;
    const outcomes: AttackOutcome[] = [];
    for (const [name, attack] of Object.entries(attacks)) {
      outcomes.push({ name, ...(await attack({ url, databaseUrl, db, requests })) });
      onProgress(outcomes.length, Object.keys(attacks).length);
    }
    return outcomes;
  } finally {
    await server.stop();
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const ask = (url: string, path: string, person: Person | null, init: RequestInit = {}) =>
  fetch(`${url}${path}`, { ...init, headers: { ...person?.headers, ...init.headers } });

const post = (url: string, path: string, person: Person, body: object) =>
  ask(url, path, person, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  });

async function startWithSandboxLogin({ databaseUrl }: Target): Promise<Omit<AttackOutcome, 'name'>> {
  const market = {
    DATABASE_URL: databaseUrl,
    MARKET_API_URL: 'https://market.example',
    MARKET_API_KEY: 'k',
    IDENTITY_URL: 'http://127.0.0.1:3001',
  };
  const dataDir = await makeDataFolder('lisura-attacks-');
  try {
    const modes = ['production', 'development', 'test'];
    const ends = await Promise.all(
      modes.map(
        (NODE_ENV) => startServerProcess({ ...PRODUCTION, ...KEYS, ...market, NODE_ENV, DATA_DIR: dataDir }).ended,
      ),
    );
    const refused = ends.filter(({ code, output }) => code !== 0 && output.includes('IDENTITY_URL'));
    return { figure: `${refused.length} of ${modes.length} refused`, isHeld: refused.length === modes.length };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function giveWithoutFactor({ url, db }: Target): Promise<Omit<AttackOutcome, 'name'>> {
  const [admin, friend] = [await createAdmin(db), await createPerson(db)];
  const body = { amountCents: '50000000', reason: 'A present' };
  const path = `/api/admin/users/${friend.userId}/balance`;
  const answer = await post(url, path, admin, body);
  const [account] = await db.query<{ balanceCents: bigint }>(
    sql`select balance_cents from accounts where user_id = ${friend.userId}`,
  );
  return { figure: String(answer.status), isHeld: answer.status === 403 && account?.balanceCents === 0n };
}

async function openAHundred({ url, db }: Target): Promise<Omit<AttackOutcome, 'name'>> {
  const player = await createPlayer(db, 1_000_000_000);
  const [cheapest] = await db.query<{ id: string }>(
    sql`select id from cases where status = 'ACTIVE' order by price_cents, id limit 1`,
  );
  const opened = await post(url, `/api/cases/${cheapest?.id}/open`, player, { quantity: 100 });
  const notifications = await db.query(sql`select from notifications where user_id = ${player.userId}`);
  const looks = await Promise.all(Array.from({ length: 40 }, () => ask(url, '/api/auth/session', player)));
  const refused = looks.filter(({ status }) => status !== 200).length;
  return {
    figure: `${notifications.length} notifications, ${refused} of 40 refused`,
    isHeld: opened.status === 200 && notifications.length <= 1 && refused === 0,
  };
}

async function downloadOften({ url, db }: Target): Promise<Omit<AttackOutcome, 'name'>> {
  const [greedy, other] = [await createPlayer(db, 1_000), await createPlayer(db, 1_000)];
  const quietMs = await slowestOf(20, () => ask(url, '/api/user/balance', other));
  let given = 0;
  const downloads = (async () => {
    for (let count = 0; count < 100; count += 1) {
      const answer = await ask(url, '/api/user/data', greedy);
      await answer.arrayBuffer();
      if (answer.status === 200) given += 1;
    }
  })();
  const besideMs = await slowestOf(20, () => ask(url, '/api/user/balance', other));
  await downloads;
  return { figure: `${given} given; others ${quietMs.toFixed(0)}, ${besideMs.toFixed(0)} ms`, isHeld: given <= 3 };
}

async function slowestOf(count: number, request: () => Promise<Response>): Promise<number> {
  let slowest = 0;
  for (let done = 0; done < count; done += 1) {
    const startedMs = performance.now();
    await (await request()).arrayBuffer();
    slowest = Math.max(slowest, performance.now() - startedMs);
  }
  return slowest;
}

async function floodOneConnection({ url, requests }: Target): Promise<Omit<AttackOutcome, 'name'>> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.0.8' }).pause();
  socket.on('error', () => undefined);
  socket.write('GET /api/battles/list HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(requests));
  const slowestMs = await slowestOf(10, () => ask(url, '/api/health/live', null));
  socket.destroy();
  return { figure: `${slowestMs.toFixed(0)} ms`, isHeld: slowestMs <= 1_000 };
}
