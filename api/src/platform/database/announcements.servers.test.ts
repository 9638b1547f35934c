import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { HANG_MS, PATIENCE } from '../../../test/support/patience.ts';
import { useTestDatabase } from '../../../test/support/use-test-database.ts';
import { createFaultyLink, until } from '../hot-store/test-support.ts';
import { createLogger, silentLogger } from '../observability/logger.ts';
import { type AnnouncementOptions, announce, announceAll, createAnnouncements } from './announcements.ts';
import { transaction } from './db.ts';
import { sql } from './sql.ts';

/** It is longer than a test may run. */
const FOR_EVER = 10_000;

const db = useTestDatabase({ empty: true, poolSize: 5 });

/** Records messages of a topic and how often caches were dropped. */
async function openListener(t: TestContext, topic: string, options: Partial<AnnouncementOptions> = {}) {
  const announcements = createAnnouncements({
    address: db.url,
    logger: silentLogger,
    reconnectMs: 5,
    patience: PATIENCE,
    ...options,
  });
  t.after(() => announcements.close());
  const listener = { announcements, heard: [] as unknown[], gaps: 0 };
  announcements.on(topic, (payload) => listener.heard.push(payload));
  announcements.onGap(() => {
    listener.gaps += 1;
  });
  await announcements.start();
  assert.ok(announcements.isListening);
  return listener;
}

/** The link to the database can be cut and frozen. */
async function openFaultyLink(t: TestContext) {
  const url = new URL(db.url);
  const { port, hostname } = url;
  const folder = url.searchParams.get('host');
  const link = await createFaultyLink(() =>
    folder === null ? connect(Number(port || 5432), hostname) : connect(`${folder}/.s.PGSQL.${port}`),
  );
  t.after(() => link.close());
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(link.port);
  return { ...link, url: url.href };
}

const newTopic = () => `topic-${randomUUID()}`;
const announceNow = (topic: string, payload: unknown) => transaction(db, (tx) => announce(tx, topic, payload));
const OF_LISTENERS = sql`
  from pg_stat_activity where datname = current_database() and application_name = 'lisura announcements'`;
const killListeners = () => db.query(sql`select pg_terminate_backend(pid) ${OF_LISTENERS}`);

test('what is announced arrives at every process in the order of the commits, once', async (t) => {
  const topic = newTopic();
  const listeners = [await openListener(t, topic), await openListener(t, topic)];
  const sent = [{ userId: '7' }, null, 'São Paulo ✓ 🎲 \0 "quoted"', [1, [2]], false, 6];
  for (const payload of sent) await announceNow(topic, payload);
  await announceNow(newTopic(), 'of another topic');
  await transaction(db, async (tx) => {
    for (let number = 0; number < 100; number += 1) await announce(tx, topic, number);
  });
  await until(() => listeners.every(({ heard }) => heard.length >= sent.length + 100));
  const expected = [...sent, ...Array.from({ length: 100 }, (_, number) => number)];
  for (const { heard, gaps } of listeners) {
    assert.deepEqual(heard, expected);
    assert.equal(gaps, 0);
  }
});

test('nothing arrives before the commit', async (t) => {
  const topic = newTopic();
  const { heard } = await openListener(t, topic);
  await transaction(db, async (tx) => {
    await announce(tx, topic, 'of the open transaction');
    await announceNow(topic, 'of one that commits meanwhile');
    await until(() => heard.length > 0);
  });
  await until(() => heard.length > 1);
  assert.deepEqual(heard, ['of one that commits meanwhile', 'of the open transaction']);
});

test('what is rolled back was never announced', async (t) => {
  const topic = newTopic();
  const { heard } = await openListener(t, topic);
  const rolledBack = transaction(db, async (tx) => {
    await announce(tx, topic, 'rolled back');
    await announceAll(tx, topic, ['rolled back too']);
    throw new Error('a refusal');
  });
  await assert.rejects(rolledBack, /a refusal/);
  await announceNow(topic, 'committed');
  await until(() => heard.length > 0);
  assert.deepEqual(heard, ['committed']);
});

test('a long list arrives whole and in order, in as few parts as fit', async (t) => {
  const topic = newTopic();
  const { heard } = await openListener(t, topic);
  const lists = [
    Array.from({ length: 2_000 }, (_, index) => `session-${index}-${'f'.repeat(50)}`),
    Array.from({ length: 300 }, (_, index) => `${index} "ção" 🎲\n`),
    ['x'.repeat(7_000), 'y'.repeat(7_000), 'z'],
    ['alone'],
  ];
  for (const list of lists) {
    heard.length = 0;
    await transaction(db, (tx) => announceAll(tx, topic, list));
    await until(() => heard.flat().length >= list.length);
    assert.deepEqual(heard.flat(), list);
    const bytes = Buffer.byteLength(JSON.stringify(list));
    assert.ok(heard.length <= Math.ceil(bytes / 7_000), `${bytes} bytes in ${heard.length} parts`);
  }
  heard.length = 0;
  await transaction(db, (tx) => announceAll(tx, topic, []));
  await announceNow(topic, 'after nothing');
  await until(() => heard.length > 0);
  assert.deepEqual(heard, ['after nothing']);
});

test('what does not fit into an announcement is refused, and with it the transaction', async () => {
  const tooLong = 'x'.repeat(7_900);
  await assert.rejects(announceNow('topic', tooLong), RangeError);
  await assert.rejects(
    transaction(db, (tx) => announceAll(tx, 'topic', ['short', tooLong])),
    RangeError,
  );
});

test('after a lost connection caches are dropped once and later announcements arrive', async (t) => {
  const topic = newTopic();
  const listeners = [await openListener(t, topic), await openListener(t, topic)];
  for (let round = 1; round <= 15; round += 1) {
    // The server lists ended connections for a moment.
    await until(async () => (await db.query(sql`select ${OF_LISTENERS}`)).length === listeners.length);
    assert.equal((await killListeners()).length, 2);
    await until(() => listeners.every(({ gaps }) => gaps === round));
    assert.ok(listeners.every(({ announcements }) => announcements.isListening));
    await announceNow(topic, round);
    await until(() => listeners.every(({ heard }) => heard.length === round));
  }
});

test('what is announced while the connection is down leaves a gap, not a hole', async (t) => {
  const topic = newTopic();
  const link = await openFaultyLink(t);
  const listener = await openListener(t, topic, { address: link.url });
  link.cut();
  await until(() => !listener.announcements.isListening);
  await announceNow(topic, 'meanwhile');
  assert.equal(listener.gaps, 0);
  link.mend();
  await until(() => listener.announcements.isListening);
  assert.equal(listener.gaps, 1);
  await announceNow(topic, 'later');
  await until(() => listener.heard.length > 0);
  assert.deepEqual(listener.heard, ['later']);
});

test('a connection that dies without a word is noticed and replaced', async (t) => {
  const topic = newTopic();
  const link = await openFaultyLink(t);
  const listener = await openListener(t, topic, { address: link.url, checkMs: 10, patience: 1 });
  link.freeze();
  await until(() => !listener.announcements.isListening);
  link.mend();
  await until(() => listener.gaps === 1);
  await announceNow(topic, 'later');
  await until(() => listener.heard.includes('later'));
});

test('a handler that fails, at once or later, is logged and stops neither the others nor what follows', async (t) => {
  const topic = newTopic();
  const lines: { msg: string; err: { message: string } }[] = [];
  const logger = createLogger({ level: 'error', destination: { write: (line) => lines.push(JSON.parse(line)) } });
  const { announcements, heard } = await openListener(t, topic, { logger });
  announcements.on(topic, () => {
    throw new Error('fails at once');
  });
  announcements.on(topic, async () => {
    throw new Error('fails later');
  });
  announcements.on(topic, (payload) => heard.push(`after: ${payload}`));
  await announceNow(topic, 1);
  await announceNow(topic, 2);
  await until(() => heard.length === 4 && lines.length === 4);
  assert.deepEqual(heard, [1, 'after: 1', 2, 'after: 2']);
  const messages = new Set(lines.map(({ err }) => err.message));
  assert.deepEqual(messages, new Set(['fails at once', 'fails later']));
});

test('what is not an announcement is logged and ignored', async (t) => {
  const topic = newTopic();
  const lines: string[] = [];
  const logger = createLogger({ level: 'warn', destination: { write: (line) => lines.push(line) } });
  const { heard } = await openListener(t, topic, { logger });
  const malformed = ['', 'not json', 'null', '[]', '"text"', '{}', '{"topic":7}'];
  for (const text of malformed) await db.query(sql`select pg_notify('lisura', ${text})`);
  await announceNow(topic, 'well formed');
  await until(() => heard.length > 0);
  assert.deepEqual(heard, ['well formed']);
  assert.equal(lines.length, malformed.length);
});

test('closing waits for no answer in any state, may be repeated, and nothing is heard after it', {
  timeout: HANG_MS,
}, async (t) => {
  const link = await openFaultyLink(t);
  const states = {
    listening: () => link.mend(),
    reconnecting: () => link.cut(),
    'waiting for a greeting that does not come': () => {
      link.cut();
      link.freeze();
    },
    'waiting for an answer that does not come': () => link.freeze(),
  };
  for (const [name, bringAbout] of Object.entries(states)) {
    link.mend();
    const topic = newTopic();
    const { announcements, heard } = await openListener(t, topic, {
      address: link.url,
      checkMs: 5,
      patience: FOR_EVER,
    });
    const connectionsBefore = link.connectionCount();
    bringAbout();
    if (name === 'reconnecting') await until(() => !announcements.isListening);
    if (name.includes('greeting')) await until(() => link.connectionCount() > connectionsBefore);
    await Promise.all([announcements.close(), announcements.close()]);
    await announcements.close();
    assert.equal(announcements.isListening, false, name);
    await announceNow(topic, 'too late');
    assert.deepEqual(heard, []);
  }
});

test('a start that cannot connect, or comes after the end, is refused', async (t) => {
  const link = await openFaultyLink(t);
  link.cut();
  const announcements = createAnnouncements({ address: link.url, logger: silentLogger });
  await assert.rejects(announcements.start());
  assert.equal(announcements.isListening, false);
  link.mend();
  await announcements.start();
  await announcements.close();
  await assert.rejects(announcements.start());
});
