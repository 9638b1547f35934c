import { execFile, execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Client } from 'pg';
import { onDatabase } from './people.ts';
import { databaseAddressOf, type ProductServer } from './servers.ts';

const SCALE = 10;
const TPCB_DATABASE = 'tpcb';
export const CLIENTS = 64;

interface Tpcb {
  name: string;
  /** Transactions a second. */
  run(): Promise<number>;
}

export async function prepareTpcb(product: ProductServer, seconds: number): Promise<Tpcb> {
  await onDatabase(product.dataDir, (client) => client.query(`create database ${TPCB_DATABASE}`));
  const [pgbench] = globSync('/usr/lib/postgresql/*/bin/pgbench');
  if (pgbench === undefined) {
    await onDatabase(product.dataDir, (client) => client.query(TPCB_TABLES), TPCB_DATABASE);
    return { name: 'TPC-B over pg, pgbench being missing,', run: () => runTpcbOverPg(product, seconds) };
  }
  const { host, port, user } = databaseAddressOf(product.dataDir, TPCB_DATABASE);
  const connection = ['-h', host, '-p', String(port), '-U', user];
  execFileSync(pgbench, [...connection, '-i', '-q', '-s', String(SCALE), TPCB_DATABASE], { stdio: 'ignore' });
  const load = ['-M', 'prepared', '-c', String(CLIENTS), '-j', '2', '-T', String(seconds), TPCB_DATABASE];
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

async function runTpcbOverPg(product: ProductServer, seconds: number): Promise<number> {
  const endsMs = performance.now() + seconds * 1000;
  const counts = await Promise.all(
    Array.from({ length: CLIENTS }, () =>
      onDatabase(product.dataDir, (client) => countTpcb(client, endsMs), TPCB_DATABASE),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
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
