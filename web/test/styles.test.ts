import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { BUILD_FOLDER } from '../served.ts';

const STYLES = path.dirname(createRequire(import.meta.url).resolve('@mantine/core/styles/global.layer.css'));
const OF_ALL = ['baseline.layer.css', 'default-css-variables.layer.css', 'global.layer.css'];

test('the styles that are imported are those of the components that are used', () => {
  const assets = path.join(BUILD_FOLDER, 'assets');
  const programs = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const program = programs.map((name) => readFileSync(path.join(assets, name), 'utf8')).join('\n');
  const isUsed = (file: string) => {
    const classes = readFileSync(path.join(STYLES, file), 'utf8').match(/\bm_[0-9a-f]+\b/g) ?? [];
    return classes.some((name) => program.includes(name));
  };
  const used = readdirSync(STYLES).filter((file) => file.endsWith('.layer.css') && isUsed(file));
  const importing = readFileSync(path.join(import.meta.dirname, '../src/shared/theme/mantine.css'), 'utf8');
  const imported = [...importing.matchAll(/styles\/([^"]+)"/g)].map(([, file]) => file);
  assert.deepEqual(imported.toSorted(), [...OF_ALL, ...used].sort());
});
