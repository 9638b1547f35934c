import path from 'node:path';
import { rollUps } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import { openLiveDatabase } from '../live-database.ts';
import { createSeedSeal } from '../modules/games/rolls/index.ts';
import { systemClock } from '../platform/clock.ts';
import { keptSecretsKey } from '../platform/secrets.ts';
import { fillHistory } from './fill-history.ts';
import type { HistoryReport } from './history-report.ts';
import { createProgress } from './progress.ts';
import { type Asked, readArguments } from './read-arguments.ts';

/** `npm run demo`: fills a fresh database with weeks of plausible history. */
const HELP = `npm run demo [-- --transfers N] [--days N] [--seed N] [--database-url URL]

Fills a database with what people might have done there over weeks: they come, deposit by Pix, open cases, sell, upgrade,
fight battles, buy tickets of raffles and withdraw. Every roll can be verified, the books balance, and "npm run verify" holds
afterwards. Weekends and evenings have more of it than other times, and a few play far more than most.

  --transfers N      about so many lines of the ledger, from 100 to 10,000,000 (100,000)
  --days N           over so many whole days before today, from 1 to 365 (28)
  --seed N           who comes, when and for what; the rolls are drawn anew each time (1)
  --database-url URL the database; without it DATABASE_URL, or the embedded one of a running server in DATA_DIR (.data)

The database is one that a server has filled at its first start, and in which no money has come in or gone out: a second run
is refused. The server may run meanwhile. It takes SECRETS_KEY as the server does, for the seeds of battles and raffles. In
production it is refused.
Ctrl-C ends it at the next pause; what is written by then is sound.

Exit code 0: done. 2: it could not be done, and why. 130: ended by Ctrl-C.
`;

const say = (line: string) => process.stdout.write(`${line}\n`);

process.exitCode = await demo().catch((error: Error) => {
  process.stderr.write(`The history could not be written: ${error.message}\n`);
  return 2;
});

/** The exit code. */
async function demo(): Promise<number> {
  const asked = readArguments(process.argv.slice(2));
  if (asked === 'help') {
    say(HELP);
    return 0;
  }
  const environment = asked.databaseUrl === null ? process.env : { ...process.env, DATABASE_URL: asked.databaseUrl };
  const config = readConfig(environment, path.resolve(import.meta.dirname, '../../..'));
  if (config.production) throw new Error('NODE_ENV is production, where nothing is made up');
  const stopping = new AbortController();
  process.once('SIGINT', () => stopping.abort());
  tell(await fill(config, asked, stopping.signal));
  return stopping.signal.aborted ? 130 : 0;
}

async function fill(config: Config, asked: Asked, signal: AbortSignal): Promise<HistoryReport> {
  const [administratorPlatformId] = config.adminPlatformIds;
  if (administratorPlatformId === undefined) {
    throw new Error('ADMIN_PLATFORM_IDS names nobody who could approve withdrawals');
  }
  const db = await openLiveDatabase(config);
  try {
    const current = config.secretsKey ?? (await keptSecretsKey(config.dataDir));
    const seedSeal = createSeedSeal({ current, former: config.secretsKeysFormer });
    const onProgress = createProgress(process.stderr, asked.transfers);
    const deps = { db, clock: systemClock, seedSeal, rollUps, administratorPlatformId, onProgress, signal };
    return await fillHistory(deps, asked);
  } finally {
    await db.close();
  }
}

function tell(report: HistoryReport): void {
  for (const [what, count] of Object.entries(report)) {
    say(`${what.replace('rafflesDrawn', 'raffles drawn').padEnd(16)}${count.toLocaleString('en').padStart(12)}`);
  }
}
