import path from 'node:path';
import { readConfig } from '../app/config.ts';
import { openLiveDatabase } from '../app/live-database.ts';
import { findStoredSecretsKey } from '../platform/secrets/secrets.ts';
import { findViolations } from './find-violations.ts';

const HELP = `npm run verify

Checks everything that must hold in the database: that the books balance, that every item has one owner and one state,
that nobody has more than five sessions, and so on. Every roll ever stored is computed anew from its seeds, by other code
than the one that played it, and its outcome is held against what it was played on. It reads only, and may run while the
platform does.

  DATABASE_URL   the database to check; without it the embedded one of a running server in DATA_DIR (.data)
  SECRETS_KEY, SECRETS_KEYS_FORMER
                 as the server has them; without SECRETS_KEY the one kept in DATA_DIR. They open the seeds of rolls to
                 come and the secrets of second factors, which are sealed. Without any key everything else is checked

Exit code 0: all hold. 1: some do not, and the rows that break them are shown. 2: the database was not reached.
3: all hold that could be looked at, but there was no key for what is sealed.
`;

const say = (line: string) => process.stdout.write(`${line}\n`);

if (process.argv.includes('--help')) {
  say(HELP);
  process.exit(0);
}

process.exitCode = await check().catch((error: Error) => {
  process.stderr.write(`The database could not be checked: ${error.message}\n`);
  return 2;
});

/** The exit code. */
async function check(): Promise<number> {
  const config = readConfig(process.env, path.resolve(import.meta.dirname, '../../..'));
  const db = await openLiveDatabase(config);
  try {
    const current = config.secretsKey ?? (await findStoredSecretsKey(config.dataDir));
    const unasked: string[] = [];
    const violations = await findViolations(db, {
      byOwnWays: true,
      keys: current && { current, former: config.secretsKeysFormer },
      onUnasked: (invariant) => {
        unasked.push(invariant);
        say(`NO KEY  ${invariant}: it is about what is sealed; set SECRETS_KEY as the server has it`);
      },
      onAnswer: ({ invariant, rows, seconds }) => {
        say(`${rows.length === 0 ? 'holds ' : 'BROKEN'}  ${invariant} (${seconds.toFixed(1)} s)`);
        for (const row of rows) say(`          ${JSON.stringify(row)}`);
      },
    });
    if (violations.length > 0) {
      say(`\n${violations.length} invariants are broken.`);
      return 1;
    }
    say(unasked.length === 0 ? '\nEverything holds.' : '\nEverything holds that could be looked at without a key.');
    return unasked.length === 0 ? 0 : 3;
  } finally {
    await db.close();
  }
}
