import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@lisura/embedded-postgres';
import { migrate } from '../../src/platform/database/migrate.ts';
import { migrateJobs } from '../../src/platform/jobs/jobs.ts';
import { silentLogger as logger } from '../../src/platform/observability/logger.ts';
import { FLEETING_SETTINGS } from '../support/fleeting-settings.ts';
import { makeDataFolder } from '../support/folders.ts';
import { attacks } from './attacks.ts';
import { bursts } from './bursts.ts';
import type { Campaign } from './campaign.ts';
import { containers } from './containers.ts';
import { crash } from './crash.ts';
import { dishonest } from './dishonest.ts';
import { failover } from './failover.ts';
import { fuzz } from './fuzz.ts';
import { market } from './market.ts';
import { proxies } from './proxies.ts';
import { simulation } from './simulation.ts';
import { webhooks } from './webhooks.ts';

const campaigns: Readonly<Record<string, Campaign>> = {
  simulate: simulation,
  crash,
  fuzz,
  bursts,
  market,
  webhooks,
  failover,
  proxies,
  dishonest,
  attacks,
  containers,
};

const MIGRATIONS = path.resolve(import.meta.dirname, '../../migrations');
const MAX_COUNT = 10_000_000;
const BAR_WIDTH = 40;
/** Where nobody looks at a bar, a line is written so often. */
const LINE_MS = 10_000;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const asked = read(args);
  if (asked === null) {
    process.stderr.write(`${help()}\n`);
    return 2;
  }
  if (asked === 'help') {
    process.stdout.write(`${help()}\n`);
    return 0;
  }
  return runOnFreshDatabase(asked);
}

function help(): string {
  const described = Object.entries(campaigns).map(([name, { counted, usually, help: lines }]) =>
    [`  ${name} [--${counted} ${usually}]`, ...lines.map((line) => `      ${line}`)].join('\n'),
  );
  return `npm run campaign -- NAME [--OPTION N] [--seed TEXT]

Runs the product for long against a world that errs, and compares all records at the end.

${described.join('\n')}

It starts a database and a sandbox of its own, which are gone afterwards. It ends with 1 where anything was wrong.
`;
}

interface Asked {
  campaign: Campaign;
  count: number;
  seed: string | null;
}

function read(args: readonly string[]): Asked | 'help' | null {
  try {
    const counts = Object.values(campaigns).map(({ counted }) => [counted, { type: 'string' }] as const);
    const options = {
      ...(Object.fromEntries(counts) as Record<string, { type: 'string' }>),
      help: { type: 'boolean' },
      seed: { type: 'string' },
    } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (values.help) return 'help';
    const campaign = positionals.length === 1 ? campaigns[positionals[0] as string] : undefined;
    if (campaign === undefined) return null;
    const { seed, ...given } = values as Record<string, string | undefined>;
    if (Object.keys(given).some((name) => name !== campaign.counted)) return null;
    const count = Number(given[campaign.counted] ?? campaign.usually);
    const isCount = Number.isInteger(count) && count >= 1 && count <= MAX_COUNT;
    return isCount ? { campaign, count, seed: seed ?? null } : null;
  } catch {
    return null;
  }
}

async function runOnFreshDatabase({ campaign, count, seed }: Asked): Promise<number> {
  const services = new AsyncDisposableStack();
  try {
    const databaseUrl = await startFreshDatabase(services);
    const startedMs = performance.now();
    const { lines, isFlawless } = await campaign.run({ databaseUrl, count, seed, onProgress: createProgress() });
    const seconds = Math.round((performance.now() - startedMs) / 1_000);
    const width = Math.max(24, ...lines.map(([what]) => what.length + 2));
    for (const [what, value] of [...lines, ['seconds', seconds] as const]) {
      process.stdout.write(`${what.padEnd(width)}${String(value).padStart(12)}\n`);
    }
    return isFlawless ? 0 : 1;
  } finally {
    await services.disposeAsync();
  }
}

async function startFreshDatabase(services: AsyncDisposableStack): Promise<string> {
  const dataDir = await makeDataFolder('lisura-campaign-');
  services.defer(() => rm(dataDir, { recursive: true, force: true }));
  const embedded = await startEmbeddedPostgres({ dataDir, settings: FLEETING_SETTINGS });
  services.defer(async () => void (await embedded.stop()));
  await migrate(embedded.url, MIGRATIONS, logger);
  await migrateJobs(embedded.url, logger);
  return embedded.url;
}

/** A person sees a bar, and another program a line now and then. */
function createProgress(): (done: number, all: number) => void {
  if (process.stderr.isTTY) return showBar;
  let toldMs = performance.now();
  return (done, all) => {
    if (performance.now() - toldMs < LINE_MS) return;
    toldMs = performance.now();
    process.stderr.write(`${done} of ${all}\n`);
  };
}

function showBar(done: number, all: number): void {
  const filled = Math.round((done / all) * BAR_WIDTH);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`;
  process.stderr.write(`\r${bar} ${done} of ${all}${done === all ? '\n' : ''}`);
}
