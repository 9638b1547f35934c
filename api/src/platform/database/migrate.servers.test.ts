import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { createTestDatabase } from '../../../test/support/databases.ts';
import { PATIENCE } from '../../../test/support/patience.ts';
import { silentLogger } from '../observability/logger.ts';
import { type Db, openDatabase } from './db.ts';
import { migrate } from './migrate.ts';
import { sql } from './sql.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Db;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  db = openDatabase({ patience: PATIENCE, address: database.url, logger: silentLogger });
  folder = await mkdtemp(path.join(tmpdir(), 'lisura-migrations-'));
});
afterEach(async () => {
  await db.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
const run = () => migrate(database.url, folder, silentLogger);
const tables = async () =>
  (
    await db.query<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
    )
  ).map(({ name }) => name);

test('applies in the order of the names, once each', async () => {
  await write('0002_b.sql', 'alter table a add column b int;');
  await write('0001_a.sql', 'create table a (id int); insert into a values (1);');
  assert.deepEqual(await run(), ['0001_a.sql', '0002_b.sql']);
  assert.deepEqual(await run(), []);
  assert.deepEqual(await db.query(sql`select * from a`), [{ id: 1, b: null }]);
});

test('one that fails leaves nothing of itself, and a mended one goes on from there', async () => {
  await write('0001_a.sql', 'create table a (id int);');
  await write('0002_b.sql', 'create table b (id int); insert into b values (1); select nonsense from nowhere;');
  await assert.rejects(run(), /0002_b\.sql failed and nothing of it remains: relation "nowhere" does not exist/);
  assert.deepEqual(await tables(), ['a', 'schema_migrations']);
  await write('0002_b.sql', 'create table b (id int);');
  assert.deepEqual(await run(), ['0002_b.sql']);
});

test('eight processes that start at once apply each one once', async () => {
  await write('0001_a.sql', 'create table a (id int); select pg_sleep(0.05); insert into a values (1);');
  const applied = await Promise.all(Array.from({ length: 8 }, run));
  assert.equal(applied.flat().length, 1);
  assert.equal((await db.query(sql`select * from a`)).length, 1);
});

test('one that was changed after it had been applied is refused by name', async () => {
  await write('0001_a.sql', 'create table a (id int);');
  await run();
  await write('0001_a.sql', 'create table a (id bigint);');
  await assert.rejects(run(), /0001_a\.sql was changed after it had been applied/);
});

test('an older version starts on a newer database', async () => {
  await write('0001_a.sql', 'create table a (id int);');
  await write('0002_b.sql', 'create table b (id int);');
  await run();
  await rm(path.join(folder, '0002_b.sql'));
  assert.deepEqual(await run(), []);
});

async function earlierChain(count: number, last: string): Promise<void> {
  await run();
  await db.query(sql`
    insert into schema_migrations (name, hash)
    select lpad(number::text, 4, '0') || '_earlier.sql', 'x' from generate_series(1, ${count - 1}::int) number
    union all select ${last}, 'x'`);
}

test('the baseline is recorded and not run where all migrations that it replaces ran, and later ones follow', async () => {
  await earlierChain(93, '0330_prices_made_up.sql');
  await write('0001_base.sql', 'select nonsense from nowhere;');
  await write('0014_base.sql', 'select nonsense from nowhere;');
  await write('0015_later.sql', 'create table later (id int);');
  assert.deepEqual(await run(), ['0015_later.sql']);
  assert.deepEqual(await run(), []);
  await write('0014_base.sql', 'select 1;');
  await assert.rejects(run(), /0014_base\.sql was changed after it had been applied/);
});

for (const [count, last] of [
  [92, '0330_prices_made_up.sql'],
  [93, '0320_log_of_skipped_nonces.sql'],
] as const) {
  test(`a database with ${count} earlier migrations up to ${last} is refused with the commit to start first`, async () => {
    await earlierChain(count, last);
    await write('0001_base.sql', 'create table base (id int);');
    await assert.rejects(run(), new RegExp(`has ${count} of the 93 migrations .* Start commit 57fed7da once on it`));
    assert.deepEqual(await tables(), ['schema_migrations']);
  });
}
