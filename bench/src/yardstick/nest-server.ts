import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Client } from 'pg';
import { onDatabase } from '../people.ts';
import { type BenchServer, databaseUrlOf, type ProductServer, startOtherServer } from '../servers.ts';
import { HELD_ITEMS, HELD_KINDS, KINDS, PRICE_CENTS, STARTING_CENTS } from './world.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../yardstick');
const TSC = path.resolve(import.meta.dirname, '../../../node_modules/.bin/tsc');
const DATABASE = 'yardstick';

/** Written in decorators, which Node does not run as they are. */
export function compileYardstick(): void {
  execFileSync(TSC, ['-p', FOLDER], { stdio: 'inherit' });
}

/** On a database of its own beside the product's, in the same PostgreSQL. */
export async function startYardstick({ dataDir }: ProductServer): Promise<BenchServer> {
  await onDatabase(dataDir, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  });
  return startOtherServer(path.join(FOLDER, 'dist/main.js'), {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrlOf(dataDir, DATABASE),
  });
}

export const onYardstickDatabase = <Result>({ dataDir }: ProductServer, work: (client: Client) => Promise<Result>) =>
  onDatabase(dataDir, work, DATABASE);

export interface YardstickWorld {
  caseId: string;
  holders: string[];
  players: string[];
}

/** What `fillProduct` fills the product with, in the yardstick's own tables. */
export async function fillYardstick(client: Client, people: number): Promise<YardstickWorld> {
  await client.query(
    `insert into items (name, "imageUrl", rarity, "weaponCategory", exterior, "valueCents")
     select 'Weapon ' || n || ' | Skin ' || n % 30, 'https://bench.example/' || n || '.png', 'CLASSIFIED', 'RIFLE',
       'FIELD_TESTED', 100 + n * 37 % 5000
     from generate_series(1, $1::int) n`,
    [KINDS],
  );
  const { rows } = await client.query<{ id: string }>(
    `insert into cases (name, "priceCents") values ('Bench', $1) returning id`,
    [PRICE_CENTS],
  );
  const caseId = rows[0]?.id ?? '';
  await client.query(
    `insert into case_items ("caseId", "itemId", "rangeStart", "rangeEnd")
     select $1, n, (n - 1) * 500000 + 1, n * 500000 from generate_series(1, 20) n`,
    [caseId],
  );
  const holders = await createPeople(client, people);
  const players = await createPeople(client, people);
  await client.query(
    `insert into inventory_items ("userId", "itemId", "acquiredAt", "acquiredFrom")
     select "userId", 1 + ("userId" + n) % $2::int, now() - n * interval '1 minute', 'Caixa - Bench'
     from sessions, generate_series(1, $3::int) n where id = any($1)`,
    [holders, HELD_KINDS, HELD_ITEMS],
  );
  await client.query('vacuum analyze');
  return { caseId, holders, players };
}

async function createPeople(client: Client, count: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `with made as (
       insert into users (username) select 'Bench ' || n from generate_series(1, $1::int) n returning id
     ), account as (
       insert into accounts ("userId", "balanceCents") select id, $2 from made
     ), progress as (
       insert into event_progress ("userId") select id from made
     ), entry as (
       insert into ledger_entries ("userId", "amountCents", "balanceAfterCents", type, reason)
       select id, $2, $2, 'DEPOSIT', 'bench' from made)
     insert into sessions (id, "userId")
     select encode(sha256(convert_to(gen_random_uuid()::text, 'utf8')), 'hex'), id from made returning id`,
    [count, STARTING_CENTS],
  );
  return rows.map(({ id }) => id);
}
