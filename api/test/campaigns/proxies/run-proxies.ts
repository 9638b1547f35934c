import { launchBrowser } from '../../support/launch-browser.ts';
import { CHECKS } from './checks.ts';
import { FRONTS, isThere, startFront } from './fronts.ts';
import { startSite } from './site.ts';

interface Ground {
  databaseUrl: string;
  restarts: number;
  seed: number;
  onProgress: (done: number, all: number) => void;
}

/** A row has the figures of all proxies side by side. */
interface ProxiesReport {
  rows: [string, string][];
  faults: number;
  missing: string[];
}

const COLUMN = 24;
const FAULT_LENGTH = 400;
const ACCOUNTS_EACH = 3;
/** On the list of the sandbox's Steam. */
const FIRST_ACCOUNT = 76561198000000002n;

export async function runProxies({ databaseUrl, restarts, seed, onProgress }: Ground): Promise<ProxiesReport> {
  const fronts = FRONTS.filter(({ program }) => isThere(program));
  const missing = ['openssl', ...FRONTS.map(({ program }) => program)].filter((program) => !isThere(program));
  if (missing.includes('openssl') || fronts.length === 0) return { rows: [], faults: 0, missing };
  const services = new AsyncDisposableStack();
  let faults = 0;
  const found = new Map(Object.keys(CHECKS).map((name) => [name, [] as string[]]));
  try {
    const site = await startSite(databaseUrl, services);
    const browser = await launchBrowser({ isLookedAt: false, args: ['--ignore-certificate-errors'] });
    services.defer(async () => void (await browser?.close()));
    if (browser === null) missing.push('a browser');
    for (const [place, front] of fronts.entries()) {
      const running = await startFront(front, site);
      const account = (each: number) => String(FIRST_ACCOUNT + BigInt(place * ACCOUNTS_EACH + each));
      const stand = { site, front, running, browser, account, seed, restarts };
      try {
        for (const [name, check] of Object.entries(CHECKS)) {
          const figure = await check(stand).catch((error: Error) => {
            faults += 1;
            process.stderr.write(
              `${front.name}: ${name}: ${error.message.replaceAll(/\s+/g, ' ').slice(0, FAULT_LENGTH)}\n`,
            );
            return 'FAULT';
          });
          found.get(name)?.push(figure);
          onProgress(place * found.size + [...found.keys()].indexOf(name) + 1, fronts.length * found.size);
        }
      } finally {
        await running.stop();
      }
    }
  } finally {
    await services.disposeAsync();
  }
  const line = (figures: readonly string[]) => figures.map((figure) => figure.padStart(COLUMN)).join('');
  const rows = [...found].map(([name, figures]): [string, string] => [name, line(figures)]);
  return { rows: [['', line(fronts.map(({ name }) => name))], ...rows], faults, missing };
}
