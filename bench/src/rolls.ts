import { alternately } from './load.ts';
import { type Figure, median } from './results.ts';
import { startBareServer, startProductServer } from './servers.ts';

const GOAL = 0.9;

/** calculate-result against a bare Fastify route that parses and answers the same body. */
export async function rollsBenchmark(): Promise<Figure[]> {
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
    const rounds = await alternately({
      bare: { ...request, url: bare.address, body: answered },
      'bare with the roll': { ...request, url: `${bare.address}/roll` },
      rolls: { ...request, url },
    });
    const ratio = median(rounds.map((round) => round.rolls / round.bare));
    const yardstick = median(rounds.map((round) => round.bare));
    const floor = median(rounds.map((round) => round['bare with the roll'] / round.bare));
    return [
      {
        figure: 'calculate-result ÷ bare Fastify route',
        ratio,
        goal: `≥ ${GOAL}`,
        met: ratio >= GOAL,
        note: `bare: ${yardstick.toFixed(0)} requests/s, 64 connections, median of ${rounds.length} rounds; a bare route that also computes the roll: ${floor.toFixed(2)} of it`,
      },
    ];
  } finally {
    await bare.stop();
    await product.stop();
  }
}
