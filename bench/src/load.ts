import autocannon from 'autocannon';

export interface LoadOptions {
  url: string;
  method?: 'GET' | 'POST';
  body?: string;
  headers?: Record<string, string>;
  connections?: number;
  seconds?: number;
}

/** Requests a second over keep-alive connections. Throws when an answer is not a success: a fast error is no result. */
async function requestsPerSecond(options: LoadOptions): Promise<number> {
  const result = await autocannon({
    url: options.url,
    method: options.method ?? 'GET',
    headers: options.headers ?? {},
    connections: options.connections ?? 64,
    duration: options.seconds ?? 4,
    ...(options.body === undefined ? {} : { body: options.body }),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${options.url}: ${result.non2xx} answers were no success, ${result.errors} errors`);
  }
  return result.requests.total / result.duration;
}

const ROUNDS = 15;
const ROUND_SECONDS = 1.5;
const WARM_UP_SECONDS = 4;

/**
 * The loads against each other: many short rounds rather than a few long ones, every other one in the opposite order,
 * because a shared machine is quick in one minute and slow in the next.
 */
export async function alternately<Name extends string>(
  loads: Readonly<Record<Name, LoadOptions>>,
): Promise<Record<Name, number>[]> {
  const entries = Object.entries(loads) as [Name, LoadOptions][];
  for (const [, load] of entries) await requestsPerSecond({ ...load, seconds: WARM_UP_SECONDS });
  const rounds: Record<Name, number>[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const measured: Partial<Record<Name, number>> = {};
    for (const [name, load] of round % 2 === 0 ? entries.toReversed() : entries) {
      measured[name] = await requestsPerSecond({ ...load, seconds: ROUND_SECONDS });
    }
    rounds.push(measured as Record<Name, number>);
    const told = entries.map(([name]) => `${name} ${measured[name]?.toFixed(0)}/s`).join(', ');
    console.log(`round ${round} of ${ROUNDS}: ${told}`);
  }
  return rounds;
}
