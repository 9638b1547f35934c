import nodeTest from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../api/test/support/launch-browser.ts';
import { startWebServer, type WebServer } from './server.ts';
import { type Visit, type VisitOptions, visit } from './visits.ts';

export interface Journey {
  server: WebServer;
  /** A fresh visitor has a `logIn` with an account of its own, and is closed when the journey is over. */
  visit(options?: VisitOptions): Promise<Visit>;
}

/**
 * The journeys of a process share a server and a browser and follow each other. So a journey may rely on its own
 * accounts, but not on lists that others add to, and it changes no settings. One that must (settings, rate limits, a
 * restart) brings a server of its own.
 */
export function test(
  name: string,
  walk: (journey: Journey) => Promise<void>,
  serverOf: () => Promise<WebServer> = sharedServer,
): void {
  nodeTest(name, async (t) => {
    const [server, browser] = await Promise.all([serverOf(), sharedBrowser()]);
    if (browser === null) return t.skip('No browser is made for this machine or installed on it');
    const visits: Visit[] = [];
    try {
      await walk({
        server,
        visit: async (options) => {
          const visitor = await visit(browser, server, { account: newAccount(), ...options });
          visits.push(visitor);
          return visitor;
        },
      });
    } catch (error) {
      for (const visitor of visits) t.diagnostic(await lookOf(visitor));
      throw error;
    } finally {
      await Promise.all(visits.map(({ close }) => close()));
    }
  });
}

/** After a failure it shows what the visitor saw and what went wrong. */
async function lookOf({ page, faults }: Visit): Promise<string> {
  const words = await page.evaluate('document.body.innerText').catch(String);
  return [page.url(), ...faults, String(words).replaceAll(/\s+/g, ' ').slice(0, WORDS_SHOWN)].join('\n');
}
const WORDS_SHOWN = 1_500;

/** Every number of this form is an account of the sandbox's Steam; these are not on its list. */
const FIRST_ACCOUNT = 76561198000020001n;
let accounts = 0n;

export const newAccount = (): string => String(FIRST_ACCOUNT + accounts++);

const closing: (() => Promise<unknown>)[] = [];
let server: Promise<WebServer> | null = null;
let browser: Promise<Browser | null> | null = null;

function sharedServer(): Promise<WebServer> {
  server ??= startWebServer().then((started) => {
    closing.push(() => started.stop());
    return started;
  });
  return server;
}

function sharedBrowser(): Promise<Browser | null> {
  browser ??= (async () => {
    const launched = await launchBrowser({ isLookedAt: false });
    closing.push(async () => launched?.close());
    return launched;
  })();
  return browser;
}

export async function closeJourneys(): Promise<void> {
  await Promise.all(closing.splice(0).map((close) => close()));
}
