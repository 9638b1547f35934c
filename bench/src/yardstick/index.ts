import type { Client } from 'pg';
import { type LoadOptions, measureInTurns, openingsRequest, requestsPerSecond, sendEach } from '../load.ts';
import { onDatabase } from '../people.ts';
import { type ProcessorMs, processorDuring } from '../processor.ts';
import { type Figure, median } from '../results.ts';
import { type BenchServer, type ProductServer, startProductServer } from '../servers.ts';
import { CLIENTS } from '../tpcb.ts';
import { checkBooks } from './books.ts';
import { idleMemory } from './memory.ts';
import {
  compileYardstick,
  fillYardstick,
  onYardstickDatabase,
  startYardstick,
  type YardstickWorld,
} from './nest-server.ts';
import { fillProduct, HELD_ITEMS } from './world.ts';

const ROUNDS = Number(process.env.BENCH_YARDSTICK_ROUNDS ?? 11);
const SECONDS = Number(process.env.BENCH_YARDSTICK_SECONDS ?? 2);
const WARM_UPS = 3;
/** By so many single openings the tables of both grow, where that is measured. */
const STORED_OPENINGS = Number(process.env.BENCH_YARDSTICK_STORED ?? 20_000);

interface Side extends YardstickWorld {
  server: BenchServer;
  client: Client;
  opened: number;
}

interface Load {
  figure: string;
  kind: 'inventory' | 'balance' | 'openings';
  goal: number;
  connections: number;
  quantity: number;
  /** An opening may take at most this part of the yardstick's processor time; null without a goal. */
  processorGoal: number | null;
}

const RATE = { connections: CLIENTS, quantity: 1, processorGoal: null };

/** Openings are sent with an `Idempotency-Key` each, as players send them. */
const LOADS: readonly Load[] = [
  { ...RATE, kind: 'inventory', figure: `inventory page of 15 out of ${HELD_ITEMS} items`, goal: 5 },
  { ...RATE, kind: 'openings', figure: 'single openings', goal: 4, processorGoal: 0.25 },
  { ...RATE, kind: 'openings', figure: 'openings in requests of 100', goal: 5, quantity: 100 },
  { ...RATE, kind: 'openings', figure: 'openings of one player alone', goal: 1, connections: 1, processorGoal: 0.67 },
  { ...RATE, kind: 'balance', figure: 'GET /user/balance', goal: 5 },
];

/** Compares ours with the same platform in NestJS and TypeORM (`bench/yardstick`), on one PostgreSQL. */
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
    return await onDatabase(product.dataDir, (ours) =>
      onYardstickDatabase(product, async (theirs) => {
        const filled = await fillYardstick(theirs, CLIENTS);
        const sides = {
          product: { server: product, client: ours, ...(await fillProduct(product, CLIENTS)), opened: 0 },
          yardstick: { server: yardstick, client: theirs, ...filled, opened: 0 },
        };
        const figures: Figure[] = [];
        for (const load of LOADS) figures.push(...(await figuresOf(load, sides.product, sides.yardstick)));
        figures.push(await bytesFigure(sides.product, sides.yardstick));
        await checkBooks(ours, 'product', sides.product.opened);
        await checkBooks(theirs, 'yardstick', sides.yardstick.opened);
        return figures;
      }),
    );
  } finally {
    await yardstick.stop();
  }
}

interface Spent extends ProcessorMs {
  requests: number;
}

async function figuresOf(load: Load, product: Side, yardstick: Side): Promise<Figure[]> {
  console.log(load.figure);
  for (let warmUp = 0; warmUp < WARM_UPS; warmUp += 1) {
    for (const side of [product, yardstick]) await measure(side, load, nothingSpent());
  }
  const spent = { product: nothingSpent(), yardstick: nothingSpent() };
  const rounds = await measureInTurns(
    {
      product: () => measure(product, load, spent.product),
      yardstick: () => measure(yardstick, load, spent.yardstick),
    },
    ROUNDS,
  );
  const rate = rateFigure(load, rounds);
  return load.processorGoal === null ? [rate] : [rate, processorFigure(load, load.processorGoal, spent)];
}

const nothingSpent = (): Spent => ({ server: 0, database: 0, requests: 0 });

const UNITS = { inventory: 'requests/s', balance: 'requests/s', openings: 'openings/s' };

function rateFigure({ figure, kind, goal }: Load, rounds: Record<'product' | 'yardstick', number>[]): Figure {
  const ratio = median(rounds.map((round) => round.product / round.yardstick));
  const rateOf = (side: 'product' | 'yardstick') => median(rounds.map((round) => round[side])).toFixed(0);
  const rates = `${rateOf('yardstick')} ${UNITS[kind]} against ${rateOf('product')}`;
  return {
    figure: `${figure}`,
    ratio,
    goal: `≥ ${goal}`,
    met: ratio >= goal,
    note: rates,
  };
}

function processorFigure({ figure }: Load, goal: number, spent: Record<'product' | 'yardstick', Spent>): Figure {
  const [ours, theirs] = [spent.product, spent.yardstick];
  const ratio = (ours.server + ours.database) / ours.requests / ((theirs.server + theirs.database) / theirs.requests);
  const costOf = ({ server, database, requests }: Spent) =>
    `${(server / requests).toFixed(2)} + ${(database / requests).toFixed(2)} ms`;
  return {
    figure: `${figure}: processor time`,
    ratio,
    goal: `≤ ${goal}`,
    met: ratio <= goal,
    note: `${costOf(theirs)} against ${costOf(ours)}`,
  };
}

/** Gives requests a second, or openings, and adds to what they took of the processor. */
async function measure(side: Side, load: Load, spent: Spent): Promise<number> {
  const { kind, connections, quantity } = load;
  const sessions = kind === 'inventory' ? side.holders : side.players;
  let rate = 0;
  const { server, database } = await processorDuring(side.server, side.client, async () => {
    rate = await requestsPerSecond({
      ...requestOf(side, load),
      headersOf: (connection) => ({ cookie: `sessionId=${sessions[connection]}` }),
      connections,
      seconds: SECONDS,
    });
  });
  spent.server += server;
  spent.database += database;
  spent.requests += rate * SECONDS;
  if (kind === 'openings') side.opened += Math.floor(rate * quantity * SECONDS);
  return rate * quantity;
}

function requestOf({ server: { address }, caseId }: Side, { kind, quantity }: Load): LoadOptions {
  if (kind === 'inventory') return { url: `${address}/api/inventory?limit=15` };
  if (kind === 'balance') return { url: `${address}/api/user/balance` };
  return openingsRequest({ address, caseId, quantity });
}

async function bytesFigure(product: Side, yardstick: Side): Promise<Figure> {
  const ours = await bytesOfOpening(product);
  const theirs = await bytesOfOpening(yardstick);
  const ratio = ours / theirs;
  return {
    figure: 'bytes stored for an opening',
    ratio,
    goal: '≤ 1',
    met: ratio <= 1,
    note: `${theirs.toFixed(0)} bytes against ${ours.toFixed(0)}`,
  };
}

async function bytesOfOpening(side: Side): Promise<number> {
  const { client, players, server, caseId } = side;
  const before = await sizesOf(client);
  const request = openingsRequest({ address: server.address, caseId, quantity: 1 });
  const requests = Array.from({ length: STORED_OPENINGS }, (_, index) => ({
    ...request,
    headers: { ...request.headers, cookie: `sessionId=${players[index % players.length]}` },
  }));
  await sendEach(requests, CLIENTS);
  side.opened += STORED_OPENINGS;
  const after = await sizesOf(client);
  const grown = [...after].map(([name, size]) => [name, (size - (before.get(name) ?? 0)) / STORED_OPENINGS] as const);
  for (const [name, bytes] of grown) if (bytes >= 1) console.log(`  ${name}: ${bytes.toFixed(0)} bytes an opening`);
  return grown.reduce((sum, [, bytes]) => sum + bytes, 0);
}

/** Counts bytes in use by table and index, once deleted and overwritten rows are free for new ones. */
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
    figure: 'resident memory, idle in production',
    ratio,
    goal: '≤ 1',
    met: ratio <= 1,
    note: `${yardstick.toFixed(0)} MiB against ${product.toFixed(0)}`,
  };
}
