import path from 'node:path';
import { rollUps } from '../app.ts';
import { readConfig } from '../config.ts';
import { openLiveDatabase } from '../live-database.ts';
import { systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/database/db.ts';
import { parseDay } from '../platform/days.ts';
import { refillDays } from '../platform/roll-ups/refill-days.ts';
import { rollUpDays } from '../platform/roll-ups/roll-up-days.ts';

/** `npm run backfill`: adds up days, those that are due or, anew, those that are named. */
const HELP = `npm run backfill [-- FROM TO]

Figures of days that are over are added up once, by a job of the server. This does the same at once for every day that is
due, from the first on. With two days, as YYYY-MM-DD of São Paulo, those from one to the other are added up anew, from what
happened on them: for figures that were lost or spoilt. The platform may run meanwhile. "npm run verify" tells whether what
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
  if (asked.length !== 0 && asked.length !== 2) throw new Error('name no day, or the first and the last');
  const [from, to] = asked.map(parseDay);
  const config = readConfig(process.env, path.resolve(import.meta.dirname, '../../..'));
  const db = await openLiveDatabase(config);
  try {
    if (from === undefined || to === undefined) await addUpDue(db);
    else for (const day of await refillDays({ db, rollUps }, { from, to })) say(`added up anew: ${day}`);
    return 0;
  } finally {
    await db.close();
  }
}

async function addUpDue(db: Db): Promise<void> {
  await rollUpDays({ db, clock: systemClock, rollUps });
  say('Every day that is over is added up.');
}
