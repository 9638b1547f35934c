import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { PAGE_PATHS } from '../served.ts';

test('the server answers every page that the app has a route for, and no other', async () => {
  const router = await readFile(new URL('../src/app/router.tsx', import.meta.url), 'utf8');
  const routed = [...router.matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path.replaceAll('$', ':'));
  assert.deepEqual(routed.toSorted(), [...PAGE_PATHS].sort());
});

test('every link of the navigation leads to a page', async () => {
  const nav = await readFile(new URL('../src/app/nav.ts', import.meta.url), 'utf8');
  const linked = [...nav.matchAll(/{ to: '([^']+)'/g)].map(([, path = '']) => path);
  assert.ok(linked.length > 3);
  assert.deepEqual(
    linked.filter((path) => !PAGE_PATHS.some((known) => known === path)),
    [],
  );
});
