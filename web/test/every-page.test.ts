import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import nodeTest from 'node:test';
import { type Journey, test } from './journey.ts';
import { ask, fillInventory, openCase } from './players.ts';
import { TOUR_STOPS } from './tour-stops.ts';
import { ADMINISTRATOR, type Language, SIZES, type Size, settled, type Visit } from './visits.ts';

/**
 * Every page in both languages and both sizes. Within the app and in one window, since to load a page costs more than to
 * look at it four times.
 */
const pathsOf = (...who: readonly (typeof TOUR_STOPS)[number]['as'][]) => [
  ...new Set(TOUR_STOPS.flatMap(({ as, path: each }) => (who.includes(as) ? [each] : []))),
];
const PLAYER_PATHS = pathsOf('visitor', 'player');
const CONSOLE_PATHS = pathsOf('administrator');

nodeTest('the walks leave no page out', async () => {
  const sources = ['app/router.tsx', 'console/console-routes.tsx'].map((file) =>
    readFile(path.resolve(import.meta.dirname, '../src', file), 'utf8'),
  );
  const routes = [...(await Promise.all(sources)).join('').matchAll(/\bpath: '([^']+)'/g)].map(
    ([, route]) => route ?? '',
  );
  assert.ok(routes.length > 30);
  const walked = [...PLAYER_PATHS, ...CONSOLE_PATHS, battleOf('1'), '/verify'].map((each) =>
    each.replace(/[?#].*/, ''),
  );
  const isWalked = (route: string) => {
    const pattern = new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`);
    return walked.some((each) => pattern.test(each));
  };
  assert.deepEqual(
    routes.filter((route) => !isWalked(route)),
    [],
  );
});

const battleOf = (id: string) => `/batalha/${id}`;

test('every page of players is whole in both languages and sizes', async ({ visit, server }: Journey) => {
  const visitor = await visit();
  await visitor.logIn();
  await visitor.open('/');
  await fillInventory(visitor, server);
  await openCase(visitor.page, 'Neon', 2);
  const battle = { mode: 'NORMAL', caseIds: ['1'], seatCount: 2, isTeams: false };
  const { id } = await ask<{ id: string }>(visitor.page, 'POST', '/battles/create', battle);
  await walk(visitor, [...PLAYER_PATHS, battleOf(id), '/verify']);
});

test('every page of the console is whole in both languages and sizes', async ({ visit }: Journey) => {
  const admin = await visit({ account: ADMINISTRATOR });
  await admin.logIn();
  await admin.open('/admin');
  await walk(admin, CONSOLE_PATHS);
});

/** Each differs from the one before in one thing; on a telephone the choice of a language is in a menu. */
const LOOKS: readonly [Language, Size][] = [
  ['pt-BR', 'phone'],
  ['pt-BR', 'desktop'],
  ['en', 'desktop'],
  ['en', 'phone'],
];

async function walk({ page, faults }: Visit, paths: readonly string[]): Promise<void> {
  const found: string[] = [];
  for (const [index, each] of paths.entries()) {
    await page.evaluate(`history.pushState({}, '', ${JSON.stringify(each)})`);
    // There and back, so that a page begins as the one before has ended.
    for (const [language, size] of index % 2 === 0 ? LOOKS : LOOKS.toReversed()) {
      await look(page, language, size);
      const wrong = (await page.evaluate(`(${WRONG})('${language}')`)) as string[];
      found.push(...wrong.map((text) => `${each} ${language} ${size}: ${text}`));
    }
    found.push(...faults.splice(0).map((fault) => `${each}: ${fault}`));
  }
  assert.deepEqual(found, []);
}

async function look(page: Visit['page'], language: Language, size: Size): Promise<void> {
  await page.setViewportSize(SIZES[size].viewport);
  if ((await page.evaluate('document.documentElement.lang')) !== language) {
    // Without waiting for frames, which a browser without a screen may leave out where nothing moves.
    await page.locator(`button[lang=${language}][aria-pressed]`).first().dispatchEvent('click');
  }
  await settled(page);
}

/** Inside the page. What is in another language says so, as names of items and texts for operators do. */
const WRONG = String.raw`(language) => {
  const wrong = [];
  const root = document.documentElement;
  if (root.lang !== language) wrong.push('the language is ' + root.lang);
  if (root.scrollWidth > root.clientWidth + 1) wrong.push('it is ' + root.scrollWidth + ' wide in ' + root.clientWidth);
  if (document.querySelector('h1') === null) wrong.push('it has no heading');
  for (const alert of document.querySelectorAll('main [role=alert]')) wrong.push('it says ' + alert.textContent);
  const foreign = language === 'en'
    ? /(?<!\p{L})(você|vocês|não|está|também|ainda|seus|suas|quando|nenhum|nenhuma)(?!\p{L})/iu
    : /(?<!\p{L})(your|with|which|there|nothing|cannot|does|were|have|you)(?!\p{L})/iu;
  const words = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const text = words.currentNode.textContent;
    const around = words.currentNode.parentElement;
    if (around.closest('script, style, noscript, code, pre, textarea') !== null) continue;
    if (foreign.test(text) && around.closest('[lang]').lang === language) wrong.push(text);
  }
  return wrong;
}`;
