import path from 'node:path';
import { rollUps } from '../app.ts';
import { type Config, isProduction, readConfig } from '../config.ts';
import { openLiveDatabase } from '../live-database.ts';
import { createSeedSeal } from '../modules/games/rolls/index.ts';
import { systemClock } from '../platform/clock.ts';
import { keptSecretsKey } from '../platform/secrets.ts';
import { fillHistory } from './fill-history.ts';
import type { HistoryReport } from './history-report.ts';
import { createProgress, type Output } from './progress.ts';
import { type Asked, readArguments } from './read-arguments.ts';

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

/** As shells say it of what Ctrl-C has ended. */
const INTERRUPTED = 130;

interface Surroundings {
  environment: NodeJS.ProcessEnv;
  output: Output;
  errors: Output;
  /** Ends it early. */
  signal: AbortSignal;
}

/** Gives the exit code. */
export async function runDemo(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { environment, output, errors, signal } = surroundings;
  try {
    const asked = readArguments(args);
    if (asked === 'help') {
      output.write(HELP);
      return 0;
    }
    if (isProduction(environment)) throw new Error('NODE_ENV is production, where nothing is made up');
    const config = readConfig(environmentOf(environment, asked), path.resolve(import.meta.dirname, '../../..'));
    const report = await fill(config, asked, createProgress(errors, asked.transfers), signal);
    output.write(linesOf(report));
    return signal.aborted ? INTERRUPTED : 0;
  } catch (error) {
    errors.write(`The history could not be written: ${(error as Error).message}\n`);
    return 2;
  }
}

const environmentOf = (environment: NodeJS.ProcessEnv, { databaseUrl }: Asked) =>
  databaseUrl === null ? environment : { ...environment, DATABASE_URL: databaseUrl };

async function fill(
  config: Config,
  asked: Asked,
  onProgress: (transfers: number) => void,
  signal: AbortSignal,
): Promise<HistoryReport> {
  const [administratorPlatformId] = config.adminPlatformIds;
  if (administratorPlatformId === undefined) {
    throw new Error('ADMIN_PLATFORM_IDS names nobody who could approve withdrawals');
  }
  const db = await openLiveDatabase(config);
  try {
    const current = config.secretsKey ?? (await keptSecretsKey(config.dataDir));
    const seedSeal = createSeedSeal({ current, former: config.secretsKeysFormer });
    const deps = { db, clock: systemClock, seedSeal, rollUps, administratorPlatformId, onProgress, signal };
    return await fillHistory(deps, asked);
  } finally {
    await db.close();
  }
}

const linesOf = (report: HistoryReport) =>
  Object.entries(report)
    .map(([what, count]) => `${what.padEnd(16)}${count.toLocaleString('en').padStart(12)}\n`)
    .join('');
