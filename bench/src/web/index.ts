import { createServer } from 'node:net';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../api/test/support/launch-browser.ts';
import { type Figure, median } from '../results.ts';
import { startProductServer } from '../servers.ts';
import { consoleFigures } from './console.ts';
import { type Arena, arenaFrames, bareFrames, reelFrames } from './frames.ts';
import { type PageLoad, SIZES, type Size, scoreOf, takeLoads } from './loads.ts';

const PAGES = { home: '/', case: '/caixa/mare-alta', verifier: '/verificar' } as const;
const ROUNDS = 3;
const MAX_SCRIPT_KB = 200;
const MAX_SHIFT = 0.05;
const MIN_FRAMES = 55;
const MIN_ARENA_FRAMES = 50;
const ARENAS: Readonly<Record<string, Arena>> = {
  'arena of four reels, desktop': { size: 'desktop', rounds: 4 },
  'arena of four reels and fifty rounds, phone': { size: 'phone', rounds: 50 },
};
const MIN_SCORES: Readonly<Record<Size, number>> = { desktop: 90, phone: 80 };

/**
 * Measures the web app in a real browser: the loads of the first page, how pages come up, and whether a reel stays
 * smooth.
 */
export async function webBenchmark(): Promise<Figure[]> {
  const port = String(await freePort());
  const server = await startProductServer({ PORT: port });
  const browser = await launchBrowser({ isLookedAt: true });
  try {
    if (browser === null) throw new Error('No browser is made for this machine or installed on it');
    const address = `http://localhost:${port}`;
    return [
      ...(await loadFigures(browser, address)),
      ...(await consoleFigures(browser, address, ROUNDS)),
      ...(await reelFigures(browser, address)),
      ...(await arenaFigures(browser, address)),
    ];
  } finally {
    await browser?.close();
    await server.stop();
  }
}

async function loadFigures(browser: Browser, address: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  const shifts: number[] = [];
  for (const size of Object.keys(SIZES) as Size[]) {
    for (const [name, page] of Object.entries(PAGES)) {
      const loads = await takeLoads(browser, `${address}${page}`, size, ROUNDS);
      if (size === 'desktop' && name === 'home') figures.push(scriptFigure(loads));
      figures.push(scoreFigure(`${name}, ${size}`, size, loads));
      shifts.push(median(loads.map(({ shift }) => shift)));
    }
  }
  const worst = Math.max(...shifts);
  return [
    ...figures,
    { figure: 'layout shift, worst of these', ratio: worst, goal: `≤ ${MAX_SHIFT}`, met: worst <= MAX_SHIFT, note: '' },
  ];
}

function scriptFigure(loads: readonly PageLoad[]): Figure {
  const kilobytes = median(loads.map(({ scriptBytes }) => scriptBytes)) / 1000;
  return {
    figure: 'first page: scripts, kB',
    ratio: kilobytes,
    goal: `≤ ${MAX_SCRIPT_KB}`,
    met: kilobytes <= MAX_SCRIPT_KB,
    note: '',
  };
}

function scoreFigure(name: string, size: Size, loads: readonly PageLoad[]): Figure {
  const of = (field: keyof PageLoad) => median(loads.map((load) => load[field]));
  const score = 100 * median(loads.map((load) => scoreOf(load, size)));
  const times = `paint ${of('firstPaintMs').toFixed(0)} and ${of('largestPaintMs').toFixed(0)} ms, blocked ${of('blockedMs').toFixed(0)} ms`;
  return {
    figure: `${name}: score by the curves of Lighthouse`,
    ratio: score,
    goal: `≥ ${MIN_SCORES[size]}`,
    met: score >= MIN_SCORES[size],
    note: times,
  };
}

async function reelFigures(browser: Browser, address: string): Promise<Figure[]> {
  const rounds: { ours: number; bare: number }[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    rounds.push({ bare: await bareFrames(browser), ours: await reelFrames(browser, address) });
  }
  const [ours, bare] = [median(rounds.map((each) => each.ours)), median(rounds.map((each) => each.bare))];
  const ratio = median(rounds.map((each) => each.ours / each.bare));
  const note = `bare box: ${bare.toFixed(1)} a second; the page is busy 80 of 100 ms`;
  return [
    { figure: 'reel: frames a second', ratio: ours, goal: `≥ ${MIN_FRAMES}`, met: ours >= MIN_FRAMES, note },
    { figure: 'reel: frames ÷ those of a bare box', ratio, goal: '≥ 0.9', met: ratio >= 0.9, note },
  ];
}

async function arenaFigures(browser: Browser, address: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, arena] of Object.entries(ARENAS)) {
    const frames: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) frames.push(await arenaFrames(browser, address, arena));
    figures.push({
      figure: `${name}: frames a second`,
      ratio: median(frames),
      goal: `≥ ${MIN_ARENA_FRAMES}`,
      met: median(frames) >= MIN_ARENA_FRAMES,
      note: '',
    });
  }
  return figures;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
