import { alternately } from './load.ts';
import { type Figure, median } from './results.ts';
import { startBareServer, startProductServer } from './servers.ts';

const GOAL = 0.9;
/** One process runs up to a tenth faster than the next of the same program, as its memory happens to lie. */
const PROCESSES = 6;
const ROUNDS = 20;

/** calculate-result against a bare Fastify route that parses and answers the same body. */
export async function rollsBenchmark(): Promise<Figure[]> {
  const rounds: Round[] = [];
  for (let pair = 1; pair <= PROCESSES; pair += 1) {
    console.log(`processes ${pair} of ${PROCESSES}`);
    rounds.push(...(await measureFreshProcesses()));
  }
  const ratio = median(rounds.map((round) => round.rolls / round.bare));
  const yardstick = median(rounds.map((round) => round.bare));
  const floor = median(rounds.map((round) => round['bare with the roll'] / round.bare));
  return [
    {
      figure: 'calculate-result ÷ bare Fastify route',
      ratio,
      goal: `≥ ${GOAL}`,
      met: ratio >= GOAL,
      note: `bare: ${yardstick.toFixed(0)} requests/s, 64 connections, median of ${rounds.length} rounds with ${PROCESSES} processes each; a bare route that also computes the roll: ${floor.toFixed(2)} of it`,
    },
  ];
}

type Round = Record<'bare' | 'bare with the roll' | 'rolls', number>;

async function measureFreshProcesses(): Promise<Round[]> {
  const [bare, product] = [await startBareServer(), await startProductServer()];
  try {
    const url = `${product.address}/api/provably-fair/calculate-result`;
    const inputs = { serverSeed: 'a'.repeat(64), clientSeed: 'my lucky seed', nonce: 1, max: 10_000_000 };
    const request = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(inputs),
    } as const;
    // The bare route echoes, so it is sent what ours answers: both then write the same bytes.
    const answered = await (await fetch(url, request)).text();
    const loads = {
      bare: { ...request, url: bare.address, body: answered },
      'bare with the roll': { ...request, url: `${bare.address}/roll` },
      rolls: { ...request, url },
    };
    return await alternately(loads, ROUNDS);
  } finally {
    await bare.stop();
    await product.stop();
  }
}
