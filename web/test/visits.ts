import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { HANG_MS } from '../../api/test/support/patience.ts';
import type { WebServer } from './server.ts';

export const SIZES = {
  desktop: { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const;
export type Size = keyof typeof SIZES;
export type Language = 'pt-BR' | 'en';

/** On the list of the sandbox's Steam. */
export const PLAYER = '76561198000000002';
export const ADMINISTRATOR = '76561198000000001';

export interface VisitOptions {
  size?: Size;
  language?: Language;
  account?: string;
  /** Motion is drawn frame by frame without a graphics card, as where pictures are taken. */
  isMoving?: boolean;
  /** Pictures are taken with more than one pixel of the screen in one of the page. */
  pixels?: number;
}

export interface Visit {
  page: Page;
  context: BrowserContext;
  account: string;
  /** Collects errors of the console, refusals of the policy, and requests to other hosts than ours and the sandbox. */
  faults: string[];
  /** Goes to a page of ours, and waits until nothing is loading. */
  open(path: string): Promise<void>;
  /**
   * Goes on to a page of ours without loading it, which costs a fraction. Typed and chosen values are lost, and data is
   * asked for again.
   */
  go(path: string): Promise<void>;
  /** By requests, without the pages of the way. A page that is loaded already learns of it when one is opened next. */
  logIn(account?: string): Promise<void>;
  /** Through the button of the header and the list of the sandbox's Steam; ends on the page where it began. */
  logInByClicks(account?: string): Promise<void>;
  /**
   * Returns axe's findings by rule for the open dialog, or else the page. The frame of every page is the same, and is
   * checked only with `shell`.
   */
  axe(part?: 'shell'): Promise<string[]>;
  /**
   * Finds buttons that have cut words or stick out of the screen of a telephone. The window gets its size back
   * afterwards.
   */
  cutOnPhone(): Promise<string[]>;
  close(): Promise<void>;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function visit(
  browser: Browser,
  server: WebServer,
  { size = 'desktop', language = 'pt-BR', account: who = PLAYER, isMoving = false, pixels = 1 }: VisitOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    ...SIZES[size],
    baseURL: server.address,
    locale: language,
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: isMoving ? 'no-preference' : 'reduce',
    deviceScaleFactor: pixels,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(HANG_MS);
  followRequests(page);
  keepIntercepting(page);
  return {
    page,
    context,
    account: who,
    faults: collectFaults(page, server),
    open: async (path) => {
      await page.goto(`${server.address}${path}`);
      await settled(page);
    },
    go: async (path) => {
      await page.evaluate(`(${GO})(${JSON.stringify(path)})`);
      await settled(page);
    },
    logIn: (account = who) => logInByRequests(context, server, account),
    logInByClicks: (account = who) => logInByClicks(page, account),
    axe: (part) => axeOf(page, part === 'shell'),
    cutOnPhone: async () => {
      await page.setViewportSize(SIZES.phone.viewport);
      await standsStill(page);
      const cut = (await page.evaluate(CUT)) as string[];
      await page.setViewportSize(SIZES[size].viewport);
      return cut;
    },
    close: async () => {
      // Requests of a page that is going away concern nobody.
      await Promise.all(context.pages().map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })));
      await context.close();
    },
  };
}

/**
 * The browser loses requests that are on their way when it is told to intercept no more: they are never answered. So a page
 * that has begun to intercept goes on, with a route that nothing takes, after the journey's own are taken away.
 */
function keepIntercepting(page: Page): void {
  const route = page.route.bind(page);
  let kept: Promise<unknown> | null = null;
  page.route = async (...given) => {
    kept ??= route('http://nowhere.invalid/', (request) => request.fallback());
    await kept;
    return route(...given);
  };
}

async function logInByRequests({ request }: BrowserContext, { address }: WebServer, account: string): Promise<void> {
  const begun = await request.get(`${address}/api/auth/steam/login`, { maxRedirects: 0 });
  const landed = await request.get(`${begun.headers().location}&account=${account}`);
  if (!landed.ok()) throw new Error(`the login of ${account}: ${landed.status()} ${await landed.text()}`);
}

const ACCOUNT_BUTTON = /^(Conta de|Account of)/;

async function logInByClicks(page: Page, account: string): Promise<void> {
  const from = page.url();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(Entrar|Log in)$/ })
    .click();
  await page.locator(`a[href*="account=${account}"]`).first().click();
  await page.waitForURL(from);
  await page.getByRole('button', { name: ACCOUNT_BUTTON }).waitFor();
  await settled(page);
}

const unanswered = new WeakMap<Page, Set<Request>>();

function followRequests(page: Page): void {
  const requests = new Set<Request>();
  unanswered.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
}

/** Programs and data have come: nothing that stands for them is shown any more, and nothing is asked for. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('main').waitFor();
  const waiting = unanswered.get(page) ?? new Set();
  const startedMs = performance.now();
  let wasWaiting: boolean;
  do {
    wasWaiting = waiting.size > 0;
    await page.locator('main span[role=status]').first().waitFor({ state: 'detached' });
    await page.evaluate(DRAWN);
    if (performance.now() - startedMs > HANG_MS) {
      throw new Error(`no answer to ${[...waiting].map((request) => request.url()).join(', ')}`);
    }
  } while (wasWaiting || waiting.size > 0);
}

/**
 * Inside the page, until the router has drawn the other one. To the same page by way of one that is not there, since what is
 * typed and chosen would stay.
 */
const GO = `async (path) => {
  const goTo = (address) => new Promise((resolve) => {
    const stop = __TSR_ROUTER__.subscribe('onRendered', () => resolve(stop()));
    history.pushState({}, '', address);
  });
  const client = __TANSTACK_QUERY_CLIENT__;
  if (new URL(path, location).pathname === location.pathname) await goTo('/nowhere');
  await new Promise((resolve) => setTimeout(resolve));
  client.removeQueries({ type: 'inactive' });
  await client.invalidateQueries({ refetchType: 'none' });
  await goTo(path);
}`;

/** Fonts are there, and what came in is drawn; a page in the background draws nothing. */
const DRAWN = `document.fonts.ready.then(() => new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)));
  setTimeout(() => resolve(undefined), 100);
}))`;

function collectFaults(page: Page, { address, sandboxAddress }: WebServer): string[] {
  const faults: string[] = [];
  const ours = new Set([address, sandboxAddress].map((url) => new URL(url).origin));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error}`));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && !ours.has(origin)) faults.push(`request: ${request.url()}`);
  });
  return faults;
}

/** An ellipsis in a name is meant, and scrolling parts may go beyond the screen. */
const CUT = `[...document.querySelectorAll('main button, main a')].filter((pressed) => {
  const { width, right } = pressed.getBoundingClientRect();
  if (width === 0) return false;
  const isCut = [pressed, ...pressed.querySelectorAll('*')].some((each) => {
    const { overflowX, textOverflow } = getComputedStyle(each);
    return overflowX === 'hidden' && textOverflow !== 'ellipsis' && !each.classList.contains('visually-hidden') &&
      each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1;
  });
  let around = pressed;
  while (around !== null && getComputedStyle(around).overflowX === 'visible') around = around.parentElement;
  const scrolls = around !== null && ['auto', 'scroll'].includes(getComputedStyle(around).overflowX);
  return isCut || (!scrolls && right > document.documentElement.clientWidth + 1);
}).map((pressed) => pressed.textContent)`;

/**
 * Fading parts have too little contrast for a moment, and moving parts are not in place yet. They are ended, because a
 * page in the background draws no frame and they would never end.
 */
async function standsStill(page: Page): Promise<void> {
  await page.evaluate(DRAWN);
  await page.evaluate('for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()');
}

async function axeOf(page: Page, isWithShell: boolean): Promise<string[]> {
  await standsStill(page);
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const found = (await page.evaluate(`(${RUN_AXE})(${isWithShell})`)) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

/** Rules for whole pages hold with the shell left out, too. Passed rules are not described. */
const RUN_AXE = `(isWithShell) => {
  const shell = [];
  for (let inner = document.querySelector('main'); !isWithShell && inner.id !== 'root'; inner = inner.parentElement)
    shell.push(...[...inner.parentElement.children].filter((each) => each !== inner));
  const dialogs = [...document.querySelectorAll('[role=dialog][aria-modal=true]')];
  return axe.run(dialogs.length > 0 ? { include: dialogs } : { exclude: shell }, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'],
    resultTypes: ['violations'],
  });
}`;
