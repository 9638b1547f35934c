import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FieldDef, QueryArrayResult } from 'pg';
import { useTestDatabase } from '../../../test/support/use-test-database.ts';
import { arrayText, fieldOf, rowsOf } from './db.ts';
import { sql } from './sql.ts';

const resultOf = (names: readonly string[], rows: unknown[][]) =>
  ({ fields: names.map((name) => ({ name }) as FieldDef), rows }) as QueryArrayResult<unknown[]>;

test('a column in snake case is a field in camel case', () => {
  assert.deepEqual(['id', 'price_cents', 'last_24h', 'isOwn'].map(fieldOf), ['id', 'priceCents', 'last24h', 'isOwn']);
});

test('rows have the values of their columns, of statements with a name and without', () => {
  for (const statement of [undefined, 'one']) {
    const result = resultOf(
      ['id', 'price_cents'],
      [
        ['1', null],
        ['2', '30'],
      ],
    );
    assert.deepEqual(rowsOf(result, statement), [
      { id: '1', priceCents: null },
      { id: '2', priceCents: '30' },
    ]);
    assert.deepEqual(rowsOf(resultOf([], []), statement), []);
  }
});

test('a statement that gives one more column than before is read anew', () => {
  rowsOf(resultOf(['id'], [['1']]), 'two');
  assert.deepEqual(rowsOf(resultOf(['id', 'added_at'], [['1', 'now']]), 'two'), [{ id: '1', addedAt: 'now' }]);
});

test('no statement of the server gives a column a name in camel case, since the driver does', () => {
  const folder = join(import.meta.dirname, '../..');
  const found = globSync('**/*.ts', { cwd: folder }).filter((file) =>
    / as "[a-z]+[A-Z]/.test(readFileSync(join(folder, file), 'utf8')),
  );
  assert.deepEqual(found, []);
});

const db = useTestDatabase({ poolSize: 2 });

// PostgreSQL stores neither NUL nor half a surrogate pair.
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
