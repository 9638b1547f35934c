import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { REASONS_IN_ENGLISH, reasonIn } from './reasons.ts';

test("a reason of the API's own is in the reader's language, and one that somebody wrote as they wrote it", () => {
  const own = 'o Pix foi recusado pelo banco';
  assert.deepEqual([reasonIn('pt-BR', own), reasonIn('en', own)], [own, 'the bank refused the Pix']);
  assert.equal(reasonIn('en', 'A chave Pix não é sua'), 'A chave Pix não é sua');
});

test('each of them is still what the API says', () => {
  const trade = path.resolve(import.meta.dirname, '../../../../api/src/modules/trade');
  const sources = globSync(`${trade}/**/*.ts`, { exclude: (name) => name.endsWith('.test.ts') });
  const said = sources.map((file) => readFileSync(file, 'utf8')).join('');
  for (const reason of REASONS_IN_ENGLISH.keys()) assert.ok(said.includes(`'${reason}'`), reason);
});
