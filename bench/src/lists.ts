import type { Client } from 'pg';
import { createAdministrator, onDatabase } from './people.ts';
import { type Figure, median } from './results.ts';
import { type ProductServer, startProductServer } from './servers.ts';

/** Each table has so many rows; a quick look takes fewer: `BENCH_LISTS_ROWS=1000000 npm run bench -- lists`. */
const ROWS = Number(process.env.BENCH_LISTS_ROWS ?? 10_000_000);
const REQUESTS = 15;
/** A list says how long it is, so it takes what counting takes, and little more. */
const GOAL = 1.5;

const READS: Readonly<Record<'users' | 'deposits', Readonly<Record<string, string>>>> = {
  users: {
    'first page': 'users?limit=20',
    'page 50,000': `users?limit=20&page=${ROWS / 200}`,
    'those of a status': 'users?limit=20&status=BANNED',
    'search by a part of the name': 'users?limit=20&search=ench%2077777',
    'search by account': 'users?limit=20&search=76561199000077777',
  },
  deposits: {
    'first page': 'deposits?limit=20',
    'after an entry': `deposits?limit=20&before=${ROWS / 2}`,
    'those of a status': 'deposits?limit=20&status=PENDING',
    'those of a user': 'deposits?limit=20&userId=77777',
  },
};

/** Compares lists of the console in tables of 10,000,000 rows with counting the rows of the table on one core. */
export async function listsBenchmark(): Promise<Figure[]> {
  const server = await startProductServer();
  try {
    const { sessionId } = await createAdministrator(server.dataDir);
    const filledMs = performance.now();
    await onDatabase(server.dataDir, fill);
    console.log(`2 × ${ROWS} rows written in ${((performance.now() - filledMs) / 1_000).toFixed(0)} s`);
    return await onDatabase(server.dataDir, async (client) => {
      // The server's own connections do so, because a list of the console leaves the other cores to plays.
      await client.query('set max_parallel_workers_per_gather = 0');
      const figures: Figure[] = [];
      for (const [table, reads] of Object.entries(READS)) {
        for (const [name, query] of Object.entries(reads)) {
          figures.push(
            await readFigure(
              `${table}, ${name}`,
              () => ask(server, sessionId, query),
              () => count(client, table),
            ),
          );
        }
      }
      return figures;
    });
  } finally {
    await server.stop();
  }
}

async function ask({ address }: ProductServer, sessionId: string, query: string): Promise<void> {
  const answer = await fetch(`${address}/api/admin/${query}`, { headers: { authorization: `Bearer ${sessionId}` } });
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`GET /admin/${query}: ${answer.status} ${body}`);
}

async function count(client: Client, table: string): Promise<void> {
  await client.query(`select count(*) from ${table}`);
}

async function readFigure(name: string, read: () => Promise<void>, countAll: () => Promise<void>): Promise<Figure> {
  const [readMs, countMs]: [number[], number[]] = [[], []];
  for (let request = 0; request <= REQUESTS; request += 1) {
    const measured = [await timed(read), await timed(countAll)] as const;
    // The first warms up.
    if (request === 0) continue;
    readMs.push(measured[0]);
    countMs.push(measured[1]);
  }
  const [ours, yardstick] = [median(readMs), median(countMs)];
  console.log(`${name}: ${ours.toFixed(0)} ms, to count the table ${yardstick.toFixed(0)} ms`);
  return {
    figure: name,
    ratio: ours / yardstick,
    goal: `≤ ${GOAL}`,
    met: ours / yardstick <= GOAL,
    note: `${ours.toFixed(0)} ms ÷ ${yardstick.toFixed(0)} ms`,
  };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** Triggers and foreign keys of each row are off, and indexes come afterwards, because only reading is measured. */
async function fill(client: Client): Promise<void> {
  await client.query('set session_replication_role = replica');
  await client.query(`set maintenance_work_mem = '512MB'`);
  await filled(client, ['users', 'accounts'], async () => {
    await client.query(
      `insert into users (platform_id, username, status)
       select '7656119' || lpad((9000000000 + n)::text, 10, '0'), 'Bench ' || n,
         case when n % 1000 = 0 then 'BANNED' else 'ACTIVE' end
       from generate_series(1, $1::int) n`,
      [ROWS],
    );
    await client.query('insert into accounts (user_id) select id from users on conflict do nothing');
  });
  await filled(client, ['deposits'], () =>
    client.query(
      `insert into deposits (user_id, provider, txid, amount_cents, status, credited_cents, created_at, expires_at, ended_at, is_watched)
       select 1 + n % ($1::int / 10), 'pix', 'BENCH' || lpad(n::text, 25, '0'), 1000,
         case when is_open then 'PENDING' else 'CONFIRMED' end, case when is_open then null else 1000 end,
         now(), now() + interval '1 hour', case when is_open then null else now() end, false
       from generate_series(1, $1::int) n, lateral (select n % 1000 = 0 as is_open) state`,
      [ROWS],
    ),
  );
}

async function filled(client: Client, tables: readonly string[], insert: () => Promise<unknown>): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = any($1) and indexname not in (select conname from pg_constraint)`,
    [tables],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await insert();
  for (const { definition } of indexes) await client.query(definition);
  for (const table of tables) await client.query(`vacuum analyze ${table}`);
}
