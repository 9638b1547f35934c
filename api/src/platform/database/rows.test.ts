import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FieldDef, QueryArrayResult } from 'pg';
import { fieldOf, rowsOf } from './rows.ts';

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
