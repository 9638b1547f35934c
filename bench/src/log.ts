import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { openingsRequest, requestsPerSecond } from './load.ts';
import { createSessions, onDatabase } from './people.ts';
import { createPlayable } from './playable.ts';
import { type Figure, median } from './results.ts';
import { databaseAddressOf, type ProductServer, startProductServer } from './servers.ts';
import { CLIENTS } from './tpcb.ts';

const ROUNDS = Number(process.env.BENCH_LOG_ROUNDS ?? 6);
/** The log grows every five seconds, so openings from before a measure must be due before it begins. */
const LEAD_SECONDS = 6;
const SECONDS = 12;
const GOAL = 0.95;

interface Side extends ProductServer {
  caseId: string;
  sessions: string[];
}

/** Measures the cost of the public log: openings of a server that keeps it against one that is kept from it. */
export async function logBenchmark(): Promise<Figure[]> {
  const [keeping, kept] = [await startSide(), await startSide()];
  const holder = await holdLog(kept);
  try {
    return [await logFigure(keeping, kept, 1), await logFigure(keeping, kept, 100)];
  } finally {
    await holder.end();
    await keeping.stop();
    await kept.stop();
  }
}

async function startSide(): Promise<Side> {
  const server = await startProductServer();
  const people = await createSessions(server.dataDir, CLIENTS);
  const caseId = await onDatabase(server.dataDir, (client) => createPlayable(client, people));
  return { ...server, caseId, sessions: people.map(({ sessionId }) => sessionId) };
}

/** A lock elects the process that lets the log grow; a holder that does nothing stops the log. */
async function holdLog({ dataDir }: Side): Promise<Client> {
  const client = new Client(databaseAddressOf(dataDir));
  await client.connect();
  await client.query(`select pg_advisory_lock(hashtext('lisura public log'))`);
  return client;
}

async function logFigure(keeping: Side, kept: Side, quantity: number): Promise<Figure> {
  const ratios: number[] = [];
  const rates: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const withLog = () => openings(keeping, quantity);
    const without = () => openings(kept, quantity);
    const [first, second] = round % 2 === 0 ? [without, withLog] : [withLog, without];
    const measured = [await first(), await second()] as const;
    const [ours, yardstick] = round % 2 === 0 ? [measured[1], measured[0]] : measured;
    console.log(`round ${round}: ${ours.toFixed(0)} openings/s with the log, ${yardstick.toFixed(0)} without`);
    ratios.push(ours / yardstick);
    rates.push(yardstick);
  }
  const ratio = median(ratios);
  return {
    figure: quantity === 1 ? 'single openings' : `openings in requests of ${quantity}`,
    ratio,
    goal: `≥ ${GOAL}`,
    met: ratio >= GOAL,
    note: `without: ${median(rates).toFixed(0)} openings/s`,
  };
}

/**
 * Measures openings a second while the log grows as fast as they come. It catches up afterwards, which is not measured.
 */
async function openings(side: Side, quantity: number): Promise<number> {
  const { address, caseId, sessions } = side;
  const run = (seconds: number) =>
    requestsPerSecond({
      ...openingsRequest({ address, caseId, quantity }),
      headersOf: (connection) => ({ cookie: `sessionId=${sessions[connection]}` }),
      connections: CLIENTS,
      seconds,
    });
  await run(LEAD_SECONDS);
  const rate = await run(SECONDS);
  await logEnds(side);
  return quantity * rate;
}

async function logEnds({ dataDir }: Side): Promise<void> {
  await onDatabase(dataDir, async (client) => {
    const size = async () => (await client.query('select max(first_leaf) as leaf from log_spans')).rows[0]?.leaf;
    for (let before = null, now = await size(); before !== now; now = await size()) {
      before = now;
      await sleep(LEAD_SECONDS * 1_000);
    }
  });
}
