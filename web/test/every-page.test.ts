import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import nodeTest from 'node:test';
import { type Journey, test } from './journey.ts';
import { ask, fillInventory, openCase } from './players.ts';
import { TOUR_STOPS } from './tour-stops.ts';
import { ADMINISTRATOR, type Language, SIZES, type Size, settled, type Visit } from './visits.ts';

/**
 * Every page is visited in both languages and both sizes. A language and a size only meet in the length of words, so a
 * page is looked at twice, and the next one in the two other pairs. All happens inside the app and in one window,
 * because loading a page costs more than looking at it.
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

test('every page of players is whole in both languages and in both sizes', async ({ visit, server }: Journey) => {
  const visitor = await visit();
  await visitor.logIn();
  await fillInventory(visitor, server);
  await openCase(visitor.page, 'Neon', 2);
  const battle = { mode: 'NORMAL', caseIds: ['1'], seatCount: 2, isTeams: false };
  const { id } = await ask<{ id: string }>(visitor.page, 'POST', '/battles/create', battle);
  await walk(visitor, [...PLAYER_PATHS, battleOf(id), '/verify']);
});

test('every page of the console is whole in both languages and in both sizes', async ({ visit }: Journey) => {
  const admin = await visit({ account: ADMINISTRATOR });
  await admin.logIn();
  await walk(admin, CONSOLE_PATHS);
});

type Look = readonly [Language, Size];
/** Each page has one of them, its neighbours in the list the other. */
const PAIRS: readonly (readonly [Look, Look])[] = [
  [
    ['pt-BR', 'phone'],
    ['en', 'desktop'],
  ],
  [
    ['en', 'phone'],
    ['pt-BR', 'desktop'],
  ],
];

async function walk(visitor: Visit, paths: readonly string[]): Promise<void> {
  const found: string[] = [];
  await visitor.open(paths[0] ?? '/');
  for (const [turn, pair] of PAIRS.entries()) {
    let looks = pair;
    for (const each of paths.filter((_, index) => index % PAIRS.length === turn)) {
      found.push(...(await wrongOn(visitor, each, looks)));
      // The way back makes a page begin as the one before has ended.
      looks = [looks[1], looks[0]];
    }
  }
  assert.deepEqual(found, []);
}

async function wrongOn({ page, faults }: Visit, path: string, looks: readonly Look[]): Promise<string[]> {
  const found: string[] = [];
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);
  for (const [language, size] of looks) {
    await look(page, language, size);
    const wrong = (await page.evaluate(`(${WRONG})('${language}')`)) as string[];
    found.push(...wrong.map((text) => `${path} ${language} ${size}: ${text}`));
  }
  return [...found, ...faults.splice(0).map((fault) => `${path}: ${fault}`)];
}

async function look(page: Visit['page'], language: Language, size: Size): Promise<void> {
  await page.setViewportSize(SIZES[size].viewport);
  if ((await page.evaluate('document.documentElement.lang')) !== language) {
    // Without waiting for frames, which a browser without a screen may leave out where nothing moves.
    await page.locator(`button[lang=${language}][aria-pressed]`).first().dispatchEvent('click');
  }
  await settled(page);
}

/** Text in another language must be marked, as names of items and texts for operators are. */
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
