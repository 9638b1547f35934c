import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { PAGE_PATHS } from '../served.ts';

test('the server answers every page that the app has a route for, and no other', async () => {
  const read = (file: string) => readFile(new URL(`../src/${file}`, import.meta.url), 'utf8');
  const routers = (await read('app/router.tsx')) + (await read('console/console-routes.tsx'));
  const routed = [...routers.matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path.replaceAll('$', ':'));
  assert.deepEqual(routed.toSorted(), [...PAGE_PATHS].sort());
});

test('every link of the navigation leads to a page', async () => {
  const read = (file: string) => readFile(new URL(`../src/${file}`, import.meta.url), 'utf8');
  const navs = (await read('app/nav.ts')) + (await read('console/console-nav.ts'));
  const linked = [...navs.matchAll(/{ to: '([^']+)'/g)].map(([, path = '']) => path);
  assert.ok(linked.length > 3);
  assert.deepEqual(
    linked.filter((path) => !PAGE_PATHS.some((known) => known === path)),
    [],
  );
});
