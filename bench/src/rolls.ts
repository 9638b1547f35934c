import assert from 'node:assert/strict';
import { alternately } from './load.ts';
import { type Figure, median } from './results.ts';
import { type BenchServer, startBareServer, startProductServer } from './servers.ts';

const GOAL = 0.9;
/** One process runs up to a tenth faster than the next of the same program, as its memory happens to lie. */
const PROCESSES = 6;
const ROUNDS = 20;

const REQUEST = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ serverSeed: 'a'.repeat(64), clientSeed: 'my lucky seed', nonce: 1, max: 10_000_000 }),
} as const;

/**
 * Compares calculate-result with a bare Fastify route that computes the same roll; the difference is what ours adds.
 */
export async function rollsBenchmark(): Promise<Figure[]> {
  const rounds: Round[] = [];
  for (let turn = 1; turn <= PROCESSES; turn += 1) {
    console.log(`processes ${turn} of ${PROCESSES}`);
    rounds.push(...(await measureFreshProcesses()));
  }
  const ratio = median(rounds.map((round) => round.rolls / round.bare));
  const bare = median(rounds.map((round) => round.bare));
  const conditions = `64 connections, median of ${rounds.length} rounds with ${PROCESSES} processes each`;
  return [
    {
      figure: 'calculate-result ÷ bare Fastify route that computes the roll',
      ratio,
      goal: `≥ ${GOAL}`,
      met: ratio >= GOAL,
      note: `bare: ${bare.toFixed(0)} requests/s, ${conditions}`,
    },
  ];
}

type Round = Record<'bare' | 'rolls', number>;

async function measureFreshProcesses(): Promise<Round[]> {
  const servers = new AsyncDisposableStack();
  const start = async (starting: Promise<BenchServer>) => servers.adopt(await starting, (server) => server.stop());
  try {
    const bare = await start(startBareServer());
    const product = await start(startProductServer());
    const loads = {
      bare: { ...REQUEST, url: `${bare.address}/roll` },
      rolls: { ...REQUEST, url: `${product.address}/api/provably-fair/calculate-result` },
    };
    const [expected, ...answers] = await Promise.all(Object.values(loads).map(answerOf));
    for (const answer of answers) assert.deepEqual(answer, expected, 'What is compared must do the same work');
    return await alternately(loads, ROUNDS);
  } finally {
    await servers.disposeAsync();
  }
}

const answerOf = async ({ url, ...request }: { url: string } & RequestInit) => (await fetch(url, request)).json();
