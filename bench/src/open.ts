import { execFile, execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Client } from 'pg';
import { createRecentDrops } from '../../api/src/modules/games/cases/index.ts';
import { openDatabase } from '../../api/src/platform/db.ts';
import { silentLogger } from '../../api/src/platform/logger.ts';
import { measureInTurns, requestsPerSecond } from './load.ts';
import { type BenchSession, createSessions, onDatabase } from './people.ts';
import { type Figure, median } from './results.ts';
import { databaseAddressOf, type ProductServer, startProductServer } from './servers.ts';

const ROUNDS = Number(process.env.BENCH_OPEN_ROUNDS ?? 16);
const SECONDS = Number(process.env.BENCH_OPEN_SECONDS ?? 2);
/** How many openings the large table has; 0 leaves the lists out. */
const ROWS = Number(process.env.BENCH_OPEN_ROWS ?? 10_000_000);
const SMALL_ROWS = 10_000;
const ROWS_PER_USER = 100;
const LIST_CALLS = 400;
const LIST_GOAL = 1.3;
const CLIENTS = 64;
const SCALE = 10;
const WARM_UPS = 4;
const SINGLE_GOAL = 1;
const HUNDREDS_GOAL = 8;
const TPCB_DATABASE = 'tpcb';

/** Case openings over HTTP against pgbench's TPC-B on the same server, and lists of openings as their table grows. */
export async function openBenchmark(): Promise<Figure[]> {
  return [...(await openingFigures()), ...(ROWS > 0 ? await listFigures() : [])];
}

async function openingFigures(): Promise<Figure[]> {
  const product = await startProductServer();
  try {
    const people = await createSessions(product.dataDir, CLIENTS);
    const caseId = await onDatabase(product.dataDir, (client) => createPlayable(client, people));
    const tpcb = await prepareTpcb(product);
    const url = `${product.address}/api/cases/${caseId}/open`;
    const openings = async (quantity: number) => {
      const requests = await requestsPerSecond({
        url,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        headersOf: (connection) => ({ cookie: `sessionId=${people[connection]?.sessionId}` }),
        body: JSON.stringify({ quantity }),
        connections: people.length,
        seconds: SECONDS,
      });
      return quantity * requests;
    };
    for (let warmUp = 1; warmUp <= WARM_UPS; warmUp += 1) await openings(1);
    const measures = { tpcb: tpcb.run, single: () => openings(1), hundreds: () => openings(100) };
    const rounds = await measureInTurns(measures, ROUNDS);
    const yardstick = median(rounds.map((round) => round.tpcb)).toFixed(0);
    const note = `${tpcb.name}: ${yardstick} transactions/s, ${CLIENTS} connections each, median of ${ROUNDS} rounds`;
    const figureOf = (figure: string, goal: number, ratios: number[]): Figure => {
      const ratio = median(ratios);
      return { figure, ratio, goal: `≥ ${goal}`, met: ratio >= goal, note };
    };
    const ratiosOf = (kind: 'single' | 'hundreds') => rounds.map((round) => round[kind] / round.tpcb);
    return [
      figureOf('single openings ÷ TPC-B transactions', SINGLE_GOAL, ratiosOf('single')),
      figureOf('openings in requests of 100 ÷ TPC-B transactions', HUNDREDS_GOAL, ratiosOf('hundreds')),
    ];
  } finally {
    await product.stop();
  }
}

/** A case of 20 items, and for everybody more money than they can lose on it. */
async function createPlayable(client: Client, people: readonly BenchSession[]): Promise<string> {
  await client.query(
    `with paid as (
       insert into transfers (user_id, debit_account, credit_account, amount_cents, type, reason)
       select id, 'SYSTEM', 'USER', 1000000000000, 'DEPOSIT', 'bench' from unnest($1::bigint[]) id returning user_id)
     update accounts set balance_cents = balance_cents + 1000000000000, transfer_count = transfer_count + 1
     from paid where paid.user_id = accounts.user_id`,
    [people.map(({ userId }) => userId)],
  );
  const { rows } = await client.query<{ id: string }>(
    `with made as (
       insert into cases (name, image_url, category, price_cents)
       values ('Bench', 'https://x.example/a.png', 'Bench', 100) returning id)
     insert into case_versions (case_id, number) select id, 1 from made returning case_id as id`,
  );
  const caseId = rows[0]?.id ?? '';
  await client.query(
    `with item as (
       insert into items (name, market_hash_name, image_url, rarity, weapon_category, value_cents_brl)
       select 'Bench ' || n, 'Bench ' || n, 'https://x.example/a.png', 'COVERT', 'RIFLE', n * 10
       from generate_series(1, 20) n returning id
     ), line as (
       select id, row_number() over (order by id) as place from item)
     insert into case_version_items (version_id, item_id, hash_range_start, hash_range_end)
     select version.id, line.id, (place - 1) * 500000 + 1, place * 500000
     from line, case_versions version where version.case_id = $1`,
    [caseId],
  );
  await client.query(
    `update cases set status = 'ACTIVE', current_version_id = (select id from case_versions where case_id = $1)
     where id = $1`,
    [caseId],
  );
  return caseId;
}

interface Tpcb {
  name: string;
  /** Transactions a second. */
  run(): Promise<number>;
}

/** pgbench itself, or where it is missing the same statements over pg. */
async function prepareTpcb(product: ProductServer): Promise<Tpcb> {
  await onDatabase(product.dataDir, (client) => client.query(`create database ${TPCB_DATABASE}`));
  const [pgbench] = globSync('/usr/lib/postgresql/*/bin/pgbench');
  if (pgbench === undefined) {
    await onDatabase(product.dataDir, (client) => client.query(TPCB_TABLES), TPCB_DATABASE);
    return { name: 'TPC-B over pg, pgbench being missing,', run: () => runTpcbOverPg(product) };
  }
  const { host, port, user } = databaseAddressOf(product.dataDir, TPCB_DATABASE);
  const connection = ['-h', host, '-p', String(port), '-U', user];
  execFileSync(pgbench, [...connection, '-i', '-q', '-s', String(SCALE), TPCB_DATABASE], { stdio: 'ignore' });
  const load = ['-M', 'prepared', '-c', String(CLIENTS), '-j', '2', '-T', String(SECONDS), TPCB_DATABASE];
  return {
    name: 'pgbench',
    run: async () => {
      const { stdout } = await promisify(execFile)(pgbench, [...connection, ...load]);
      const tps = /tps = ([0-9.]+)/.exec(stdout)?.[1];
      if (tps === undefined) throw new Error(`pgbench gave no figure: ${stdout}`);
      return Number(tps);
    },
  };
}

const TPCB_TABLES = `
  create table pgbench_branches (bid int primary key, bbalance int) with (fillfactor = 100);
  create table pgbench_tellers (tid int primary key, bid int, tbalance int) with (fillfactor = 100);
  create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84)) with (fillfactor = 100);
  create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
  insert into pgbench_branches select n, 0 from generate_series(1, ${SCALE}) n;
  insert into pgbench_tellers select n, (n - 1) / 10 + 1, 0 from generate_series(1, ${SCALE * 10}) n;
  insert into pgbench_accounts select n, (n - 1) / 100000 + 1, 0, '' from generate_series(1, ${SCALE * 100_000}) n;
  analyze`;

const upTo = (most: number) => 1 + Math.floor(Math.random() * most);

async function runTpcbOverPg(product: ProductServer): Promise<number> {
  const endsMs = performance.now() + SECONDS * 1000;
  const counts = await Promise.all(
    Array.from({ length: CLIENTS }, () =>
      onDatabase(product.dataDir, (client) => countTpcb(client, endsMs), TPCB_DATABASE),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0) / SECONDS;
}

async function countTpcb(client: Client, endsMs: number): Promise<number> {
  let count = 0;
  for (; performance.now() < endsMs; count += 1) await tpcbTransaction(client);
  return count;
}

async function tpcbTransaction(client: Client): Promise<void> {
  const [aid, tid, bid, delta] = [upTo(SCALE * 100_000), upTo(SCALE * 10), upTo(SCALE), upTo(10_001) - 5_001];
  const run = (name: string, text: string, values: number[]) => client.query({ name, text, values });
  await client.query('begin');
  await run('a', 'update pgbench_accounts set abalance = abalance + $1 where aid = $2', [delta, aid]);
  await run('s', 'select abalance from pgbench_accounts where aid = $1', [aid]);
  await run('t', 'update pgbench_tellers set tbalance = tbalance + $1 where tid = $2', [delta, tid]);
  await run('b', 'update pgbench_branches set bbalance = bbalance + $1 where bid = $2', [delta, bid]);
  await run('h', 'insert into pgbench_history values ($1, $2, $3, $4, current_timestamp)', [tid, bid, aid, delta]);
  await client.query('commit');
}

/** The lists of openings on a large table against a small one, p50 of alternating calls. */
async function listFigures(): Promise<Figure[]> {
  const small = await startListServer(SMALL_ROWS);
  try {
    const large = await startListServer(ROWS);
    try {
      const note = `${SMALL_ROWS} rows against ${ROWS}, ${ROWS_PER_USER} a user, p50 of ${LIST_CALLS} alternating calls`;
      const figureOf = async (figure: string, kind: 'history' | 'recent' | 'rare'): Promise<Figure> => {
        const ratio = await compareCalls(large[kind], small[kind]);
        return { figure, ratio, goal: `≤ ${LIST_GOAL}`, met: ratio <= LIST_GOAL, note };
      };
      return [
        await figureOf('own openings, large table ÷ small', 'history'),
        await figureOf('recent drops (the read, not its cache), large table ÷ small', 'recent'),
        await figureOf('top drops (the read, not its cache), large table ÷ small', 'rare'),
      ];
    } finally {
      await large.stop();
    }
  } finally {
    await small.stop();
  }
}

async function startListServer(rows: number) {
  const product = await startProductServer();
  const people = await createSessions(product.dataDir, Math.max(1, Math.floor(rows / ROWS_PER_USER)));
  await onDatabase(product.dataDir, async (client) => {
    await fillOpenings(client, await createPlayable(client, people.slice(0, 1)), people);
  });
  const db = openDatabase({ address: databaseAddressOf(product.dataDir), logger: silentLogger, poolSize: 2 });
  const drops = createRecentDrops({ db, maxAgeMs: 0 });
  const headers = { cookie: `sessionId=${people[Math.floor(people.length / 2)]?.sessionId}` };
  return {
    history: async () => {
      const answer = await fetch(`${product.address}/api/cases/openings`, { headers });
      if (!answer.ok || !(await answer.text()).includes('"nonce"'))
        throw new Error(`the list answered ${answer.status}`);
    },
    recent: () => drops.recent(100),
    rare: () => drops.rare(100),
    stop: async () => {
      await db.close();
      await product.stop();
    },
  };
}

/** Straight into the table, without the triggers of its foreign keys; one in fifty is a rare drop. */
async function fillOpenings(client: Client, caseId: string, people: readonly BenchSession[]): Promise<void> {
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into case_openings (user_id, case_id, version_id, item_id, inventory_item_id, transfer_id, price_cents,
       item_value_cents, chance_width, nonce, server_seed, server_seed_hash, client_seed, roll, is_flip, committed_at)
     select user_id, $2, (select id from case_versions where case_id = $2), (select min(id) from items), 1, 1, 100, 10,
       case when (user_id + nonce) % 50 = 0 then 1000 else 500000 end, nonce, md5(user_id::text) || md5(nonce::text),
       md5(nonce::text) || md5(user_id::text), 'bench', 1, false, now()
     from generate_series(1, ${ROWS_PER_USER}) nonce, unnest($1::bigint[]) user_id`,
    [people.map(({ userId }) => userId), caseId],
  );
  await client.query('set session_replication_role = origin');
  await client.query(`update accounts set nonce = ${ROWS_PER_USER}, cases_opened = ${ROWS_PER_USER}`);
  await client.query('vacuum analyze');
}

async function compareCalls(large: () => Promise<unknown>, small: () => Promise<unknown>): Promise<number> {
  const times = { large: [] as number[], small: [] as number[] };
  const timed = async (call: () => Promise<unknown>, kept: number[]) => {
    const startedMs = performance.now();
    await call();
    kept.push(performance.now() - startedMs);
  };
  for (let call = 0; call < LIST_CALLS; call += 1) {
    await timed(small, times.small);
    await timed(large, times.large);
  }
  return median(times.large) / median(times.small);
}
