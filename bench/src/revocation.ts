import { io, type Socket } from 'socket.io-client';
import { endsWithin } from '../../api/src/platform/time-limits.ts';
import { type BenchSession, createAdministrator, createSessions } from './people.ts';
import type { Figure } from './results.ts';
import { type ProductServer, startProductServer, startSecondServer } from './servers.ts';

const ROUNDS = Number(process.env.BENCH_REVOCATION_ROUNDS ?? 20);
const GOAL_MS = 1_000;
const GIVE_UP_MS = 10_000;
/** A returning copy of the ended session must be noticed, so one refusal is not enough. */
const REFUSALS_IN_A_ROW = 10;

interface Person {
  userId: string;
  ended: string;
  other: string;
}

interface Call {
  method: string;
  path: string;
  sessionId: string;
  body?: object;
}

type Ending = (person: Person, administrator: BenchSession) => Call;

const ENDINGS: Readonly<Record<string, Ending>> = {
  'revoking a session': ({ ended, other }) => ({ method: 'DELETE', path: `auth/sessions/${ended}`, sessionId: other }),
  'logging out everywhere': ({ other }) => ({ method: 'POST', path: 'auth/logout-all', sessionId: other }),
  'banning a user': ({ userId }, { sessionId }) => ({
    method: 'POST',
    path: `admin/users/${userId}/ban`,
    sessionId,
    body: { reason: 'Bench' },
  }),
};

/** Measures how long requests and sockets go on after an end was answered, on the asked process and on another one. */
export async function revocationBenchmark(): Promise<Figure[]> {
  const figures = await storeFigures('memory', {});
  const redisUrl = process.env.REDIS_URL;
  if (redisUrl === undefined) {
    console.log('REDIS_URL is not set: the Redis store is not measured');
    return figures;
  }
  // The prefix keeps a platform on the same Redis from hearing of these users.
  const redis = { REDIS_URL: redisUrl, REDIS_KEY_PREFIX: 'lisura-bench:' };
  return [...figures, ...(await storeFigures('Redis', redis))];
}

async function storeFigures(store: string, environment: Record<string, string>): Promise<Figure[]> {
  const asked = await startProductServer(environment);
  try {
    const other = await startSecondServer(asked, environment);
    try {
      return await endingFigures(store, asked, other);
    } finally {
      await other.stop();
    }
  } finally {
    await asked.stop();
  }
}

async function endingFigures(store: string, asked: ProductServer, other: ProductServer): Promise<Figure[]> {
  const administrator = await createAdministrator(asked.dataDir);
  const endings = Object.entries(ENDINGS);
  const people = await createPeople(asked.dataDir, endings.length * ROUNDS);
  const figures: Figure[] = [];
  for (const [name, callOf] of endings) {
    const rounds: Round[] = [];
    for (const person of people.splice(0, ROUNDS)) {
      rounds.push(await measureEnd([asked, other], person, callOf(person, administrator)));
    }
    const worst = (kind: keyof Round) => Math.max(...rounds.flatMap((round) => round[kind]));
    const note = `requests ${worst('refusedMs').toFixed(1)} ms, sockets ${worst('cutMs').toFixed(1)} ms`;
    const ratio = Math.max(worst('refusedMs'), worst('cutMs')) / GOAL_MS;
    figures.push({ figure: `${name} (${store}), worst in seconds`, ratio, goal: '≤ 1', met: ratio <= 1, note });
  }
  return figures;
}

async function createPeople(dataDir: string, count: number): Promise<Person[]> {
  const sessions = await createSessions(dataDir, count, 2);
  return Object.entries(Object.groupBy(sessions, ({ userId }) => userId)).map(([userId, own]) => {
    const [ended, other] = own ?? [];
    if (ended === undefined || other === undefined) throw new Error('No sessions');
    return { userId, ended: ended.sessionId, other: other.sessionId };
  });
}

/** Milliseconds after the answer to the call, for each server; 0 where it was before the answer. */
interface Round {
  refusedMs: number[];
  cutMs: number[];
}

/** The first server is asked to end the session, while both are busy with its requests and hold a socket of it. */
async function measureEnd(servers: readonly ProductServer[], { ended }: Person, call: Call): Promise<Round> {
  const sockets = await Promise.all(servers.map(({ address }) => openSocket(address, ended)));
  try {
    await Promise.all(servers.map(({ address }) => expectStatus(address, balanceCall(ended), 200)));
    const [answeredMs, refusedMs, cutMs] = await Promise.all([
      expectStatus(servers[0]?.address ?? '', call, 200),
      Promise.all(servers.map(({ address }) => whenRefused(address, ended))),
      Promise.all(sockets.map((socket) => whenCut(socket))),
    ]);
    const afterAnswer = (times: number[]) => times.map((time) => Math.max(0, time - answeredMs));
    return { refusedMs: afterAnswer(refusedMs), cutMs: afterAnswer(cutMs) };
  } finally {
    for (const socket of sockets) socket.disconnect();
  }
}

const balanceCall = (sessionId: string): Call => ({ method: 'GET', path: 'user/balance', sessionId });

/** Asks without a pause, and returns the time of the first refusal that lasted. */
async function whenRefused(address: string, sessionId: string): Promise<number> {
  const giveUpMs = performance.now() + GIVE_UP_MS;
  let refusals: number[] = [];
  while (refusals.length < REFUSALS_IN_A_ROW && performance.now() < giveUpMs) {
    const status = await statusOf(address, balanceCall(sessionId));
    if (status !== 200 && status !== 401) throw new Error(`The balance was answered with ${status}`);
    refusals = status === 401 ? [...refusals, performance.now()] : [];
  }
  return refusals[0] ?? performance.now();
}

async function whenCut(socket: Socket): Promise<number> {
  const cut = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));
  await endsWithin(GIVE_UP_MS, cut);
  return performance.now();
}

async function expectStatus(address: string, call: Call, expected: number): Promise<number> {
  const status = await statusOf(address, call);
  if (status !== expected) throw new Error(`${call.method} ${call.path} was answered with ${status}`);
  return performance.now();
}

async function statusOf(address: string, { method, path, sessionId, body }: Call): Promise<number> {
  const answer = await fetch(`${address}/api/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${sessionId}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

function openSocket(address: string, sessionId: string): Promise<Socket> {
  const socket = io(address, { transports: ['websocket'], auth: { sessionId }, forceNew: true, reconnection: false });
  return new Promise((resolve, reject) => socket.once('connect', () => resolve(socket)).once('connect_error', reject));
}
