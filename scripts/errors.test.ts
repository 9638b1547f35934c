import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import '../api/src/app/app.ts';
import { allErrors, defineError } from '../api/src/platform/errors.ts';
import { readApiDocument } from './api-document.ts';

test('the OpenAPI document lists every error with its status, its params and its meaning', async () => {
  const { description = '' } = (await readApiDocument()).components.schemas.ErrorCode ?? {};
  for (const { code, status, meaning } of allErrors()) {
    const row = description.split('\n').find((line) => line.startsWith(`| \`${code}\` | ${status} | `));
    assert.ok(row?.endsWith(` | ${meaning} |`), code);
  }
  assert.match(description, /^\| `DEPOSIT_LIMIT_REACHED` \| 403 \| `period`, `limitCents`, /m);
});

test('every error has a meaning that fits in a cell of the table', () => {
  assert.ok(allErrors().length > 50);
  for (const { code, status, meaning } of allErrors()) {
    assert.match(meaning, /^[^|\n]{10,}\.$/, code);
    assert.ok(status >= 400 && status < 600, code);
  }
});

test('a code is in upper snake case and belongs to one error', () => {
  assert.throws(() => defineError('CASE_NOT_FOUND', 409, 'x', 'x'), /Two errors have the code CASE_NOT_FOUND/);
  for (const code of ['caseNotFound', 'CASE-LOST', '_CASE', '']) {
    assert.throws(() => defineError(code, 404, 'x', 'x'), /must be UPPER_SNAKE/, code);
  }
});

test('no error is made but by a definition, so that each is in the document', async () => {
  const made: string[] = [];
  const root = new URL('../api/src/', import.meta.url).pathname;
  for await (const file of glob('**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts') || file === 'platform/errors.ts') continue;
    if ((await readFile(root + file, 'utf8')).includes('new AppError(')) made.push(file);
  }
  assert.deepEqual(made, [], 'use defineError of platform/errors.ts');
});
