import type { Browser, Page } from 'playwright-core';
import { SIZES, type Size } from './loads.ts';

const SPIN_MS = 4_000;
/** The page's own thread is busy for 80 of every 100 ms. */
const BE_BUSY = `setInterval(() => { const end = performance.now() + 80; while (performance.now() < end); }, 100)`;
const CATEGORIES = ['disabled-by-default-devtools.timeline.frame'];

/** Frames that are drawn a second while a case is opened and the page is busy. */
export async function reelFrames(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' });
  try {
    const page = await context.newPage();
    await page.goto(`${address}/api/auth/steam/login?returnTo=${encodeURIComponent('/caixa/primeira-sorte')}`);
    await page.locator('a[href*="account="]').first().click();
    await page.getByRole('button', { name: /^Abrir · / }).click();
    await page.locator('[data-phase=spinning]').waitFor();
    return await framesWhileBusy(browser, page);
  } finally {
    await context.close();
  }
}

export interface Arena {
  size: Size;
  rounds: number;
}

/** Frames that are drawn a second while four reels spin, on a telephone's processor where it is watched on one. */
export async function arenaFrames(browser: Browser, address: string, { size, rounds }: Arena): Promise<number> {
  const { viewport, isMobile, slower } = SIZES[size];
  const context = await browser.newContext({ viewport, isMobile, locale: 'pt-BR' });
  try {
    const page = await context.newPage();
    const recipe = `/batalhas/nova?lugares=1x1x1x1&caixas=${Array(rounds)
      .fill(await cheapestCase(address))
      .join('-')}`;
    await page.goto(`${address}/api/auth/steam/login?returnTo=${encodeURIComponent(recipe)}`);
    await page.locator('a[href*="account="]').first().click();
    await page.getByRole('button', { name: 'Criar e começar' }).click();
    // Everything has come by then, and its reels have just begun.
    await page.getByText(`Rodada2/${rounds}`).waitFor();
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slower });
    return await tracedFrames(browser, page);
  } finally {
    await context.close();
  }
}

async function cheapestCase(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/cases?limit=1&sortBy=price&sortOrder=asc`);
  const { data } = (await answer.json()) as { data: { id: string }[] };
  return data[0]?.id ?? '';
}

/** A box that moves on an empty page shows what this browser can draw at best. */
export async function bareFrames(browser: Browser): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.setContent('<div style="width:200px;height:200px;background:#3ddc97;will-change:transform"></div>');
    await page.evaluate(
      `void document.querySelector('div').animate([{ transform: 'none' }, { transform: 'translateX(1200px)' }], 60000)`,
    );
    return await framesWhileBusy(browser, page);
  } finally {
    await context.close();
  }
}

async function framesWhileBusy(browser: Browser, page: Page): Promise<number> {
  await page.evaluate(`void ${BE_BUSY}`);
  return tracedFrames(browser, page);
}

async function tracedFrames(browser: Browser, page: Page): Promise<number> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await new Promise((resolve) => setTimeout(resolve, SPIN_MS));
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: { name: string; ts: number }[] };
  const times = trace.traceEvents.flatMap(({ name, ts }) => (name === 'DrawFrame' ? [ts] : []));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return (times.length - 1) / ((last - first) / 1_000_000);
}
