import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Page, Route } from 'playwright-core';
import { until } from '../../api/src/platform/hot-store/test-support.ts';
import { test } from './journey.ts';
import { holdReels, letMove } from './moments.ts';
import { ask } from './players.ts';
import type { WebServer } from './server.ts';
import { settled } from './visits.ts';

const CASE = '/caixa/primeira-sorte';
const OPEN = /^(Abrir|Open) · /;
/** A pause of more than a minute does not end while a slow machine looks at it. */
const RESET_SECONDS = 600;

const phaseIs = (page: Page, name: string) => page.locator(`[data-phase=${name}]`).waitFor();
const balanceOf = (page: Page) => page.getByRole('banner').locator('strong').first().innerText();
const balanceChanges = (page: Page, before: string) =>
  page.waitForFunction(`document.querySelector('header strong').innerText !== ${JSON.stringify(before)}`);
const dropsOf = (page: Page) =>
  page.getByRole('region', { name: 'O que acabou de sair' }).getByRole('listitem').allInnerTexts();
const hashOf = async (page: Page) =>
  (await page.getByRole('button', { name: /^Copiar o hash/ }).getAttribute('title')) ?? '';
const openingsOf = (page: Page) =>
  ask<{ data: { id: string; item: { name: string } }[]; meta: { total: number } }>(page, 'GET', '/cases/openings');

/** Counts where the page names an item, apart from the reel and the contents, which name them all. */
async function namedElsewhere(page: Page, name: string): Promise<number> {
  const contents = page.locator('section', { has: page.getByRole('heading', { name: 'O que há na caixa' }) }).last();
  const places = [page.locator('body'), page.locator('[data-count]'), contents];
  const [all = 0, ...known] = await Promise.all(places.map((place) => place.getByText(name).count()));
  return known.reduce((left, count) => left - count, all);
}

/** Requests to open, by their Idempotency-Key. */
function keysOf(page: Page): string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/open')) {
      keys.push(request.headers()['idempotency-key'] ?? '');
    }
  });
  return keys;
}

function messagesOf(page: Page, ...words: string[]): Promise<unknown> {
  const seen = new Set<string>();
  return new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        for (const word of words) if (String(payload).includes(word)) seen.add(word);
        if (seen.size === words.length) resolve(undefined);
      }),
    );
  });
}

test('a player sees the hash before the press, nothing tells the result before the reel, and the page checks it', async ({
  server,
  visit,
}) => {
  const { page, faults, open, axe, logIn, cutOnPhone } = await visit();
  await logIn();
  const told = messagesOf(page, 'drop:live', 'balance:updated', 'CASE_OPENING');
  // The hash is on its way: nothing can be pressed.
  const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/api/provably-fair/commitments*', async (route) => {
    await isHeld;
    await route.continue();
  });
  await page.goto(`${server.address}${CASE}`);
  await page.getByRole('button', { name: 'Esperando o hash…' }).waitFor();
  assert.equal(await page.getByRole('button', { name: OPEN }).count(), 0);
  letGo();
  const hash = await page
    .getByRole('button', { name: OPEN })
    .waitFor()
    .then(() => hashOf(page));
  assert.match(hash, /^[0-9a-f]{64}$/);
  assert.deepEqual(await axe(), []);

  const before = await balanceOf(page);
  await settled(page);
  const drops = await dropsOf(page);
  await letMove(page, true);
  await holdReels(page);
  await page.getByRole('button', { name: OPEN }).click();
  await phaseIs(page, 'spinning');
  await told;
  assert.equal(await balanceOf(page), before);
  const {
    data: [opening],
  } = await openingsOf(page);
  assert.ok(opening);
  assert.equal(await namedElsewhere(page, opening.item.name), 0);
  assert.deepEqual(await dropsOf(page), drops);
  await page.getByRole('button', { name: 'Pular' }).click();

  await page.getByRole('heading', { name: `Você ganhou: ${opening.item.name}` }).waitFor();
  await letMove(page, false);
  await balanceChanges(page, before);
  await until(async () => !isDeepStrictEqual(await dropsOf(page), drops));
  assert.notEqual(await hashOf(page), hash);
  await page.getByRole('button', { name: 'Conferido neste navegador' }).click();
  const steps = page.getByRole('dialog', { name: 'Conferido neste navegador' });
  await steps.getByText('Compromisso').waitFor();
  await steps.getByText('Sua semente').waitFor();
  assert.equal(await steps.getByText(hash).count(), 2);
  await steps.getByText(`Registro público: CASES/${opening.id}`).waitFor();
  await logged(page, server, opening.id);
  await steps.getByRole('button', { name: 'Conferir no registro público' }).click();
  await steps.getByText(/^Está no registro como você vê: folha /).waitFor();
  await page.keyboard.press('Escape');
  await steps.waitFor({ state: 'detached' });
  assert.deepEqual(await axe(), []);
  assert.deepEqual(await cutOnPhone(), []);
  await creditOthers(page, '123456');
  await page.getByRole('button', { name: /^Vender · / }).click();
  await page.getByText(/^Vendido por R\$\s1\.234,56$/).waitFor();
  await page.getByText('O preço mudou enquanto você decidia').waitFor();
  await open(CASE);
  assert.deepEqual(faults, []);
});

/** The price has moved since the item was won: the sale brings this. */
const creditOthers = (page: Page, totalValueCents: string) =>
  page.route(/\/api\/inventory\/(?:\d+\/sell|sell-multiple)$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), totalValueCents } });
  });

/** Results enter the public log beside the plays, some seconds later. */
async function logged(page: Page, { address }: WebServer, id: string): Promise<void> {
  const url = `${address}/api/log/inclusion?kind=CASES&id=${id}`;
  await until(async () => (await page.request.get(url)).ok());
}

test('several are opened at once, as reels and as a grid, and what is chosen of them is sold (phone, en)', async ({
  visit,
}) => {
  const { page, faults, axe, open, logIn } = await visit({ size: 'phone', language: 'en' });
  await logIn();
  await open(CASE);
  await page.getByRole('switch', { name: 'Fast' }).press('Space');
  await page.getByText('10', { exact: true }).click();
  // A page that was loaded directly has its styles in the order of its links.
  const reels = page.locator('[data-count="10"] > *');
  await reels.nth(9).waitFor();
  const heights = (await page.evaluate(
    `Array.from(document.querySelectorAll('[data-count="10"] > *'), (reel) => reel.getBoundingClientRect().height)`,
  )) as number[];
  assert.ok(
    heights.every((height) => height >= 100),
    `reels are ${heights.join(', ')} high`,
  );
  await page.getByRole('button', { name: 'See all 10 hashes' }).click();
  const hashes = page.getByRole('dialog', { name: 'Hashes of your next rolls' });
  await hashes.getByRole('listitem').nth(9).waitFor();
  assert.equal(await hashes.getByRole('listitem').count(), 10);
  await page.keyboard.press('Escape');
  await hashes.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Open 10 · / }).click();
  await page.getByRole('heading', { name: '10 items' }).waitFor();
  // Below what stays at the top, once the page has scrolled to it.
  await until(async () => {
    const won = await page.getByRole('heading', { name: '10 items' }).boundingBox();
    const drops = await page.getByRole('region', { name: 'What was just won' }).boundingBox();
    return won !== null && drops !== null && won.y >= drops.y + drops.height;
  });
  await page.getByText('The calculations are right: each result was checked in this browser.').waitFor();
  assert.deepEqual(await axe(), []);
  // A press on the item is as good as one on its small box.
  const chosen = page.getByRole('checkbox', { name: /^Choose / }).first();
  await page
    .locator('label')
    .filter({ has: page.locator('img') })
    .first()
    .click();
  assert.equal(await chosen.isChecked(), false);
  await creditOthers(page, '123456');
  await page.getByRole('button', { name: /^Sell 9 · / }).click();
  await page.getByText('Sold for R$1,234.56. The price changed while you decided').waitFor();
  await page.getByText('Sold', { exact: true }).nth(8).waitFor();
  await page
    .getByRole('button', { name: /^Sell 1 · / })
    .or(page.getByRole('button', { name: /^Sell 0 · / }))
    .waitFor();

  await page.getByRole('textbox', { name: 'Another number' }).fill('12');
  // The keyboard is not hindered by a message that covers the button on a slow machine.
  await page.getByRole('button', { name: /^Open 12 · /, disabled: false }).press('Enter');
  await page.getByRole('heading', { name: '12 items' }).waitFor();
  await page.getByRole('button', { name: 'Keep all' }).click();
  await page.getByRole('heading', { name: '12 items' }).waitFor({ state: 'detached' });
  const { meta } = await openingsOf(page);
  assert.equal(meta.total, 22);
  const width = (await page.evaluate('document.documentElement.scrollWidth')) as number;
  assert.equal(width, 390);
  assert.deepEqual(faults, []);
});

const refuseOnce = (route: Route) =>
  route.fulfill({
    status: 429,
    headers: { 'retry-after': '0' },
    json: { statusCode: 429, code: 'TOO_MANY_REQUESTS', message: '' },
  });

test('an answer that is lost, a server that restarts, and a reload in the middle: one press is one opening', async ({
  visit,
}) => {
  const { page, open, logIn } = await visit();
  await logIn();
  await open(CASE);
  const keys = keysOf(page);
  const { promise: isSeen, resolve: seen } = Promise.withResolvers<void>();
  const lost: ((route: Route) => Promise<void>)[] = [
    // The server has opened it, and its answer never arrives.
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    // It refuses the repeat, and not what is open already.
    refuseOnce,
    (route) => route.fulfill({ status: 503, json: { statusCode: 503, code: 'SERVICE_UNAVAILABLE', message: '' } }),
    async (route) => {
      await isSeen;
      await route.continue();
    },
  ];
  await page.route('**/api/cases/*/open', (route) => lost.shift()?.(route) ?? route.continue());
  await page.getByRole('button', { name: OPEN }).click();
  await page.getByText('A conexão caiu no meio da abertura').waitFor();
  seen();
  await page.getByRole('button', { name: 'Conferido neste navegador' }).waitFor();
  assert.equal(new Set(keys).size, 1);
  assert.equal(keys.length, 4);
  assert.equal((await openingsOf(page)).meta.total, 1);

  await page.getByRole('button', { name: 'Guardar' }).click();
  const { promise: hasOpened, resolve: opened } = Promise.withResolvers<void>();
  // The server has opened it, and the page is reloaded while it waits for the answer.
  await page.route(
    '**/api/cases/*/open',
    async (route) => {
      await route.fetch();
      opened();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: OPEN }).click();
  await hasOpened;
  // Another version is shown by then, and that which was played is refused at first: it is open all the same.
  await page.route('**/api/cases/primeira-sorte', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { versionNumber: number };
    await route.fulfill({ response, json: { ...json, versionNumber: json.versionNumber + 1 } });
  });
  const versions = page.waitForRequest('**/api/cases/*/versions/*');
  await page.route('**/api/cases/*/versions/*', refuseOnce, { times: 1 });
  await page.reload();
  await versions;
  await page.getByRole('button', { name: 'Conferido neste navegador' }).waitFor();
  assert.equal(new Set(keys).size, 2);
  assert.equal((await openingsOf(page)).meta.total, 2);
});

test('a price that changed, openings that are used up, and a session that ends while the reel spins', async ({
  visit,
}) => {
  const { page, open, logIn } = await visit();
  await logIn();
  // The page was shown another price than the server has by now.
  let isOld = true;
  await page.route('**/api/cases/primeira-sorte', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as object;
    await route.fulfill({ response, json: isOld ? { ...json, priceCents: '150' } : json });
    isOld = false;
  });
  await open(CASE);
  await page.getByRole('button', { name: /^Abrir · R\$\s1,50/ }).click();
  await page.getByText('O preço mudou').waitFor();
  await page.getByText(/Era R\$\s1,50, agora é R\$\s1,97/).waitFor();
  assert.equal((await openingsOf(page)).meta.total, 0);

  await page.route('**/api/cases/*/open', async (route) => {
    const response = await route.fetch();
    const reset = String(Math.ceil(Date.now() / 1_000) + RESET_SECONDS);
    const limits = { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
    await route.fulfill({ response, headers: { ...response.headers(), ...limits } });
  });
  await holdReels(page);
  await page.getByRole('button', { name: /^Abrir · R\$\s1,97/ }).click();
  await phaseIs(page, 'spinning');
  await ask(page, 'POST', '/auth/logout');
  await page.getByRole('button', { name: 'Pular' }).click();
  await page.getByRole('button', { name: /^Vender · / }).click();
  await page.getByText('A sua sessão terminou').first().waitFor();
  await page.getByRole('button', { name: 'Entrar para abrir' }).first().waitFor();
});

test('openings of this minute are counted, and the button counts down', async ({ server, visit }) => {
  const { page, open, logIn } = await visit();
  await logIn();
  await open(CASE);
  const left = ['1', '0'];
  await page.route('**/api/cases/*/open', async (route) => {
    const response = await route.fetch();
    const reset = String(Math.ceil(Date.now() / 1_000) + RESET_SECONDS);
    const limits = {
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': left.shift() ?? '0',
      'x-ratelimit-reset': reset,
    };
    await route.fulfill({ response, headers: { ...response.headers(), ...limits } });
  });
  const openOne = async () => {
    await page.getByRole('button', { name: OPEN }).click();
    await phaseIs(page, 'shown');
  };
  await openOne();
  await page.getByText('Resta 1 abertura neste minuto. Várias de uma vez contam como uma.').waitFor();
  await openOne();
  await page.getByRole('button', { name: /^Abra de novo em \d\d:\d\d/ }).waitFor();

  // Another tab knows the balance without a reload, and its hashes are those of the rolls that are next.
  await page.unroute('**/api/cases/*/open');
  await page.reload();
  const other = await page.context().newPage();
  await other.goto(`${server.address}${CASE}`);
  await other.getByRole('button', { name: OPEN }).waitFor();
  const [hash, balance] = [await hashOf(other), await balanceOf(other)];
  await openOne();
  await balanceChanges(other, balance);
  await other.getByRole('button', { name: OPEN }).waitFor();
  assert.notEqual(await hashOf(other), hash);
  await other.getByRole('button', { name: OPEN }).click();
  await other.getByRole('button', { name: 'Conferido neste navegador' }).click();
  await other.getByText('Compromisso').waitFor();
  assert.equal((await openingsOf(page)).meta.total, 4);
});

test('a player searches the shop, filters it and finds it again after a reload', async ({ visit }) => {
  const { page, faults, open, go, logIn, axe } = await visit();
  await logIn();
  await open('/');
  const covers = page.locator('#caixas').getByRole('link');
  await page.getByRole('heading', { name: 'Maiores de hoje' }).waitFor();
  await page.getByText(/^\d+ \/ 100 pontos$/).waitFor();
  assert.deepEqual(await axe(), []);

  await page.getByRole('searchbox', { name: 'Buscar caixa' }).fill('maré');
  await page.getByRole('heading', { name: '1 caixa' }).waitFor();
  assert.match(await covers.innerText(), /Maré Alta/);
  await page.getByRole('searchbox', { name: 'Buscar caixa' }).fill('não existe');
  await page.getByRole('button', { name: 'Tirar os filtros' }).click();
  await until(async () => (await page.getByRole('searchbox', { name: 'Buscar caixa' }).inputValue()) === '');

  await page.getByRole('button', { name: 'Premium' }).click();
  await page.getByRole('heading', { name: '3 caixas' }).waitFor();
  await page.getByRole('combobox', { name: 'Ordem' }).selectOption('Mais baratas');
  await page.waitForURL(/ordem=cheap/);
  await page.reload();
  await page.getByRole('heading', { name: '3 caixas' }).waitFor();
  const prices = (await covers.allInnerTexts()).map((text) =>
    Number(/R\$\s([\d.]+),/.exec(text)?.[1]?.replace('.', '')),
  );
  assert.deepEqual(
    prices,
    prices.toSorted((a, b) => a - b),
  );
  assert.equal(prices.length, 3);

  const { data } = await ask<{ data: { priceCents: string }[] }>(page, 'GET', '/cases?limit=100');
  const { balanceCents } = await ask<{ balanceCents: string }>(page, 'GET', '/user/balance');
  const affordable = data.filter(({ priceCents }) => Number(priceCents) <= Number(balanceCents)).length;
  assert.ok(affordable > 1 && affordable < data.length, `${affordable} of ${data.length}`);
  await go('/');
  await page.getByRole('switch', { name: 'Cabe no saldo' }).press('Space');
  await page.getByRole('heading', { name: `${affordable} caixas` }).waitFor();
  assert.deepEqual(faults, []);
});
