import { alternately } from './load.ts';
import { createSessions } from './people.ts';
import { type Figure, median } from './results.ts';
import { type BenchServer, startBareServer, startProductServer } from './servers.ts';
import { socketsFigure } from './sockets.ts';

const GOAL = 0.5;

/** `GET /user/balance` with a session against a bare Fastify GET, on the memory and on the Redis store. */
export async function sessionBenchmark(): Promise<Figure[]> {
  const bare = await startBareServer();
  const figures: Figure[] = [];
  try {
    figures.push(await balanceFigure('memory', bare, {}));
    const redisUrl = process.env.REDIS_URL;
    if (redisUrl === undefined) console.log('REDIS_URL is not set: the Redis store is not measured');
    else figures.push(await balanceFigure('Redis', bare, { REDIS_URL: redisUrl }));
  } finally {
    await bare.stop();
  }
  figures.push(await socketsFigure());
  return figures;
}

async function balanceFigure(store: string, bare: BenchServer, environment: Record<string, string>): Promise<Figure> {
  console.log(`${store} store`);
  const product = await startProductServer(environment);
  try {
    const [person] = await createSessions(product.dataDir, 1);
    const headers = { cookie: `sessionId=${person?.sessionId}` };
    const rounds = await alternately({
      bare: { url: bare.address },
      balances: { url: `${product.address}/api/user/balance`, headers },
    });
    const ratio = median(rounds.map((round) => round.balances / round.bare));
    const yardstick = median(rounds.map((round) => round.bare));
    return {
      figure: `balance with a session (${store}) ÷ bare Fastify GET`,
      ratio,
      goal: `≥ ${GOAL}`,
      met: ratio >= GOAL,
      note: `bare: ${yardstick.toFixed(0)} requests/s`,
    };
  } finally {
    await product.stop();
  }
}
