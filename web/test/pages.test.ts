import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import {
  BUILD_FOLDER,
  LANGUAGES_OF_PAGES,
  NONCE_PLACEHOLDER,
  PAGE_PATHS,
  PLAYER_PAGES,
  PRERENDERED_FILE,
  type PrerenderedPages,
} from '../served.ts';

test('the server answers every page that the app has a route for, and no other', async () => {
  const read = (file: string) => readFile(new URL(`../src/${file}`, import.meta.url), 'utf8');
  const routers = (await read('app/router.tsx')) + (await read('console/console-routes.tsx'));
  const routed = [...routers.matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path.replaceAll('$', ':'));
  assert.deepEqual(routed.toSorted(), [...PAGE_PATHS].sort());
});

test('a page is sent with the program that its route loads', async () => {
  const router = await readFile(new URL('../src/app/router.tsx', import.meta.url), 'utf8');
  const routed = router.matchAll(
    /path: '([^']+)',\s+(?:\/\/ .+\s+)?(?:loader:[^;]+?\s)?component: lazyRouteComponent\(\(\) => import\('\.\.\/pages\/([^']+)'/g,
  );
  const programs = [...routed].map(([, path = '', program]) => [path.replaceAll('$', ':'), program] as const);
  assert.ok(programs.length > 10);
  for (const [path, program] of programs) assert.equal(PLAYER_PAGES[path]?.program, program, path);
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

test('every page for players is drawn ahead in both languages, within the policy of pages', async () => {
  const read = (file: string) => readFile(path.join(BUILD_FOLDER, file), 'utf8');
  const pages: PrerenderedPages = JSON.parse(await read(PRERENDERED_FILE));
  const assets = new Set(await readdir(path.join(BUILD_FOLDER, 'assets')));
  assert.deepEqual(Object.keys(pages), Object.keys(PLAYER_PAGES));
  for (const [address, { documents, links }] of Object.entries(pages)) {
    for (const language of LANGUAGES_OF_PAGES) {
      const document = documents[language] ?? '';
      const where = `${address} in ${language}`;
      assert.match(document, new RegExp(`^<!doctype html>\\s*<html lang="${language}"`), where);
      assert.match(document, /<div id="root"><div inert>.+<main /s, where);
      assert.doesNotMatch(document, /<[^>]+ style=/, where);
      for (const [tag] of document.matchAll(/<(script|style)\b[^>]*>/g)) {
        assert.ok(tag.includes(`nonce="${NONCE_PLACEHOLDER}"`), `${where}: ${tag}`);
      }
      for (const [, file = ''] of [document, ...links].join('').matchAll(/\/assets\/([\w.-]+)/g)) {
        assert.ok(assets.has(file), `${where}: ${file}`);
      }
    }
  }
  assert.match(pages['/']?.documents['pt-BR'] ?? '', /<h1>Cada resultado, você confere\.<\/h1>/);
  assert.match(pages['/verify']?.documents.en ?? '', /<h1[^>]*>Verify a result<\/h1>/);
});
