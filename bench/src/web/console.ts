import type { Browser, BrowserContext } from 'playwright-core';
import { type Figure, median } from '../results.ts';
import { ADMINISTRATOR } from '../servers.ts';
import { OBSERVE, READ, SIZES, type Size, slowDown } from './loads.ts';

const PAGES = {
  'list of users': { path: '/admin/usuarios', ready: 'tbody tr' },
  dashboard: { path: '/admin', ready: 'main svg.recharts-surface' },
} as const;
type PageName = keyof typeof PAGES;
const MAX_READY_MS: Readonly<Record<Size, number>> = { desktop: 2_000, phone: 8_000 };
/** The dashboard has the charts. */
const MAX_SCRIPT_KB: Readonly<Record<PageName, number>> = { 'list of users': 260, dashboard: 400 };

interface ConsoleLoad {
  readyMs: number;
  scriptBytes: number;
}

/**
 * Measures when a page of the console can be worked with, for an administrator with an empty cache, and what it loads.
 */
export async function consoleFigures(browser: Browser, address: string, rounds: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of Object.keys(PAGES) as PageName[]) {
    for (const size of Object.keys(SIZES) as Size[]) {
      const loads: ConsoleLoad[] = [];
      for (let round = 0; round < rounds; round += 1) loads.push(await takeLoad(browser, address, { name, size }));
      figures.push(readyFigure(name, size, loads));
      if (size === 'desktop') figures.push(scriptFigure(name, loads));
    }
  }
  return figures;
}

async function takeLoad(
  browser: Browser,
  address: string,
  { name, size }: { name: PageName; size: Size },
): Promise<ConsoleLoad> {
  const { viewport, isMobile } = SIZES[size];
  const context = await browser.newContext({ viewport, isMobile, locale: 'pt-BR' });
  try {
    await logIn(context, address);
    const page = await context.newPage();
    await slowDown(await context.newCDPSession(page), size);
    await page.addInitScript(OBSERVE);
    await page.goto(`${address}${PAGES[name].path}`);
    await page.locator(PAGES[name].ready).first().waitFor();
    const readyMs = (await page.evaluate('performance.now()')) as number;
    await page.waitForLoadState('networkidle');
    const { scriptBytes } = (await page.evaluate(READ)) as ConsoleLoad;
    return { readyMs, scriptBytes };
  } finally {
    await context.close();
  }
}

async function logIn({ request }: BrowserContext, address: string): Promise<void> {
  const begun = await request.get(`${address}/api/auth/steam/login`, { maxRedirects: 0 });
  const landed = await request.get(`${begun.headers().location}&account=${ADMINISTRATOR}`);
  if (!landed.ok()) throw new Error(`the administrator cannot log in: ${landed.status()}`);
}

function readyFigure(name: PageName, size: Size, loads: readonly ConsoleLoad[]): Figure {
  const readyMs = median(loads.map((load) => load.readyMs));
  return {
    figure: `console, ${name}, ${size}: ms until ready`,
    ratio: readyMs,
    goal: `≤ ${MAX_READY_MS[size]}`,
    met: readyMs <= MAX_READY_MS[size],
    note: '',
  };
}

function scriptFigure(name: PageName, loads: readonly ConsoleLoad[]): Figure {
  const kilobytes = median(loads.map((load) => load.scriptBytes)) / 1000;
  return {
    figure: `console, ${name}: scripts, kB`,
    ratio: kilobytes,
    goal: `≤ ${MAX_SCRIPT_KB[name]}`,
    met: kilobytes <= MAX_SCRIPT_KB[name],
    note: '',
  };
}
