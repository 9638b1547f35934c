import assert from 'node:assert/strict';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Response } from 'playwright-core';
import { until } from '../../api/src/platform/hot-store/test-support.ts';
import { test } from './journey.ts';
import { type Language, type Size, settled, type Visit } from './visits.ts';

const HEADLINES: Readonly<Record<Language, string>> = {
  'pt-BR': 'Cada resultado, você confere.',
  en: 'Every result, verified by you.',
};

async function findMore({ page, axe }: Visit): Promise<void> {
  const raffles = page.getByRole('link', { name: /^(Rifas|Raffles)$/ });
  await raffles.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: /^(Mais|More)$/ }).click();
  await raffles.waitFor();
  assert.deepEqual(await axe('shell'), []);
  await raffles.click();
  await page.waitForURL(/\/rifas$/);
  await raffles.waitFor({ state: 'hidden' });
  await settled(page);
}

async function followHeader({ page }: Visit): Promise<void> {
  const cases = page.getByRole('banner').getByRole('link', { name: /^(Caixas|Cases)$/ });
  assert.equal(await cases.getAttribute('aria-current'), 'page');
  await page
    .getByRole('link', { name: /Primeira Sorte/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Primeira Sorte' }).waitFor();
  assert.equal(await cases.getAttribute('aria-current'), 'true');
  await settled(page);
}

/** The walk through every page has the other two pairs. */
const FIRST_VISITS: readonly (readonly [Size, Language])[] = [
  ['desktop', 'pt-BR'],
  ['phone', 'en'],
];
for (const [size, language] of FIRST_VISITS) {
  test(`a visitor sees the first page without an error (${size}, ${language})`, async ({ visit }) => {
    const visitor = await visit({ size, language });
    await visitor.open('/');
    await visitor.page.getByRole('heading', { name: HEADLINES[language] }).waitFor();
    await visitor.page
      .locator('#caixas')
      .getByRole('link', { name: /Primeira Sorte/ })
      .first()
      .waitFor();
    assert.equal(await visitor.page.evaluate('document.documentElement.lang'), language);
    assert.deepEqual(await visitor.axe('shell'), []);
    await (size === 'phone' ? findMore(visitor) : followHeader(visitor));
    assert.deepEqual(visitor.faults, []);
  });
}

test('who logs in comes back to the page that they wanted, and who logs out is a visitor there', async ({ visit }) => {
  const { page, faults, open, logInByClicks } = await visit();
  await open('/verificar?jogo=caixa');
  await logInByClicks('76561198000000002');
  assert.equal(new URL(page.url()).search, '?jogo=caixa');
  await page.getByRole('button', { name: /^Conta de/ }).click();
  await page.getByRole('menuitem', { name: 'Sair', exact: true }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Entrar' }).waitFor();
  assert.deepEqual(faults, []);
});

test('the language is chosen in the page, and kept', async ({ visit }) => {
  const { page, context, faults, open } = await visit();
  const heading = page.getByRole('heading', { name: 'Verify a result' });
  await open('/verificar');
  assert.equal(await heading.count(), 0);
  await page.getByRole('button', { name: 'EN, English' }).click();
  await heading.waitFor();
  await open('/verificar');
  await heading.waitFor();
  // The server sends it in that language, too, before any program runs.
  assert.ok((await (await context.request.get('/')).text()).includes(`<h1>${HEADLINES.en}</h1>`));
  assert.deepEqual(faults, []);
});

test('the page of a case says what the case is before any program runs, and so do previews of links', async ({
  visit,
}) => {
  const { page, context, faults, open } = await visit({ language: 'en' });
  const sent = async (path: string) =>
    (await context.request.get(path, { headers: { 'accept-language': 'en' } })).text();
  await open('/caixa/primeira-sorte');
  const description = await page.locator('main header [lang=pt-BR]').textContent();
  assert.ok((description ?? '').length > 10);
  // A page is not kept waiting for words by a server that is busy.
  let known = '';
  await until(async () => {
    known = await sent('/caixa/primeira-sorte');
    return known.includes('Primeira Sorte');
  });
  for (const said of [
    '<title>Primeira Sorte · Lisura</title>',
    `content="${description}"`,
    '>Primeira Sorte</h1>',
    `lang="pt-BR">${description}<`,
    '<noscript>This page works with JavaScript alone.',
  ]) {
    assert.ok(known.includes(said), said);
  }
  const unknown = await sent('/caixa/nao-existe');
  assert.ok(unknown.includes('<title>Lisura</title>') && !unknown.includes('{{'));
  assert.deepEqual(faults, []);
});

test('the first page is at most 200 kB of programs, asks for data once, and for nothing where a pointer passes', async ({
  visit,
}) => {
  const { page, open } = await visit();
  const programs: Promise<Buffer>[] = [];
  const keepProgram = (response: Response) => {
    if (response.url().endsWith('.js')) programs.push(response.body());
  };
  page.on('response', keepProgram);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(`${pathname}${search}`);
  });
  await open('/');
  for (const first of ['/api/auth/session', '/api/cases?limit=100']) {
    assert.equal(asked.filter((each) => each === first).length, 1, `${asked}`);
  }
  page.off('response', keepProgram);
  const compressed = await compressedSizeOf(programs);
  assert.ok(compressed > 0 && compressed <= 200_000, `${compressed} bytes`);
  asked.length = 0;
  const card = page.locator('#caixas').getByRole('link', { name: /Primeira Sorte/ });
  const program = page.waitForResponse(/\/assets\/CasePage-.+\.js$/);
  await card.first().hover();
  await program;
  await settled(page);
  // The largest wins are asked for now and then, whatever the pointer does.
  assert.deepEqual(
    asked.filter((each) => !each.startsWith('/api/live-drops/biggest')),
    [],
  );
  await card.first().click();
  await page.getByRole('heading', { name: 'Primeira Sorte' }).waitFor();
  await settled(page);
  assert.equal(asked.filter((each) => each === '/api/cases/primeira-sorte').length, 1, `${asked}`);
});

async function compressedSizeOf(files: readonly Promise<Buffer>[]): Promise<number> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
  const sizes = (await Promise.all(files)).map((body) => brotliCompressSync(body, { params }).length);
  return sizes.reduce((sum, size) => sum + size, 0);
}
