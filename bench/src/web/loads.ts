import type { Browser, CDPSession } from 'playwright-core';

/** A telephone is four times slower than this machine and on a slow mobile network, as Lighthouse has it. */
export const SIZES = {
  desktop: {
    viewport: { width: 1350, height: 940 },
    isMobile: false,
    slower: 1,
    latencyMs: 40,
    kilobitsPerSecond: 10_240,
  },
  phone: { viewport: { width: 412, height: 823 }, isMobile: true, slower: 4, latencyMs: 150, kilobitsPerSecond: 1_638 },
} as const;
export type Size = keyof typeof SIZES;

export interface PageLoad {
  scriptBytes: number;
  firstPaintMs: number;
  largestPaintMs: number;
  blockedMs: number;
  /** It sums all layout shifts, which is no less than the largest window of them, which others count. */
  shift: number;
}

export async function takeLoads(browser: Browser, address: string, size: Size, rounds: number): Promise<PageLoad[]> {
  const loads: PageLoad[] = [];
  for (let round = 0; round < rounds; round += 1) loads.push(await takeLoad(browser, address, size));
  return loads;
}

async function takeLoad(browser: Browser, address: string, size: Size): Promise<PageLoad> {
  const { viewport, isMobile } = SIZES[size];
  const context = await browser.newContext({ viewport, isMobile, locale: 'pt-BR' });
  try {
    const page = await context.newPage();
    await slowDown(await context.newCDPSession(page), size);
    await page.addInitScript(OBSERVE);
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    return (await page.evaluate(READ)) as PageLoad;
  } finally {
    await context.close();
  }
}

export async function slowDown(session: CDPSession, size: Size): Promise<void> {
  const { slower, latencyMs, kilobitsPerSecond } = SIZES[size];
  const throughput = (kilobitsPerSecond * 1024) / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
}

/** Before a page is loaded: collects what `READ` tells afterwards. */
export const OBSERVE = `
  window.seen = { shift: 0, largest: 0, tasks: [] };
  const watch = (type, use) => new PerformanceObserver((list) => list.getEntries().forEach(use)).observe({ type, buffered: true });
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) window.seen.shift += entry.value; });
  watch('largest-contentful-paint', (entry) => { window.seen.largest = entry.startTime; });
  watch('longtask', (entry) => { window.seen.tasks.push([entry.startTime, entry.duration]); });`;

export const READ = `(() => {
  const first = performance.getEntriesByName('first-contentful-paint')[0].startTime;
  const scripts = performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname.endsWith('.js'));
  return {
    scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    firstPaintMs: first,
    largestPaintMs: Math.max(first, window.seen.largest),
    blockedMs: window.seen.tasks.reduce((sum, [start, length]) => sum + (start < first ? 0 : length - 50), 0),
    shift: window.seen.shift,
  };
})()`;

type Curve = readonly [field: keyof PageLoad, weight: number, p10: number, median: number];
const CURVES: Readonly<Record<Size, readonly Curve[]>> = {
  desktop: [
    ['firstPaintMs', 10, 934, 1_600],
    ['largestPaintMs', 25, 1_200, 2_400],
    ['blockedMs', 30, 150, 350],
    ['shift', 25, 0.1, 0.25],
  ],
  phone: [
    ['firstPaintMs', 10, 1_800, 3_000],
    ['largestPaintMs', 25, 2_500, 4_000],
    ['blockedMs', 30, 200, 600],
    ['shift', 25, 0.1, 0.25],
  ],
};

/** From 0 to 1. */
export function scoreOf(load: PageLoad, size: Size): number {
  const curves = CURVES[size];
  const whole = curves.reduce((sum, [, weight]) => sum + weight, 0);
  return (
    curves.reduce((sum, [field, weight, p10, median]) => sum + weight * logNormal(load[field], p10, median), 0) / whole
  );
}

/** 0.9 at `p10`, 0.5 at `median`. */
function logNormal(value: number, p10: number, median: number): number {
  if (value <= 0) return 1;
  const ONE_FIFTH = 0.9061938024368232;
  return (1 - erf((Math.log(value / median) * ONE_FIFTH) / -Math.log(p10 / median))) / 2;
}

function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const y = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - y * Math.exp(-x * x));
}
