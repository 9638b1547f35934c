import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { HANG_MS } from '../../api/test/support/patience.ts';
import type { WebServer } from './server.ts';

export const SIZES = {
  desktop: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1, isMobile: false, hasTouch: false },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
} as const;
export type Size = keyof typeof SIZES;
export type Language = 'pt-BR' | 'en';

/** An account of the sandbox's Steam. */
const PLAYER = '76561198000000002';

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** What the console said as an error, what the policy refused, and requests to hosts other than ours and the sandbox. */
  faults: string[];
  /** Goes to a page of ours, and waits until nothing is loading. */
  open(path: string): Promise<void>;
  /** Through the button of the header and the sandbox's Steam; ends on the page where it began. */
  logIn(platformId?: string): Promise<void>;
  /** What axe has against the page that is shown, by rule. */
  axe(): Promise<string[]>;
  close(): Promise<void>;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A fresh visitor of a size and language. */
export async function visit(
  browser: Browser,
  server: WebServer,
  { size = 'desktop', language = 'pt-BR' }: { size?: Size; language?: Language } = {},
): Promise<Visit> {
  const context = await browser.newContext({ ...SIZES[size], locale: language, timezoneId: 'America/Sao_Paulo' });
  const page = await context.newPage();
  page.setDefaultTimeout(HANG_MS);
  const faults = collectFaults(page, server);
  const open = async (path: string) => {
    await page.goto(`${server.address}${path}`);
    await settled(page);
  };
  return {
    page,
    context,
    faults,
    open,
    logIn: async (platformId = PLAYER) => {
      const from = page.url();
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^(Entrar|Log in)$/ })
        .click();
      await page.locator(`a[href*="account=${platformId}"]`).first().click();
      await page.waitForURL(from);
      await page.getByRole('button', { name: /^(Conta de|Account of)/ }).waitFor();
      await settled(page);
    },
    axe: () => axeOf(page),
    close: () => context.close(),
  };
}

/** Programs and data have come: nothing that stands for them is shown any more. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('main').waitFor();
  await page.locator('main [role=status]').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await page.waitForLoadState('networkidle');
}

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

async function axeOf(page: Page): Promise<string[]> {
  // By the debugger, which no policy of the page refuses.
  await page.evaluate(AXE);
  const found = (await page.evaluate(
    "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'] })",
  )) as { violations: { id: string; nodes: { html: string }[] }[] };
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
