import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { createTestDatabase } from '../../../test/support/databases.ts';
import { PATIENCE } from '../../../test/support/patience.ts';
import { type Announcements, createAnnouncements } from '../database/announcements.ts';
import { type Db, openDatabase, type Tx, transaction } from '../database/db.ts';
import { sql } from '../database/sql.ts';
import { AppError } from '../errors.ts';
import { until } from '../hot-store/test-support.ts';
import { silentLogger } from '../observability/logger.ts';
import { createSettings, defineSetting, guardsNothing, type Settings } from './settings.ts';

let afterLimitChange: (tx: Tx, value: number) => Promise<void> = async () => undefined;
const limit = defineSetting({
  key: 'limit',
  description: 'A number',
  schema: Type.Integer({ minimum: 1, maximum: 1000 }),
  default: 10,
  weakenedBy: 'RAISED',
  afterChange: (tx, value) => afterLimitChange(tx, value),
});
const greeting = defineSetting({
  key: 'greeting',
  description: 'A text',
  schema: Type.String({ minLength: 1 }),
  default: 'Olá',
  sandboxDefault: 'Oi',
  weakenedBy: guardsNothing('a greeting'),
  normalise: (text) => {
    if (text === 'rude') throw new RangeError('must be polite');
    return text.trim();
  },
});
const definitions = [limit, greeting];

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Db;
const opened: Announcements[] = [];
let settings: Settings;

before(async () => {
  database = await createTestDatabase();
  db = openDatabase({ patience: PATIENCE, address: database.url, logger: silentLogger, poolSize: 6 });
  settings = await openSettings();
});
after(async () => {
  for (const announcements of opened) await announcements.close();
  await db.close();
  await database.drop();
});

async function openSettings(isSandbox = false): Promise<Settings> {
  const announcements = createAnnouncements({
    address: database.url,
    logger: silentLogger,
    reconnectMs: 5,
    patience: PATIENCE,
  });
  opened.push(announcements);
  await announcements.start();
  const own = createSettings({ db, announcements, definitions, isSandbox });
  await own.start();
  return own;
}

const change = (values: Record<string, unknown>) => transaction(db, (tx) => settings.change(tx, values));
const stored = () => db.query<{ key: string; value: unknown }>(sql`select key, value from settings order by key`);

async function faultsOf(work: Promise<unknown>) {
  const error = await work.then(
    () => assert.fail('it was accepted'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof AppError);
  assert.equal(error.status, 400);
  return error.errors;
}

test('beside the sandbox a setting may have a default of its own, which a stored value replaces as everywhere', async () => {
  const [real, tried] = [settings, await openSettings(true)];
  assert.deepEqual([real.get(greeting), tried.get(greeting)], ['Olá', 'Oi']);
  assert.equal(tried.list().find(({ key }) => key === 'greeting')?.default, 'Oi');
  assert.equal(tried.get(limit), 10, 'where it has none of its own');
  await transaction(db, async (tx) => {
    assert.equal(await tried.read(tx, greeting), 'Oi');
    assert.deepEqual(await tried.change(tx, { greeting: 'Oi' }), [], 'nothing that differs');
    assert.deepEqual(await tried.change(tx, { greeting: 'Olá' }), [
      { key: 'greeting', previous: 'Oi', value: 'Olá', isWeaker: false },
    ]);
    assert.equal(await tried.read(tx, greeting), 'Olá');
    throw new Error('undone');
  }).catch(({ message }: Error) => assert.equal(message, 'undone'));
});

test('what nobody has changed has its default', () => {
  assert.equal(settings.get(limit), 10);
  assert.deepEqual(settings.list(), [
    {
      key: 'limit',
      value: 10,
      default: 10,
      description: 'A number',
      form: { type: 'INTEGER', unit: null, minimum: 1, maximum: 1000 },
      weakenedBy: 'RAISED',
    },
    {
      key: 'greeting',
      value: 'Olá',
      default: 'Olá',
      description: 'A text',
      form: { type: 'TEXT', unit: null, minimum: null, maximum: null },
      weakenedBy: null,
    },
  ]);
});

test('a change reaches every process, and tells what was before', async () => {
  const second = await openSettings();
  assert.deepEqual(await change({ limit: 20, greeting: ' Oi ' }), [
    { key: 'limit', previous: 10, value: 20, isWeaker: true },
    { key: 'greeting', previous: 'Olá', value: 'Oi', isWeaker: false },
  ]);
  for (const each of [settings, second]) {
    await until(() => each.get(limit) === 20 && each.get(greeting) === 'Oi');
  }
  assert.deepEqual(await change({ limit: 20 }), [], 'the same value is no change');
  assert.equal((await openSettings()).get(limit), 20);
});

test('a transaction reads what is stored, not what the process remembers', async () => {
  await transaction(db, async (tx) => {
    await tx.query(sql`update settings set value = '33' where key = 'limit'`);
    assert.equal(await settings.read(tx, limit), 33);
    assert.equal(settings.get(limit), 20);
    await tx.query(sql`update settings set value = '20' where key = 'limit'`);
  });
});

test('every fault is told with its key, and nothing is stored', async () => {
  const before = await stored();
  assert.deepEqual(await faultsOf(change({ limit: 0, greeting: 'rude', colour: 'red' })), [
    { field: 'limit', message: 'must be at least 1' },
    { field: 'greeting', message: 'must be polite' },
    { field: 'colour', message: 'is not a setting' },
  ]);
  assert.deepEqual(await faultsOf(change({ limit: '5' })), [{ field: 'limit', message: 'must be an integer' }]);
  for (const key of ['__proto__', 'constructor', 'toString']) {
    const values = Object.fromEntries([[key, 1]]);
    assert.equal((await faultsOf(change(values)))?.[0]?.field, key);
  }
  assert.deepEqual(await faultsOf(change({ limit: 7, greeting: 3 })), [
    { field: 'greeting', message: 'must be a string' },
  ]);
  assert.deepEqual(await stored(), before);
});

test('what must change along with a setting changes in the same transaction, or nothing does', async () => {
  const before = await stored();
  let seen: unknown;
  afterLimitChange = async (tx, value) => {
    seen = [value, await settings.read(tx, limit)];
    throw new Error('it cannot');
  };
  await assert.rejects(change({ limit: 99 }), /it cannot/);
  afterLimitChange = async () => undefined;
  assert.deepEqual(seen, [99, 99]);
  assert.deepEqual(await stored(), before);
});

test('fifty changes at once: each starts from what the one before has left, and all processes agree at the end', async () => {
  const second = await openSettings();
  const changes = await Promise.all(Array.from({ length: 50 }, (_, i) => change({ limit: 100 + i })));
  const steps = new Map(changes.flat().map(({ previous, value }) => [previous, value]));
  assert.equal(steps.size, 50, 'no two started from the same value');
  const [{ value: last } = { value: null }] = await db.query<{ value: number }>(
    sql`select value from settings where key = 'limit'`,
  );
  await until(() => settings.get(limit) === last && second.get(limit) === last);
});

test('after a gap in the announcements everything is loaded anew', async () => {
  await db.query(sql`update settings set value = '500' where key = 'limit'`);
  await db.query(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'lisura announcements' and datname = current_database()`);
  await until(() => settings.get(limit) === 500);
});
