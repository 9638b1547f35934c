import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, isProduction, readConfig } from '../../api/src/app/config.ts';
import { liveAddress, openLiveDatabase } from '../../api/src/app/live-database.ts';
import { isAllSandbox } from '../../api/src/app/sandbox.ts';
import type { Db } from '../../api/src/platform/database/db.ts';
import { raw, sql } from '../../api/src/platform/database/sql.ts';
import { createLogger } from '../../api/src/platform/observability/logger.ts';
import { storedSecretsKey } from '../../api/src/platform/secrets/secrets.ts';
import { fillHistory, type HistoryDeps, type HistorySize } from './fill-history.ts';

const BOUNDS = {
  transfers: { least: 100, most: 100_000, default: '10000' },
  days: { least: 1, most: 90, default: '28' },
} as const;

const HELP = `npm run demo [-- --transfers N] [--days N]

Fills the database of a running server with weeks of history: people come, deposit by Pix, open cases, sell, upgrade, fight
battles, buy tickets of raffles, swap and withdraw, and an administrator decides. All of it is done by requests to the
product itself, which runs in the past for that. Weekends and evenings have more of it than other times.

  --transfers N      about so many lines of the ledger, from ${BOUNDS.transfers.least} to ${BOUNDS.transfers.most} (${BOUNDS.transfers.default})
  --days N           over so many whole days before today, from ${BOUNDS.days.least} to ${BOUNDS.days.most} (${BOUNDS.days.default})

  DATABASE_URL       the database; without it the embedded one of a running server in DATA_DIR (.data)
  SECRETS_KEY        as the server has it; without it the one kept in DATA_DIR

The database is one that a server has filled at its first start, today, and in which no money has moved: a second run is
refused. The server may run meanwhile; its scheduled jobs wait. In production, and where anything outside is configured, it
is refused. Ctrl-C ends it at the next pause, and what is there by then is sound.

Exit code 0: done. 2: it could not be done, and why. 130: ended by Ctrl-C.
`;

const INTERRUPTED = 130;

export interface Surroundings extends Pick<HistoryDeps, 'signal'> {
  environment: NodeJS.ProcessEnv;
  say(line: string): void;
  complain(line: string): void;
}

/** Gives the exit code. */
export async function runDemo(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { environment, say, complain, signal } = surroundings;
  try {
    const size = readSize(args);
    if (size === 'help') {
      say(HELP);
      return 0;
    }
    if (isProduction(environment)) throw new Error('NODE_ENV is production, where nothing is made up');
    const config = readConfig(environment, path.resolve(import.meta.dirname, '../..'));
    if (!isAllSandbox(config)) throw new Error('a part of the outside world is configured, and is not the sandbox');
    await fill(config, size, surroundings);
    return signal.aborted ? INTERRUPTED : 0;
  } catch (error) {
    complain(`The history could not be written: ${(error as Error).message}`);
    return 2;
  }
}

function readSize(args: readonly string[]): HistorySize | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean' },
      transfers: { type: 'string', default: BOUNDS.transfers.default },
      days: { type: 'string', default: BOUNDS.days.default },
    },
  });
  if (values.help) return 'help';
  return { transfers: wholeNumber('transfers', values.transfers), days: wholeNumber('days', values.days) };
}

function wholeNumber(name: keyof typeof BOUNDS, text: string): number {
  const { least, most } = BOUNDS[name];
  const number = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new RangeError(`--${name} must be a whole number from ${least} to ${most}, not "${text.slice(0, 40)}"`);
}

async function fill(config: Config, size: HistorySize, { say, complain, signal }: Surroundings): Promise<void> {
  const db = await openLiveDatabase(config);
  try {
    const current = config.secretsKey ?? (await storedSecretsKey(config.dataDir));
    const logger = createLogger({ level: 'error', destination: { write: (line) => complain(line.trimEnd()) } });
    let shownDay = '';
    const onProgress: HistoryDeps['onProgress'] = ({ at, transfers }) => {
      const day = at.toISOString().slice(0, 10);
      if (day !== shownDay) say(`${day}  ${`${transfers} of ${size.transfers}`.padStart(20)} transfers`);
      shownDay = day;
    };
    const keys = { current, former: config.secretsKeysFormer };
    const address = await liveAddress(config);
    await fillHistory({ config, address, db, keys, logger, until: new Date(), onProgress, signal }, size);
    say(await describe(db));
  } finally {
    await db.close();
  }
}

const COUNTED = {
  users: 'users',
  transfers: 'transfers',
  deposits: 'deposits',
  'money withdrawals': 'money_withdrawals',
  'item withdrawals': 'market_withdrawals',
  openings: 'case_openings',
  upgrades: 'upgrades',
  battles: 'battles',
  raffles: 'raffles',
  swaps: 'swaps',
  alerts: 'alerts',
  suspicions: 'suspicions',
  'days added up': 'rolled_days',
};

async function describe(db: Db): Promise<string> {
  const lines: string[] = [];
  for (const [what, table] of Object.entries(COUNTED)) {
    const [row] = await db.query<{ count: string }>(sql`select count(*) from ${raw(table)}`);
    lines.push(
      `${what.padEnd(18)}${Number(row?.count ?? 0)
        .toLocaleString('en')
        .padStart(10)}`,
    );
  }
  return lines.join('\n');
}
