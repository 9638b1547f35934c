import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { Locator, Page, Response } from 'playwright-core';
import { readConfig } from '../../api/src/app/config.ts';
import { test } from './journey.ts';
import { ask, fund, openCase } from './players.ts';
import { startWebServer, type WebServer } from './server.ts';
import { settled } from './visits.ts';

/** The limits are so high that nothing is refused; answers still say which requests were counted. */
const UNREACHED = 1_000_000;
/**
 * A person acts no faster for a minute, by the keystroke-level model of Card, Moran and Newell: 1.1 s to point at a
 * button, 0.2 s to press it, and 1.35 s to take in the result of each play. Shows count as nothing, because a player
 * may skip them, and neither does the network. So the rates depend on no machine.
 */
const PRESS_MS = 1_300;
const LOOK_MS = 1_350;
const MINUTE_MS = 60_000;
const CYCLES = 3;

type Press = (button: Locator) => Promise<void>;

interface Cycle {
  name: string;
  path: string;
  /** Tells whether it opens cases, which has a limit of its own. */
  opens: boolean;
  /** A win asks once what can be sold of it, so wins are counted. */
  wins: number;
  play: (page: Page, press: Press) => Promise<void>;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, disabled: false }).first();

const openAndSell = (count: number): Cycle => ({
  name: `opening ${count} and selling it`,
  path: '/caixa/primeira-sorte',
  opens: true,
  wins: 0,
  play: async (page, press) => {
    await page.getByRole('textbox', { name: 'Outra quantidade' }).fill(String(count));
    await press(button(page, /^Abrir( \d+)? · /));
    await press(button(page, /^Vender( \d+)? · /));
    await page.getByText(/^Vendido por /).waitFor();
  },
});

const upgrade: Cycle = {
  name: 'an upgrade',
  path: '/upgrade',
  opens: false,
  wins: 0,
  play: async (page, press) => {
    await press(page.getByRole('button', { name: 'Escolher itens' }).first());
    await press(page.getByRole('dialog').locator('article button').first());
    await press(button(page, 'Pronto'));
    await press(button(page, '×2 45 %'));
    await press(button(page, 'Fazer upgrade'));
    await press(button(page, 'Fazer outro'));
  },
};

const sale: Cycle = {
  name: 'selling an item of the inventory',
  path: '/inventario',
  opens: false,
  wins: 0,
  play: async (page, press) => {
    const held = Number.parseInt((await page.getByText(/^\d+ itens livres/).textContent()) ?? '', 10);
    await press(page.getByRole('checkbox').first());
    await press(button(page, /^Vender por R\$/));
    await press(page.getByRole('dialog').getByRole('button', { name: /^Vender por/ }));
    await page
      .getByText(`${held - 1} itens livres`)
      .first()
      .waitFor();
  },
};

const battleOf = (caseId: string): Cycle => ({
  name: 'a battle against a bot',
  path: `/batalhas/nova?caixas=${caseId}-${caseId}`,
  opens: false,
  wins: 0.5,
  play: async (page, press) => {
    await press(button(page, 'Criar e começar'));
    await press(button(page, 'Pular para o fim'));
    await page.getByRole('heading', { name: 'Placar final' }).waitFor();
    await press(page.getByRole('main').getByRole('link', { name: /^Recriar/ }));
    await button(page, 'Criar e começar').waitFor();
  },
});

interface Count {
  name: string;
  opens: boolean;
  requests: number;
  ms: number;
  asked: readonly string[];
}

/** Requests and time of one cycle, on average. */
async function countCycle(page: Page, { name, opens, wins, play }: Cycle): Promise<Count> {
  let presses = 0;
  const press: Press = async (pressed) => {
    presses += 1;
    await pressed.click();
  };
  await play(page, press);
  await settled(page);
  presses = 0;
  const asked: string[] = [];
  const count = (response: Response) => {
    if (response.headers()['x-ratelimit-limit'] === undefined) return;
    const { pathname } = new URL(response.url());
    // The browser keeps each picture, and half of the battles against one bot are won.
    if (!pathname.endsWith('/picture') && !pathname.endsWith('/winnings'))
      asked.push(`${response.request().method()} ${pathname}`);
  };
  page.on('response', count);
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    await play(page, press);
    await settled(page);
  }
  page.off('response', count);
  return { name, opens, requests: asked.length / CYCLES + wins, ms: (presses / CYCLES) * PRESS_MS + LOOK_MS, asked };
}

let limited: WebServer | null = null;
const startLimited = async () => {
  limited = await startWebServer({ RATE_LIMIT_GLOBAL: String(UNREACHED), DEMO_PLAYERS: 'off' });
  return limited;
};
after(() => limited?.stop());

test(
  'whoever plays as fast as a hand and the page allow uses less than half of the documented limits',
  async ({ server, visit }) => {
    const { global, caseOpen } = readConfig({}, '.').rateLimits;
    const { page, open, logIn, faults } = await visit();
    await logIn();
    await page.clock.setFixedTime(Date.now());
    await fund(page, server, 1_000_000);
    await openCase(page, 'Primeira Sorte', 30);
    const { data } = await ask<{ data: { id: string; name: string }[] }>(page, 'GET', '/cases?limit=100');
    const caseId = data.find(({ name }) => name === 'Primeira Sorte')?.id ?? assert.fail();

    const counts: Count[] = [];
    for (const cycle of [openAndSell(100), openAndSell(1), upgrade, sale, battleOf(caseId)]) {
      await open(cycle.path);
      counts.push(await countCycle(page, cycle));
    }
    // The worst minute has every opening that its limit allows, and then the acts that ask most.
    const worst = ({ requests, ms }: Count) => (requests / ms) * MINUTE_MS;
    const opened = counts.filter(({ opens }) => opens).toSorted((one, other) => other.requests - one.requests)[0];
    const other = counts.filter(({ opens }) => !opens).toSorted((one, next) => worst(next) - worst(one))[0];
    assert.ok(opened !== undefined && other !== undefined);
    const leftMs = MINUTE_MS - caseOpen * opened.ms;
    const aMinute = caseOpen * opened.requests + (leftMs / MINUTE_MS) * worst(other);
    const told = counts.map(({ name, requests, ms, asked }) => ({
      name,
      requests,
      presses: (ms - LOOK_MS) / PRESS_MS,
      asked: Object.entries(Object.groupBy(asked, (each) => each)).map(([path, all]) => `${all?.length} ${path}`),
    }));
    assert.ok(aMinute < global / 2, `${aMinute} requests a minute of ${global}: ${JSON.stringify(told, null, 1)}`);
    assert.deepEqual(faults, []);
  },
  startLimited,
);
