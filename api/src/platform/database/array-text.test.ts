import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { createTestDatabase } from '../../../test/support/databases.ts';
import { PATIENCE } from '../../../test/support/patience.ts';
import { silentLogger } from '../observability/logger.ts';
import { arrayText } from './array-text.ts';
import { type Db, openDatabase } from './db.ts';
import { sql } from './sql.ts';

let database: { url: string; drop(): Promise<void> };
let db: Db;
before(async () => {
  database = await createTestDatabase();
  db = openDatabase({ patience: PATIENCE, address: database.url, logger: silentLogger, poolSize: 2 });
});
after(async () => {
  await db.close();
  await database.drop();
});

// PostgreSQL keeps no NUL in a text, and half a surrogate pair is no text.
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('', 'NULL', 'null', '{', '},{', '"', '\\', ' a ', 'a,b', '-1'),
  )
  .filter((value) => !value.includes('\0') && value.isWellFormed());

test('texts come back as they were sent, whatever is in them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), async (sent) => {
      assert.deepEqual(await db.query(sql`select ${sent}::text[] as back`), [{ back: sent }]);
    }),
    { numRuns: 200 },
  );
});

test('numbers, ids, truths and nothing come back as they were sent', async () => {
  const numbers = [0, -1, 2_147_483_647, null];
  const ids = ['9223372036854775807', 12n];
  const [row] = await db.query(sql`
    select ${numbers}::int[] as numbers, ${ids}::bigint[] as ids, ${[true, false, undefined]}::boolean[] as truths,
      ${[]}::text[] as none, ${[0.5, 1e-7]}::float8[] as fractions`);
  assert.deepEqual(row, {
    numbers,
    ids: ['9223372036854775807', '12'],
    truths: [true, false, null],
    none: [],
    fractions: [0.5, 1e-7],
  });
});

test('what only the driver can write is left to it', async () => {
  const times = [new Date('2026-01-02T03:04:05.678Z'), null];
  assert.equal(arrayText(times), null);
  assert.equal(arrayText([['a'], ['b']]), null);
  const [row] = await db.query(sql`select ${times}::timestamptz[] as times, ${[['a'], ['b']]}::text[] as nested`);
  assert.deepEqual(row, { times, nested: [['a'], ['b']] });
});
