import type { Browser, Page } from 'playwright-core';

const SPIN_MS = 4_000;
/** The page's own thread is busy for 80 of every 100 ms. */
const BE_BUSY = `setInterval(() => { const end = performance.now() + 80; while (performance.now() < end); }, 100)`;
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'devtools.timeline.frame'];

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

/** The same of a box that moves on an empty page: what this browser draws here at best. */
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
  await browser.startTracing(page, { categories: CATEGORIES });
  await new Promise((resolve) => setTimeout(resolve, SPIN_MS));
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: { name: string; ts: number }[] };
  const times = trace.traceEvents.flatMap(({ name, ts }) => (name === 'DrawFrame' ? [ts] : []));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return (times.length - 1) / ((last - first) / 1_000_000);
}
