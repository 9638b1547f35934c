import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { ALERT_ACTIONS_FILE, alertActions, alertActionsFile, readAlertActions } from './alert-actions.ts';

const MODULES = path.resolve(import.meta.dirname, '../api/src/modules');

test('the console shows what the documents say of each alert', async () => {
  const committed = await readFile(ALERT_ACTIONS_FILE, 'utf8');
  assert.equal(committed, alertActionsFile(await readAlertActions()), 'run `npm run docs` and commit the file');
});

test('every kind of alert that the code raises has its row in the documents', async () => {
  const documented = new Set((await readAlertActions()).map(({ kind }) => kind));
  const raised = new Set<string>();
  for await (const file of glob('**/*.ts', { cwd: MODULES, exclude: ['**/*.test.ts'] })) {
    const code = await readFile(path.join(MODULES, file), 'utf8');
    for (const [, kind = ''] of code.matchAll(/kind: '([A-Z_]+)',\s*key/g)) raised.add(kind);
  }
  assert.ok(raised.size > 30);
  assert.deepEqual(
    [...raised].filter((kind) => !documented.has(kind)),
    [],
  );
});

test('cells become sentences without marks', () => {
  const page =
    '| Alert | Meaning | Action |\n| --- | --- | --- |\n| `LisuraDown` | down | look |\n' +
    '| `RATE_LATE` | the `source` is late | see [rates](x.md#y); then `PUT /a` |\n\n| `OTHER` | a | b |\n';
  assert.deepEqual(alertActions(page), [
    { kind: 'RATE_LATE', meaning: 'The source is late.', action: 'See rates; then PUT /a.' },
  ]);
});
