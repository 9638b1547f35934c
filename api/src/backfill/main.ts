import path from 'node:path';
import { readConfig } from '../app/config.ts';
import { openLiveDatabase } from '../app/live-database.ts';
import { addUp, readDays } from './add-up.ts';

const HELP = `npm run backfill [-- FROM TO]

Figures of days that are over are added up once, by a job of the server. This does the same at once for every day that is
due, from the first on. With two days, as YYYY-MM-DD of São Paulo, those from one to the other are added up anew, from what
happened on them: for figures that were lost or spoilt. The platform may run meanwhile. "npm run verify" says whether what
is kept equals what happened.

  DATABASE_URL   the database; without it the embedded one of a running server in DATA_DIR (.data)

Exit code 0: done. 2: it could not be done, and why.
`;

const say = (line: string) => process.stdout.write(`${line}\n`);

const asked = process.argv.slice(2);
if (asked.includes('--help')) {
  say(HELP);
  process.exit(0);
}

process.exitCode = await backfill().catch((error: Error) => {
  process.stderr.write(`The days could not be added up: ${error.message}\n`);
  return 2;
});

/** The exit code. */
async function backfill(): Promise<number> {
  const days = readDays(asked);
  const config = readConfig(process.env, path.resolve(import.meta.dirname, '../../..'));
  const db = await openLiveDatabase(config);
  try {
    for (const line of await addUp(db, days)) say(line);
    return 0;
  } finally {
    await db.close();
  }
}
