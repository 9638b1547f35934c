import path from 'node:path';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/platform/db.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { findViolations } from './check-invariants.ts';

/** `npm run verify`: holds a live database against the invariants, and changes nothing. */
const HELP = `npm run verify

Checks everything that must hold in the database: that the books balance, that every item has one owner and one state,
that nobody has more than five sessions, and so on. Every roll ever stored is computed anew from its seeds, by other code
than the one that played it, and its outcome is held against what it was played on. It reads only, and may run while the
platform does.

  DATABASE_URL   the database to check; without it the embedded one of a running server in DATA_DIR (.data)

Exit code 0: all hold. 1: some do not, and the rows that break them are shown. 2: the database was not reached.
`;

const say = (line: string) => process.stdout.write(`${line}\n`);

if (process.argv.includes('--help')) {
  say(HELP);
  process.exit(0);
}
const config = readConfig(process.env, path.resolve(import.meta.dirname, '../../..'));
const embedded = {
  host: path.join(config.dataDir, 'postgres-socket'),
  port: 5432,
  user: 'lisura',
  database: 'postgres',
};
const db = openDatabase({
  address: config.databaseUrl ?? embedded,
  logger: silentLogger,
  poolSize: 2,
  timeoutMs: 600_000,
});
try {
  const violations = await findViolations(db, {
    ownItems: true,
    onAnswer: ({ invariant, rows, seconds }) => {
      say(`${rows.length === 0 ? 'holds ' : 'BROKEN'}  ${invariant} (${seconds.toFixed(1)} s)`);
      for (const row of rows) say(`          ${JSON.stringify(row)}`);
    },
  });
  say(violations.length === 0 ? '\nEverything holds.' : `\n${violations.length} invariants are broken.`);
  process.exitCode = violations.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`The database could not be checked: ${(error as Error).message}\n`);
  process.exitCode = 2;
} finally {
  await db.close();
}
