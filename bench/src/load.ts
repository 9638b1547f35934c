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
export async function requestsPerSecond(options: LoadOptions): Promise<number> {
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
  return result.requests.average;
}
