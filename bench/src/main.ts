import { auditBenchmark } from './audit.ts';
import { battlesBenchmark } from './battles.ts';
import { dashboardBenchmark } from './dashboard.ts';
import { inventoryBenchmark } from './inventory.ts';
import { listsBenchmark } from './lists.ts';
import { logBenchmark } from './log.ts';
import { openBenchmark } from './open.ts';
import { type Figure, writeResults } from './results.ts';
import { revocationBenchmark } from './revocation.ts';
import { rollsBenchmark } from './rolls.ts';
import { sessionBenchmark } from './session.ts';
import { startupBenchmark } from './startup.ts';
import { webBenchmark } from './web/index.ts';
import { webhooksBenchmark } from './webhooks.ts';
import { yardstickBenchmark } from './yardstick/index.ts';

/** `npm run bench` runs all, `npm run bench -- rolls` one. Every figure is a ratio to a yardstick of the same run. */
const benchmarks: Readonly<Record<string, { run: () => Promise<Figure[]>; about: string }>> = {
  audit: {
    run: auditBenchmark,
    about: 'verifying an audit trail of 2,000,000 entries against one of 100,000: time of an entry, memory',
  },
  battles: {
    run: battlesBenchmark,
    about: 'rolls in full battles against pgbench; lists at 1,000,000 battles against 1,000; 1,000 tickets against one',
  },
  dashboard: {
    run: dashboardBenchmark,
    about: 'figures of administrators over 30 days at 10,000,000 transfers against 10,000',
  },
  inventory: {
    run: inventoryBenchmark,
    about: 'page, search and totals in a table of 10,000,000 items against one of 10,000; sell-all against sell',
  },
  lists: {
    run: listsBenchmark,
    about: 'users and deposits of the console in tables of 10,000,000 rows against counting them',
  },
  log: {
    run: logBenchmark,
    about: 'openings of a server that keeps the public log against those of one that does not',
  },
  open: {
    run: openBenchmark,
    about: 'openings over HTTP against pgbench on the same server; lists at 10,000,000 openings against 10,000',
  },
  revocation: {
    run: revocationBenchmark,
    about: 'from the end of a session to the end of its requests and sockets, on two processes',
  },
  rolls: {
    run: rollsBenchmark,
    about: 'POST /provably-fair/calculate-result against a bare Fastify route that computes the roll',
  },
  session: {
    run: sessionBenchmark,
    about: 'GET /user/balance with a session against a bare GET, on both stores; 10,000 sockets in one process',
  },
  startup: {
    run: startupBenchmark,
    about: "from npm start's process to the first answer against bare initdb and start",
  },
  web: {
    run: webBenchmark,
    about:
      'the web app in a browser: kB of scripts, performance and layout shift of pages, frames of a busy reel; empty cache, slow phones',
  },
  webhooks: {
    run: webhooksBenchmark,
    about: 'deposits credited by signed messages over HTTP against pgbench on the same server',
  },
  yardstick: {
    run: yardstickBenchmark,
    about: 'inventory page, openings, balance, memory and stored bytes against the same platform in NestJS and TypeORM',
  },
};

const HELP = `npm run bench [-- NAME…]

Runs benchmarks and writes their ratios to bench/results.md. Without a name all of them.

${Object.entries(benchmarks)
  .map(([name, { about }]) => `  ${name.padEnd(11)}${about}`)
  .join('\n')}
`;

const names = process.argv.slice(2);
if (names.includes('--help')) {
  console.log(HELP);
  process.exit(0);
}
const unknown = names.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}\n\n${HELP}`);
  process.exit(2);
}
for (const [name, { run, about }] of Object.entries(benchmarks)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(`\n== ${name}`);
  const figures = await run();
  for (const { figure, ratio, goal, met } of figures) {
    console.log(`${met ? 'met   ' : 'MISSED'}  ${figure}: ${ratio.toFixed(2)} (goal ${goal})`);
  }
  await writeResults(name, about, figures);
}
process.exit(0);
