import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { io, type Socket } from 'socket.io-client';
import { notifyBalance } from '../../src/modules/assets/wallet/index.ts';
import { dropLive } from '../../src/modules/games/drops/drop-feed.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { within } from '../../src/platform/time-limits.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { HANG_MS } from '../support/patience.ts';
import { createPerson, type Person, setStatus } from '../support/people.ts';

/** The official client talks to the whole server: the sockets of a session live and die with it. */

let app: TestApp;
let second: TestApp;
let address: string;
let secondAddress: string;
const sockets: Socket[] = [];
before(async () => {
  const redisUrl = process.env.REDIS_URL;
  const environment: Record<string, string> = redisUrl === undefined ? {} : { REDIS_URL: redisUrl };
  app = await createTestApp({ environment });
  second = await createTestApp({ environment, databaseUrl: app.databaseUrl });
  address = await app.http.listen({ host: '127.0.0.1', port: 0 });
  secondAddress = await second.http.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
after(async () => {
  try {
    await second.close();
  } finally {
    await app.close();
  }
});

async function connect(url: string, person: Person | null): Promise<Socket> {
  const auth = person === null ? {} : { sessionId: person.sessionId };
  const socket = io(url, { transports: ['websocket'], auth, forceNew: true, reconnection: false });
  sockets.push(socket);
  await inTime(next(socket, 'connect'));
  return socket;
}

const next = (socket: Socket, event: string) =>
  new Promise<unknown>((resolve, reject) => {
    socket.once(event, resolve);
    if (event !== 'disconnect') socket.once('connect_error', reject);
  });

const inTime = <Value>(work: Promise<Value>) => within(HANG_MS, work, 'what comes over a socket');

test('a private event reaches all sockets of its user and nobody else', async () => {
  const [ana, bia] = [await createPerson(app.db), await createPerson(app.db)];
  const [first, other, stranger, anonymous] = [
    await connect(address, ana),
    await connect(address, ana),
    await connect(address, bia),
    await connect(address, null),
  ];
  const wrong: unknown[] = [];
  for (const socket of [stranger, anonymous]) socket.on('balance:updated', (payload) => wrong.push(payload));
  const heard = [first, other].map((socket) => next(socket as Socket, 'balance:updated'));
  notifyBalance(app.realtime, ana.userId, 5n);
  assert.deepEqual(await inTime(Promise.all(heard)), [{ balanceCents: '5' }, { balanceCents: '5' }]);
  // The broadcast comes later, so a private event that went astray would be there by now.
  const all = [stranger, anonymous].map((socket) => next(socket as Socket, 'drop:live'));
  app.realtime.toAll(dropLive, { drops: [] });
  await inTime(Promise.all(all));
  assert.deepEqual(wrong, []);
});

test('a session id that is not valid gets no socket', async () => {
  const person = { ...(await createPerson(app.db)), sessionId: 'f'.repeat(64) };
  await assert.rejects(connect(address, person), /Unauthorized/);
});

const ends: Record<string, (person: Person) => Promise<unknown>> = {
  revoking: async (person) => {
    const other = await createPerson(app.db, { platformId: person.platformId });
    return app.http.inject({ method: 'DELETE', url: `/api/auth/sessions/${person.sessionId}`, headers: other.headers });
  },
  'logging out': (person) => app.http.inject({ method: 'POST', url: '/api/auth/logout', headers: person.headers }),
  'logging out everywhere': (person) =>
    app.http.inject({ method: 'POST', url: '/api/auth/logout-all', headers: person.headers }),
  banning: (person) => setStatus(app, person.userId, 'BANNED'),
};

for (const [name, end] of Object.entries(ends)) {
  test(`${name} cuts the session's sockets on every process`, async () => {
    const person = await createPerson(app.db);
    const here = await connect(address, person);
    const there = await connect(secondAddress, person);
    const cut = Promise.all([next(here, 'disconnect'), next(there, 'disconnect')]);
    const told = Promise.all([app, second].map((each) => toldToCut(each, person.sessionHash)));
    await end(person);
    await inTime(cut);
    assert.deepEqual(await inTime(told), [true, true]);
  });
}

/**
 * Tells whether the end of a session is passed on to the sockets of this process. Sockets are compared with their
 * sessions every second too, so that they would be cut either way, only later.
 */
function toldToCut({ auth, realtime }: TestApp, sessionId: string): Promise<boolean> {
  let isTold = false;
  const { endSessions } = realtime;
  realtime.endSessions = (sessionIds) => {
    isTold ||= sessionIds.includes(sessionId);
    endSessions(sessionIds);
  };
  // Listeners of the product were there before, and are called before.
  return new Promise((resolve) => {
    auth.onSessionsEnded((sessionIds) => {
      if (sessionIds.includes(sessionId)) resolve(isTold);
    });
  });
}

test('a session that expires loses its sockets', async () => {
  const person = await createPerson(app.db);
  const socket = await connect(address, person);
  const cut = next(socket, 'disconnect');
  await app.db.query(sql`update sessions set expires_at = now() where id = ${person.sessionHash}`);
  await inTime(cut);
});

test('with Redis an event sent by one process reaches the user on another', {
  skip: process.env.REDIS_URL === undefined && 'REDIS_URL is not set',
}, async () => {
  const person = await createPerson(app.db);
  const there = await connect(secondAddress, person);
  const heard = next(there, 'balance:updated');
  notifyBalance(app.realtime, person.userId, 7n);
  assert.deepEqual(await inTime(heard), { balanceCents: '7' });
});
