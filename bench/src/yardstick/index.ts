import type { Client } from 'pg';
import { type LoadOptions, measureInTurns, requestsPerSecond, sendEach } from '../load.ts';
import { onDatabase } from '../people.ts';
import { type Figure, median } from '../results.ts';
import { type ProductServer, startProductServer } from '../servers.ts';
import { CLIENTS } from '../tpcb.ts';
import { checkBooks } from './books.ts';
import { idleMemory } from './memory.ts';
import { compileYardstick, fillYardstick, onYardstickDatabase, startYardstick } from './nest-server.ts';
import { fillProduct, HELD_ITEMS } from './world.ts';

const ROUNDS = Number(process.env.BENCH_YARDSTICK_ROUNDS ?? 11);
const SECONDS = Number(process.env.BENCH_YARDSTICK_SECONDS ?? 2);
const WARM_UPS = 3;
/** By so many single openings the tables of both grow, where that is measured. */
const STORED_OPENINGS = Number(process.env.BENCH_YARDSTICK_STORED ?? 20_000);

interface Side {
  address: string;
  caseId: string;
  holders: string[];
  players: string[];
  /** Openings that were answered. */
  opened: number;
}

const LOADS = ['inventory', 'single', 'hundreds', 'balance'] as const;
type Load = (typeof LOADS)[number];

const FIGURES: Record<Load, { figure: string; goal: number; unit: string }> = {
  inventory: { figure: `inventory page of 15 out of ${HELD_ITEMS} items`, goal: 5, unit: 'requests/s' },
  single: { figure: 'single openings', goal: 8, unit: 'openings/s' },
  hundreds: { figure: 'openings in requests of 100', goal: 5, unit: 'openings/s' },
  balance: { figure: 'GET /user/balance', goal: 5, unit: 'requests/s' },
};

/** Ours against the same platform in NestJS and TypeORM (`bench/yardstick`), on one PostgreSQL. */
export async function yardstickBenchmark(): Promise<Figure[]> {
  compileYardstick();
  const product = await startProductServer();
  try {
    return [...(await figuresUnderLoad(product)), await memoryFigure(product)];
  } finally {
    await product.stop();
  }
}

async function figuresUnderLoad(product: ProductServer): Promise<Figure[]> {
  const yardstick = await startYardstick(product);
  try {
    const filled = await onYardstickDatabase(product, (client) => fillYardstick(client, CLIENTS));
    const sides = {
      product: { address: product.address, ...(await fillProduct(product, CLIENTS)), opened: 0 },
      yardstick: { address: yardstick.address, ...filled, opened: 0 },
    };
    const speeds = await speedFigures(sides.product, sides.yardstick);
    const bytes = await bytesFigure(product, sides.product, sides.yardstick);
    await onDatabase(product.dataDir, (client) => checkBooks(client, 'product', sides.product.opened));
    await onYardstickDatabase(product, (client) => checkBooks(client, 'yardstick', sides.yardstick.opened));
    return [...speeds, bytes];
  } finally {
    await yardstick.stop();
  }
}

async function speedFigures(product: Side, yardstick: Side): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const load of LOADS) {
    console.log(FIGURES[load].figure);
    for (let warmUp = 0; warmUp < WARM_UPS; warmUp += 1) {
      for (const side of [product, yardstick]) await measure(side, load);
    }
    const rounds = await measureInTurns(
      { product: () => measure(product, load), yardstick: () => measure(yardstick, load) },
      ROUNDS,
    );
    figures.push(figureOf(load, rounds));
  }
  return figures;
}

function figureOf(load: Load, rounds: Record<'product' | 'yardstick', number>[]): Figure {
  const { figure, goal, unit } = FIGURES[load];
  const ratio = median(rounds.map((round) => round.product / round.yardstick));
  const rateOf = (side: 'product' | 'yardstick') => median(rounds.map((round) => round[side])).toFixed(0);
  return {
    figure: `${figure}, ours ÷ NestJS and TypeORM`,
    ratio,
    goal: `≥ ${goal}`,
    met: ratio >= goal,
    note: `${rateOf('yardstick')} ${unit} against ${rateOf('product')}, ${CLIENTS} connections, median of ${ROUNDS} rounds`,
  };
}

async function measure(side: Side, load: Load): Promise<number> {
  const each = load === 'hundreds' ? 100 : 1;
  const sessions = load === 'inventory' ? side.holders : side.players;
  const requests = await requestsPerSecond({
    ...requestOf(side, load),
    headersOf: (connection) => ({ cookie: `sessionId=${sessions[connection]}` }),
    connections: CLIENTS,
    seconds: SECONDS,
  });
  // At least: a round lasts until its last answers are there.
  if (load === 'single' || load === 'hundreds') side.opened += Math.floor(requests * each * SECONDS);
  return requests * each;
}

function requestOf({ address, caseId }: Side, load: Load): LoadOptions {
  if (load === 'inventory') return { url: `${address}/api/inventory?limit=15` };
  if (load === 'balance') return { url: `${address}/api/user/balance` };
  return {
    url: `${address}/api/cases/${caseId}/open`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ quantity: load === 'hundreds' ? 100 : 1 }),
  };
}

/** How much the tables and indexes of both grow by single openings. */
async function bytesFigure(server: ProductServer, product: Side, yardstick: Side): Promise<Figure> {
  const ours = await bytesOfOpening(product, (work) => onDatabase(server.dataDir, work));
  const theirs = await bytesOfOpening(yardstick, (work) => onYardstickDatabase(server, work));
  const ratio = ours / theirs;
  return {
    figure: 'bytes stored for an opening, ours ÷ NestJS and TypeORM',
    ratio,
    goal: '≤ 1',
    met: ratio <= 1,
    note: `${theirs.toFixed(0)} bytes of tables and indexes against ${ours.toFixed(0)}, ${STORED_OPENINGS} single openings`,
  };
}

async function bytesOfOpening(
  side: Side,
  onTables: <Result>(work: (client: Client) => Promise<Result>) => Promise<Result>,
): Promise<number> {
  const before = await onTables(sizesOf);
  const requests = Array.from({ length: STORED_OPENINGS }, (_, index) => ({
    ...requestOf(side, 'single'),
    headers: {
      'content-type': 'application/json',
      cookie: `sessionId=${side.players[index % side.players.length]}`,
    },
  }));
  await sendEach(requests, CLIENTS);
  side.opened += STORED_OPENINGS;
  const after = await onTables(sizesOf);
  const grown = [...after].map(([name, size]) => [name, (size - (before.get(name) ?? 0)) / STORED_OPENINGS] as const);
  for (const [name, bytes] of grown) if (bytes >= 1) console.log(`  ${name}: ${bytes.toFixed(0)} bytes an opening`);
  return grown.reduce((sum, [, bytes]) => sum + bytes, 0);
}

/** Bytes in use by table and index, once what was deleted or overwritten is free for new rows. */
async function sizesOf(client: Client): Promise<Map<string, number>> {
  await client.query('vacuum');
  const { rows } = await client.query<{ name: string; size: string }>(
    `select relname as name, pg_relation_size(oid) as size from pg_class
     where relkind in ('r', 'i', 't') and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
  );
  return new Map(rows.map(({ name, size }) => [name, Number(size)]));
}

async function memoryFigure(ground: ProductServer): Promise<Figure> {
  const { product, yardstick } = await idleMemory(ground);
  const ratio = product / yardstick;
  return {
    figure: 'resident memory, idle in production, ours ÷ NestJS and TypeORM',
    ratio,
    goal: '≤ 1',
    met: ratio <= 1,
    note: `${yardstick.toFixed(0)} MiB against ${product.toFixed(0)}`,
  };
}
