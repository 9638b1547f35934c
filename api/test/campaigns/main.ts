import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@lisura/embedded-postgres';
import { withdrawalsConstraintErrors } from '../../src/modules/trade/withdrawals/withdrawals.errors.ts';
import { openDatabase } from '../../src/platform/database/db.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { silentLogger as logger } from '../../src/platform/observability/logger.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import { PATIENCE } from '../support/patience.ts';
import { FAULT_KINDS, runMarketCampaign } from './market-campaign.ts';
import { isFlawless } from './market-report.ts';
import { isFlawlessReport, runWebhookCampaign } from './webhook-campaign.ts';

const HELP = `npm run campaign -- NAME [--purchases N] [--count N]

Runs the product for long against an outside world that errs, and compares both records at the end.

  market     N withdrawals (1,000), bought from a marketplace with every fault it has, by several processes of which
             some die; its own record of purchases is held against ours
  webhooks   N deposits (1,000) that are paid once and told of up to 50 times each, alone and with others, shuffled and
             late, to two processes, amid forgeries; each must be credited once

It starts a database and a sandbox of its own, which are gone afterwards. It ends with 1 where anything was bought twice,
lost or held back, or credited otherwise than once.
`;
const MIGRATIONS = path.resolve(import.meta.dirname, '../../migrations');
const MAX_COUNT = 10_000_000;
const MAX_REPEATS = 50;
const BAR_WIDTH = 40;

type Lines = [string, string | number][];

/** What a campaign says of itself, and whether nothing was wrong. */
interface Outcome {
  lines: Lines;
  isFlawless: boolean;
}

const campaigns = { market: marketCampaign, webhooks: webhookCampaign };
type CampaignName = keyof typeof campaigns;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const asked = read(args);
  if (asked === null) {
    process.stderr.write(`${HELP}\n`);
    return 2;
  }
  if (asked === 'help') {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  return runOnFreshDatabase(asked.name, asked.count);
}

function read(args: readonly string[]): { name: CampaignName; count: number } | 'help' | null {
  try {
    const number = { type: 'string', default: '1000' } as const;
    const options = { help: { type: 'boolean' }, purchases: number, count: number } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (values.help) return 'help';
    const [name] = positionals;
    const count = Number(name === 'market' ? values.purchases : values.count);
    if (positionals.length !== 1 || name === undefined || !Object.hasOwn(campaigns, name)) return null;
    return Number.isInteger(count) && count >= 1 && count <= MAX_COUNT ? { name: name as CampaignName, count } : null;
  } catch {
    return null;
  }
}

async function runOnFreshDatabase(name: CampaignName, count: number): Promise<number> {
  const services = new AsyncDisposableStack();
  try {
    const databaseUrl = await startFreshDatabase(services);
    const startedMs = performance.now();
    const { lines, isFlawless: isGood } = await campaigns[name](databaseUrl, count);
    const seconds = Math.round((performance.now() - startedMs) / 1_000);
    for (const [what, value] of [...lines, ['seconds', seconds]] as Lines) {
      process.stdout.write(`${what.padEnd(20)}${String(value).padStart(12)}\n`);
    }
    return isGood ? 0 : 1;
  } finally {
    await services.disposeAsync();
  }
}

async function startFreshDatabase(services: AsyncDisposableStack): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lisura-campaign-'));
  services.defer(() => rm(dataDir, { recursive: true, force: true }));
  // Nothing of it outlives the machine, so nothing is forced to disk.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const embedded = await startEmbeddedPostgres({ dataDir, settings });
  services.defer(async () => void (await embedded.stop()));
  await migrate(embedded.url, MIGRATIONS, logger);
  return embedded.url;
}

async function marketCampaign(address: string, purchases: number): Promise<Outcome> {
  const db = openDatabase({ address, logger, patience: PATIENCE, constraintErrors: withdrawalsConstraintErrors });
  try {
    const report = await runMarketCampaign({ db, purchases, onProgress: (done) => showProgress(done, purchases) });
    const violations = await findViolations(db);
    const lines: Lines = [
      ['purchases', report.purchases],
      ['kinds of faults', FAULT_KINDS],
      ['faults injected', report.faults],
      ['bought', report.bought],
      ['refused', report.refused],
      ['double buys', report.doubleBuys],
      ['lost items', report.lostItems],
      ['items held back', report.heldItems],
      ['differing records', report.differing],
      ['broken invariants', violations.length],
    ];
    return { lines, isFlawless: isFlawless(report) && violations.length === 0 };
  } finally {
    await db.close();
  }
}

async function webhookCampaign(databaseUrl: string, deposits: number): Promise<Outcome> {
  const report = await runWebhookCampaign({
    databaseUrl,
    deposits,
    maxRepeats: MAX_REPEATS,
    seed: 'campaign',
    onProgress: showProgress,
  });
  const lines: Lines = [
    ['deposits', report.deposits],
    ['tellings', report.tellings],
    ['messages', report.messages],
    ['forgeries', report.forgeries],
    ['forgeries accepted', report.forgeriesAccepted],
    ['messages refused', report.refusedMessages],
    ['credited once', report.creditedOnce],
    ['credited twice', report.creditedTwice],
    ['not credited', report.notCredited],
    ['broken invariants', report.violations],
  ];
  return { lines, isFlawless: isFlawlessReport(report) };
}

/** For a person; what reads the output of a program is not bothered with it. */
function showProgress(done: number, all: number): void {
  if (!process.stderr.isTTY) return;
  const filled = Math.round((done / all) * BAR_WIDTH);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`;
  process.stderr.write(`\r${bar} ${done} of ${all}${done === all ? '\n' : ''}`);
}
