import type { Client } from 'pg';
import { type BenchSession, createSessions, onDatabase } from './people.ts';
import { type Figure, median } from './results.ts';
import { type ProductServer, startProductServer } from './servers.ts';

/** The large table has so many rows; a quick look takes fewer: `INVENTORY_ROWS=1000000 npm run bench -- inventory`. */
const LARGE_ROWS = Number(process.env.INVENTORY_ROWS ?? 10_000_000);
const SMALL_ROWS = 10_000;
const ITEMS_OF_LARGE_USER = Math.min(100_000, LARGE_ROWS / 10);
const KINDS = 300;
const ROWS_PER_OTHER_USER = 10_000;
const WARM_UP = 60;
const REQUESTS = 500;
const READ_GOAL = 1.3;

const SOLD_AT_ONCE = 10_000;
const SALE_ROUNDS = 7;
const SINGLE_SALES_PER_ROUND = 15;
const SALE_GOAL = 50;

/** The place in the list changes from request to request. */
const READS = {
  'page by time': (place: number) => `limit=15&offset=${place * 15}`,
  'page by value': (place: number) => `limit=15&offset=${place * 15}&sortBy=value`,
  'page of what is available by name': (place: number) => `limit=15&offset=${place * 15}&sortBy=name&status=AVAILABLE`,
  search: (place: number) => `search=skin%20${place % 10}`,
  totals: () => 'limit=1',
};
const PLACES = 10;

/** Reading 100,000 items among 10,000,000 against 10,000 alone; selling 10,000 at once against selling one. */
export async function inventoryBenchmark(): Promise<Figure[]> {
  const [large, small] = [await startProductServer(), await startProductServer()];
  try {
    const filledMs = performance.now();
    const largeUser = await fill(large, LARGE_ROWS, ITEMS_OF_LARGE_USER);
    console.log(`${LARGE_ROWS} rows written in ${((performance.now() - filledMs) / 1_000).toFixed(0)} s`);
    const smallUser = await fill(small, SMALL_ROWS, SMALL_ROWS);
    const figures: Figure[] = [];
    for (const [name, queryOf] of Object.entries(READS)) {
      figures.push(await readFigure(name, queryOf, reader(large, largeUser), reader(small, smallUser)));
    }
    figures.push(await saleFigure(small));
    return figures;
  } finally {
    await large.stop();
    await small.stop();
  }
}

type Reader = (query: string) => Promise<number>;

/** Gives the milliseconds a request took. */
function reader(server: ProductServer, { sessionId }: BenchSession): Reader {
  return (query) => timed(server, sessionId, 'GET', `inventory?${query}`);
}

async function timed(server: ProductServer, sessionId: string, method: string, path: string): Promise<number> {
  const startedMs = performance.now();
  const answer = await fetch(`${server.address}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${sessionId}` },
  });
  const body = await answer.text();
  const elapsedMs = performance.now() - startedMs;
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${body}`);
  return elapsedMs;
}

async function readFigure(
  name: string,
  queryOf: (place: number) => string,
  large: Reader,
  small: Reader,
): Promise<Figure> {
  const [largeMs, smallMs]: [number[], number[]] = [[], []];
  for (let request = 0; request < WARM_UP + REQUESTS; request += 1) {
    const query = queryOf(request % PLACES);
    const measured = [await large(query), await small(query)] as const;
    if (request < WARM_UP) continue;
    largeMs.push(measured[0]);
    smallMs.push(measured[1]);
  }
  const [ours, yardstick] = [median(largeMs), median(smallMs)];
  const ratio = ours / yardstick;
  console.log(`${name}: ${ours.toFixed(2)} ms, in the small table ${yardstick.toFixed(2)} ms`);
  return {
    figure: name,
    ratio,
    goal: `≤ ${READ_GOAL}`,
    met: ratio <= READ_GOAL,
    note: `small: ${yardstick.toFixed(2)} ms`,
  };
}

async function saleFigure(server: ProductServer): Promise<Figure> {
  const [all, one] = await createSessions(server.dataDir, 2);
  if (all === undefined || one === undefined) throw new Error('No people');
  return onDatabase(server.dataDir, async (client) => {
    const rounds: { all: number; one: number }[] = [];
    for (let round = 0; round <= SALE_ROUNDS; round += 1) {
      await giveItems(client, all.userId, SOLD_AT_ONCE, `all-${round}`);
      const ids = await giveItems(client, one.userId, SINGLE_SALES_PER_ROUND, `one-${round}`);
      const singles: number[] = [];
      for (const id of ids) singles.push(await timed(server, one.sessionId, 'DELETE', `inventory/${id}/sell`));
      const measured = { all: await timed(server, all.sessionId, 'POST', 'inventory/sell-all'), one: median(singles) };
      console.log(`sale ${round}: ${measured.all.toFixed(0)} ms for all, ${measured.one.toFixed(2)} ms for one`);
      // The first warms up.
      if (round > 0) rounds.push(measured);
    }
    const ratio = median(rounds.map((round) => round.all / round.one));
    const yardstick = median(rounds.map((round) => round.one));
    return {
      figure: `sell-all of ${SOLD_AT_ONCE} items ÷ sell of one`,
      ratio,
      goal: `≤ ${SALE_GOAL}`,
      met: ratio <= SALE_GOAL,
      note: `one: ${yardstick.toFixed(2)} ms, median of ${SALE_ROUNDS} rounds`,
    };
  });
}

/** A table of `rows` items, of which the user who is given back has `own`, strewn evenly among those of others. */
async function fill(server: ProductServer, rows: number, own: number): Promise<BenchSession> {
  const others = Math.ceil((rows - own) / ROWS_PER_OTHER_USER);
  // Their ids follow each other, so that the others are counted on from the first.
  const people = (await createSessions(server.dataDir, 1 + others)).sort((a, b) => Number(a.userId) - Number(b.userId));
  const [user] = people;
  if (user === undefined) throw new Error('No people');
  await onDatabase(server.dataDir, async (client) => {
    await createKinds(client);
    const indexes = await dropIndexes(client);
    // Triggers and foreign keys of each row are off, and their work is done in one go below.
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into inventory_items (user_id, item_id, status, acquired_at, acquired_from, source_type, source_id)
       select case when n % $2::bigint = 0 then $1::bigint else $1::bigint + 1 + n % $3::bigint end,
         (select min(id) from items where image_url like 'https://bench.example/%') + (n / $2::bigint) % $4::bigint,
         (array['AVAILABLE', 'AVAILABLE', 'AVAILABLE', 'SOLD', 'WITHDRAWN'])[1 + (n / $2::bigint / 7) % 5],
         now() - ($5::bigint - n) * interval '1 second', 'Caixa - Bench', 'BENCH', lpad(n::text, 10, '0')
       from generate_series(1, $5::bigint) n`,
      [user.userId, rows / own, Math.max(others, 1), KINDS, rows],
    );
    await client.query('set session_replication_role = origin');
    await client.query(
      `insert into inventory_counts (user_id, item_id, status, count)
       select user_id, item_id, status, count(*) from inventory_items group by 1, 2, 3`,
    );
    await client.query(`set maintenance_work_mem = '512MB'`);
    for (const index of indexes) await client.query(index);
    await client.query('vacuum analyze inventory_items');
    await client.query('vacuum analyze inventory_counts');
  });
  return user;
}

async function createKinds(client: Client): Promise<void> {
  await client.query(
    `insert into items (name, market_hash_name, image_url, rarity, weapon_category, value_cents_brl)
     select 'Weapon ' || n || ' | Skin ' || n % 30, 'Bench ' || n, 'https://bench.example/' || n || '.png',
       'CLASSIFIED', 'RIFLE', 100 + n * 37 % 5000
     from generate_series(1, $1::int) n`,
    [KINDS],
  );
}

/** Built afterwards, they cost a fraction; gives the statements that do so. Those of constraints stay. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'inventory_items' and indexname not in (select conname from pg_constraint)`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

async function giveItems(client: Client, userId: string, count: number, source: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `insert into inventory_items (user_id, item_id, acquired_from, source_type, source_id, source_index)
     select $1, (select min(id) from items where image_url like 'https://bench.example/%') + n % $4::int, 'Caixa - Bench', 'BENCH', $3, n
     from generate_series(1, $2::int) n returning id`,
    [userId, count, source, KINDS],
  );
  return rows.map(({ id }) => id);
}
