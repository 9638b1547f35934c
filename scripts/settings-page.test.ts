import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { settingDefinitions } from '../api/src/app/modules.ts';
import { SETTINGS_FILE, withSettingsTable } from './settings-page.ts';

test('docs/settings.md lists the settings of administrators as they are defined', async () => {
  const committed = await readFile(SETTINGS_FILE, 'utf8');
  assert.equal(committed, withSettingsTable(committed, settingDefinitions), 'run `npm run docs` and commit the page');
});

test('every setting has a description that fits in a cell of the table', () => {
  assert.ok(settingDefinitions.length > 30);
  for (const { key, description } of settingDefinitions) assert.match(description, /^[A-Z][^|\n]{10,}\.$/, key);
});
