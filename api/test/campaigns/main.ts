import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@lisura/embedded-postgres';
import { type Db, openDatabase } from '../../src/platform/database/db.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { silentLogger as logger } from '../../src/platform/observability/logger.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import { PATIENCE } from '../support/patience.ts';
import { FAULT_KINDS, runMarketCampaign } from './market-campaign.ts';
import { isFlawless, type MarketReport } from './market-report.ts';

const HELP = `npm run campaign -- NAME [--purchases N]

Runs the product for long against an outside world that errs, and compares both records at the end.

  market     N withdrawals (1,000), bought from a marketplace with every fault it has, by several processes of which
             some die; its own record of purchases is held against ours

It starts a database and a sandbox of its own, which are gone afterwards. It ends with 1 where anything was bought twice,
lost or held back.
`;
const MIGRATIONS = path.resolve(import.meta.dirname, '../../migrations');
const MAX_PURCHASES = 10_000_000;
const BAR_WIDTH = 40;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const asked = read(args);
  if (asked === null) {
    process.stderr.write(`${HELP}\n`);
    return 2;
  }
  if (asked.isHelp) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  return runOnFreshDatabase(asked.purchases);
}

function read(args: readonly string[]): { isHelp: boolean; purchases: number } | null {
  try {
    const options = { help: { type: 'boolean' }, purchases: { type: 'string', default: '1000' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const purchases = Number(values.purchases);
    const isNamed = positionals.length === 1 && positionals[0] === 'market';
    const isCount = Number.isInteger(purchases) && purchases >= 1 && purchases <= MAX_PURCHASES;
    return values.help || (isNamed && isCount) ? { isHelp: values.help === true, purchases } : null;
  } catch {
    return null;
  }
}

async function runOnFreshDatabase(purchases: number): Promise<number> {
  const services = new AsyncDisposableStack();
  try {
    const db = await openFreshDatabase(services);
    const startedMs = performance.now();
    const report = await runMarketCampaign({ db, purchases, onProgress: (done) => showProgress(done, purchases) });
    const seconds = Math.round((performance.now() - startedMs) / 1_000);
    const violations = await findViolations(db);
    showReport(report, { violations: violations.length, seconds });
    for (const { invariant } of violations) process.stdout.write(`does not hold: ${invariant}\n`);
    return isFlawless(report) && violations.length === 0 ? 0 : 1;
  } finally {
    await services.disposeAsync();
  }
}

async function openFreshDatabase(services: AsyncDisposableStack): Promise<Db> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lisura-campaign-'));
  services.defer(() => rm(dataDir, { recursive: true, force: true }));
  // Nothing of it outlives the machine, so nothing is forced to disk.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const embedded = await startEmbeddedPostgres({ dataDir, settings });
  services.defer(async () => void (await embedded.stop()));
  await migrate(embedded.url, MIGRATIONS, logger);
  const db = openDatabase({ address: embedded.url, logger, patience: PATIENCE });
  services.defer(() => db.close());
  return db;
}

function showReport(report: MarketReport, { violations, seconds }: { violations: number; seconds: number }): void {
  const lines: [string, number][] = [
    ['purchases', report.purchases],
    ['kinds of faults', FAULT_KINDS],
    ['faults injected', report.faults],
    ['bought', report.bought],
    ['refused', report.refused],
    ['double buys', report.doubleBuys],
    ['lost items', report.lostItems],
    ['items held back', report.heldItems],
    ['differing records', report.differing],
    ['broken invariants', violations],
    ['seconds', seconds],
  ];
  for (const [name, value] of lines) process.stdout.write(`${name.padEnd(20)}${String(value).padStart(12)}\n`);
}

/** For a person; what reads the output of a program is not bothered with it. */
function showProgress(done: number, all: number): void {
  if (!process.stderr.isTTY) return;
  const filled = Math.round((done / all) * BAR_WIDTH);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`;
  process.stderr.write(`\r${bar} ${done} of ${all}${done === all ? '\n' : ''}`);
}
