import type { Client } from 'pg';
import { ratioOfCalls } from './load.ts';
import { type BenchSession, createAdministrator, createSessions, onDatabase } from './people.ts';
import { createPlayable } from './playable.ts';
import type { Figure } from './results.ts';
import { type ProductServer, startProductServer } from './servers.ts';

const ROWS = Number(process.env.BENCH_DASHBOARD_ROWS ?? 10_000_000);
const SMALL_ROWS = Number(process.env.BENCH_DASHBOARD_SMALL_ROWS ?? 10_000);
/** Both worlds have as many users: the kept figures of a day do not grow with how often they play. */
const USERS = 50;
const DAYS = 30;
const GOAL = 1.3;
/** A day is over a quarter of an hour after its midnight. */
const ADDING_UP_MS = 60 * 60 * 1000;

const REPORTS = [
  'dashboard/stats',
  'dashboard/revenue-chart',
  'dashboard/recent-activity',
  'analytics/rtp-by-case',
  'analytics/battle-rtp',
  'analytics/upgrade-stats',
  'analytics/bot-profitability',
  'analytics/user-stats',
  'analytics/financial-overview',
  'analytics/ggr',
  'analytics/ggr-by-user',
];

/**
 * Compares every figure of administrators over 30 past days, at many transfers against few. The overview includes
 * today.
 */
export async function dashboardBenchmark(): Promise<Figure[]> {
  const [small, large] = [await startFilledServer(SMALL_ROWS), await startFilledServer(ROWS)];
  try {
    const figures: Figure[] = [];
    for (const path of [...REPORTS.map((report) => `${report}?${closedDays()}`), 'dashboard/overview']) {
      const ratio = await ratioOfCalls(
        () => large.ask(path),
        () => small.ask(path),
      );
      const figure = path.replace(/\?.*/, '');
      const note = '';
      figures.push({ figure, ratio, goal: `≤ ${GOAL}`, met: ratio <= GOAL, note });
    }
    return figures;
  } finally {
    await small.stop();
    await large.stop();
  }
}

function closedDays(): string {
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' });
  const dayAgo = (days: number) => calendar.format(Date.now() - days * 24 * 60 * 60 * 1000);
  return `from=${dayAgo(DAYS)}&to=${dayAgo(1)}`;
}

async function startFilledServer(rows: number) {
  const product = await startProductServer();
  const people = await createSessions(product.dataDir, USERS);
  const administrator = await createAdministrator(product.dataDir);
  await onDatabase(product.dataDir, async (client) => {
    await fillDays(client, await createPlayable(client, people), people, rows);
    await addUp(client);
  });
  return { ask: (path: string) => ask(product, administrator, path), stop: () => product.stop() };
}

async function ask(product: ProductServer, { sessionId }: BenchSession, path: string): Promise<void> {
  const answer = await fetch(`${product.address}/api/admin/${path}`, { headers: { cookie: `sessionId=${sessionId}` } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
}

/** Writes openings with their debits straight into the tables, without their triggers, evenly over the past days. */
async function fillDays(client: Client, caseId: string, people: readonly BenchSession[], rows: number): Promise<void> {
  await client.query('set session_replication_role = replica');
  const values = [people.map(({ userId }) => userId), rows, DAYS];
  const moment = `date_trunc('day', now() at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo'
    - make_interval(secs => 1 + ($3::float8 * 86400 - 2) * (1 - n::float8 / $2::float8))`;
  await client.query(
    `insert into transfers (user_id, debit_account, credit_account, amount_cents, type, reason, created_at)
     select ($1::bigint[])[1 + n % ${USERS}], 'USER', 'SYSTEM', 110, 'CASE_OPEN', 'bench', ${moment}
     from generate_series(1, $2::int) n`,
    values,
  );
  await client.query(
    `insert into case_openings (user_id, case_id, version_id, item_id, transfer_id, price_cents, item_value_cents,
       chance_width, nonce, server_seed, client_seed, client_seed_source, roll, is_flip, committed_at,
       created_at, inventory_item_id)
     select user_id, $1, (select id from case_versions where case_id = $1),
       (select min(id) from items where name like 'Bench %') + id % 20, id, 110, 10 * (1 + id % 20), 500000, id, '', '',
       'SERVER', 1 + id % 10000000, false, created_at, created_at, id
     from transfers where type = 'CASE_OPEN' order by transfers.id`,
    [caseId],
  );
  await client.query(
    `insert into user_activity (day, user_id)
     select distinct (created_at at time zone 'America/Sao_Paulo')::date, user_id from transfers on conflict do nothing`,
  );
  await client.query('set session_replication_role = origin');
  await client.query('vacuum analyze');
}

/** By the job of the server itself, which is asked to do it at once. */
async function addUp(client: Client): Promise<void> {
  await client.query(`select graphile_worker.add_job('roll-up-days')`);
  for (const deadlineMs = performance.now() + ADDING_UP_MS; performance.now() < deadlineMs; ) {
    const { rows } = await client.query<{ days: number }>('select count(*)::int as days from rolled_days');
    if ((rows[0]?.days ?? 0) >= DAYS) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The days were not added up');
}
