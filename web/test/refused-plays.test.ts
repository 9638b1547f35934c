import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../api/src/platform/hot-store/test-support.ts';
import { test } from './journey.ts';
import { ask } from './players.ts';

const CASE = '/caixa/primeira-sorte';
const OPEN = /^Abrir · /;
const SEED = /^[0-9a-f]{32}$/;

function seedsOf(page: Page): string[] {
  const seeds: string[] = [];
  page.on('request', (request) => {
    const { clientSeed } = (request.method() === 'POST' ? (request.postDataJSON() ?? {}) : {}) as {
      clientSeed?: string;
    };
    if (clientSeed !== undefined) seeds.push(clientSeed);
  });
  return seeds;
}

/** The server itself refuses, because the expected price is wrong. */
const refuse = (page: Page) =>
  page.route('**/api/cases/*/open', (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), expectedPriceCents: '1' }) }),
  );

/** The console tells every refusal. */
const unexpected = (faults: readonly string[]) => faults.filter((fault) => !fault.includes('status of 409'));

const press = (page: Page) => page.getByRole('button', { name: OPEN }).click();
const kept = (page: Page) => page.getByText('A recusa ficou guardada neste navegador').waitFor();
const shown = (page: Page) => page.locator('[data-phase=shown]').waitFor();
const won = (page: Page) => page.getByRole('heading', { name: /^Você ganhou: / }).waitFor();

test('a refused press is sent again with the same seed, over reloads and in another tab, and is computed once it was played', async ({
  visit,
}) => {
  const { page, faults, open, logIn, axe } = await visit();
  await logIn();
  const seeds = seedsOf(page);
  await open(CASE);
  await refuse(page);
  await press(page);
  await kept(page);
  assert.deepEqual(await axe(), []);
  await page.reload();
  await press(page);
  await kept(page);
  const [first = ''] = seeds;
  assert.match(first, SEED);
  assert.deepEqual(seeds, [first, first]);

  const other = await page.context().newPage();
  const othersSeeds = seedsOf(other);
  await refuse(other);
  await other.goto(page.url());
  await other
    .getByLabel('Sua semente')
    .and(other.locator(`[value="${first}"]`))
    .waitFor();
  await press(other);
  await kept(other);
  await other.close();
  assert.deepEqual(othersSeeds, [first]);

  await open('/verificar#game=refusals');
  await page.getByText('CASE_NOT_AS_EXPECTED').waitFor();
  await page.getByText('3 vezes').waitFor();
  await page.getByText(/^REFUSALS\/\d+$/).waitFor();
  await page.getByText(/espera a jogada que revela/).waitFor();
  assert.deepEqual(await axe(), []);

  await page.unroute('**/api/cases/*/open');
  await open(CASE);
  await press(page);
  await won(page);
  await press(page);
  await until(async () => seeds.length === 4);
  await shown(page);
  assert.equal(seeds[2], first);
  assert.match(seeds[3] ?? '', SEED);
  assert.notEqual(seeds[3], first);

  const { data } = await ask<{ data: { item: { name: string }; clientSeed: string }[] }>(
    page,
    'GET',
    '/cases/openings',
  );
  const opened = data.find(({ clientSeed }) => clientSeed === first);
  await open('/verificar#game=refusals');
  await page.getByText(new RegExp(`teria rolado .*Teria saído ${opened?.item.name.slice(0, 5)}`)).waitFor();
  assert.deepEqual(await axe(), []);
  assert.deepEqual(unexpected(faults), []);
});

test('a seed that is saved in the account goes in front of fresh randomness', async ({ visit }) => {
  const { page, faults, open, logIn } = await visit();
  await logIn();
  await ask(page, 'PUT', '/user/client-seed', { clientSeed: 'da conta' });
  const seeds = seedsOf(page);
  await open(CASE);
  for (let count = 1; count <= 2; count += 1) {
    await press(page);
    await until(async () => seeds.length === count);
    await shown(page);
  }
  assert.ok(
    seeds.every((seed) => /^da conta:[0-9a-f]{32}$/.test(seed)),
    seeds.join('\n'),
  );
  assert.equal(new Set(seeds).size, seeds.length);
  const { data } = await ask<{ data: { clientSeedSource: string }[] }>(page, 'GET', '/cases/openings');
  assert.equal(data[0]?.clientSeedSource, 'REQUEST');
  assert.deepEqual(faults, []);
});

test('bots that were refused are asked for again with the same seed', async ({ visit }) => {
  const { page, faults, open, logIn } = await visit();
  await logIn();
  const { data } = await ask<{ data: { id: string; priceCents: string }[] }>(page, 'GET', '/cases');
  const [cheapest] = data.toSorted((one, other) => Number(one.priceCents) - Number(other.priceCents));
  const battle = { caseIds: [cheapest?.id], mode: 'NORMAL', seatCount: 2 };
  const { id } = await ask<{ id: string }>(page, 'POST', '/battles/create', battle);
  const seeds = seedsOf(page);
  const refusal = { statusCode: 409, code: 'TOO_FEW_FREE_SEATS', message: 'recusado' };
  await page.route('**/add-bots', (route) => route.fulfill({ status: 409, json: refusal }));
  await open(`/batalha/${id}`);
  const fill = page.getByRole('button', { name: 'Completar com 1 bot' });
  await fill.click();
  await kept(page);
  await page.reload();
  await fill.click();
  await kept(page);
  await page.unroute('**/add-bots');
  await page.reload();
  await fill.click();
  await page.getByRole('button', { name: 'Completar com 1 bot' }).waitFor({ state: 'detached' });
  assert.equal(seeds.length, 3);
  assert.equal(new Set(seeds).size, 1);
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('409')),
    [],
  );
});
