import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { io, type Socket } from 'socket.io-client';
import { raiseAlert, resolveAlert } from '../../src/modules/people/alerts/index.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { within } from '../../src/platform/time-limits.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { HANG_MS } from '../support/patience.ts';
import { createAdmin, createPerson, createPlayer, type Person, putIn } from '../support/people.ts';

/** Administrators alone hear these events over their sockets. */
let app: TestApp;
let address: string;
let admin: Person;
let listener: Socket;
const overheard: string[] = [];
const sockets: Socket[] = [];
before(async () => {
  app = await createTestApp();
  await app.start();
  address = await app.http.listen({ host: '127.0.0.1', port: 0 });
  admin = await createAdmin(app.db);
  for (const stranger of [await createPerson(app.db), null]) {
    const socket = await connect(stranger);
    socket.onAny((event: string) => overheard.push(event));
  }
  listener = await connect(admin);
});
after(async () => {
  for (const socket of sockets) socket.disconnect();
  await app.close();
});

async function connect(person: Person | null): Promise<Socket> {
  const auth = person === null ? {} : { sessionId: person.sessionId };
  const socket = io(address, { transports: ['websocket'], auth, forceNew: true, reconnection: false });
  sockets.push(socket);
  await within(HANG_MS, new Promise((resolve) => socket.once('connect', () => resolve(null))), 'a connection');
  return socket;
}

const heard = <Payload>(socket: Socket, event: string, isMeant: (payload: Payload) => boolean) =>
  within(
    HANG_MS,
    new Promise<Payload>((resolve) => {
      const listen = (payload: Payload) => {
        if (!isMeant(payload)) return;
        socket.off(event, listen);
        resolve(payload);
      };
      socket.on(event, listen);
    }),
    event,
  );

interface Alerts {
  open: number;
  changed: { id: string; kind: string; level: string; title: string }[];
  resolved: string[];
}

const cause = { kind: 'TEST', key: 'sockets' };
const names = (alerts: Alerts) => alerts.changed.some(({ kind }) => kind === cause.kind);

test('an alert is heard of when it is raised and when it is over', async () => {
  const raised = heard<Alerts>(listener, 'admin:alerts', names);
  await raiseAlert(app.db, { ...cause, level: 'CRITICAL', title: 'A test', message: 'A test', details: {} });
  const { id, level } = (await raised).changed.find(({ kind }) => kind === cause.kind) ?? assert.fail();
  assert.equal(level, 'CRITICAL');
  const over = heard<Alerts>(listener, 'admin:alerts', ({ resolved }) => resolved.includes(id));
  await resolveAlert(app.db, cause);
  await over;
});

test('money that moves changes the figures', async () => {
  const player = await createPlayer(app.db, 0);
  const changed = heard<{ at: string }>(listener, 'admin:figures', () => true);
  await putIn(app.db, player, 500);
  assert.ok(Date.parse((await changed).at) > 0);
});

test('a queue is heard of as it is now read', async () => {
  const waits = (answer: { queues: { name: string; waiting: number }[] }) =>
    answer.queues.some(({ name, waiting }) => name === 'SUSPECTS' && waiting === 1);
  const changed = heard(listener, 'admin:queues', waits);
  const { userId } = await createPerson(app.db);
  await app.db.query(sql`
    insert into suspicions (user_id, reason, state, weight, figures, opened_at, last_found_at)
    values (${userId}, 'SHARED_ADDRESS', 'OPEN', 9, '{"otherUsers": 9}', now(), now())`);
  const read = await app.http.inject({ url: '/api/admin/queues', headers: admin.headers });
  assert.deepEqual(await changed, read.json());
});

test('no other player has heard of the private event, nor may subscribe to it', async () => {
  const stranger = await connect(await createPerson(app.db));
  const answer = await stranger.timeout(HANG_MS).emitWithAck('subscribe', 'administrators');
  assert.deepEqual([answer.ok, answer.code], [false, 'ROOM_NOT_ALLOWED']);
  assert.deepEqual(
    overheard.filter((event) => event.startsWith('admin:')),
    [],
  );
});

test('an administrator who is logged out hears nothing more', async () => {
  const cut = within(HANG_MS, new Promise((resolve) => listener.once('disconnect', resolve)), 'the end');
  await app.http.inject({ method: 'POST', url: '/api/auth/logout', headers: admin.headers });
  await cut;
  assert.equal(app.realtime.hasAdministrators, false);
});
