import { requestsPerSecond } from './load.ts';
import { type Figure, median } from './results.ts';
import { startBareServer, startProductServer } from './servers.ts';

const ROUNDS = 5;
const GOAL = 0.9;

/** calculate-result against a bare Fastify route that parses and answers the same body. */
export async function rollsBenchmark(): Promise<Figure[]> {
  const [bare, product] = [await startBareServer(), await startProductServer()];
  const headers = { 'content-type': 'application/json' };
  try {
    const url = `${product.address}/api/provably-fair/calculate-result`;
    const inputs = { serverSeed: 'a'.repeat(64), clientSeed: 'my lucky seed', nonce: 1, max: 10_000_000 };
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(inputs) });
    // The bare route echoes, so it is sent what ours answers: both then write the same bytes.
    const echoed = await answer.text();
    const ours = () => requestsPerSecond({ url, method: 'POST', headers, body: JSON.stringify(inputs) });
    const theirs = () => requestsPerSecond({ url: bare.address, method: 'POST', headers, body: echoed });
    const rolling = () =>
      requestsPerSecond({ url: `${bare.address}/roll`, method: 'POST', headers, body: JSON.stringify(inputs) });
    await ours();
    await theirs();
    await rolling();
    const rounds: { ours: number; theirs: number; rolling: number }[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const measured = { theirs: await theirs(), rolling: await rolling(), ours: await ours() };
      rounds.push(measured);
      const { ours: product, theirs: yardstick, rolling: withRoll } = measured;
      console.log(
        `round ${round}: ${product.toFixed(0)} rolls/s, bare ${yardstick.toFixed(0)}/s, bare with the roll ${withRoll.toFixed(0)}/s`,
      );
    }
    const ratio = median(rounds.map((round) => round.ours / round.theirs));
    const yardstick = median(rounds.map((round) => round.theirs));
    const floor = median(rounds.map((round) => round.rolling / round.theirs));
    return [
      {
        figure: 'calculate-result ÷ bare Fastify route',
        ratio,
        goal: `≥ ${GOAL}`,
        met: ratio >= GOAL,
        note: `bare: ${yardstick.toFixed(0)} requests/s, 64 connections, median of ${ROUNDS} rounds; a bare route that also computes the roll: ${floor.toFixed(2)} of it`,
      },
    ];
  } finally {
    await bare.stop();
    await product.stop();
  }
}
