import { isApiError } from './api-error.ts';

export interface ListPage<Row> {
  data: readonly Row[];
  meta: { total: number };
}

/** Lists that grow continue by `before`; the others have pages. */
export interface ListPart {
  limit: number;
  page?: number;
  before?: string;
}

const LARGEST_PAGE = 100;

/**
 * Reads all results of a filter page by page, for files. It waits as long as the server asks; the `signal` stops it
 * between two pages.
 */
export async function* everyPage<Row>(
  ask: (part: ListPart, signal: AbortSignal) => Promise<ListPage<Row>>,
  signal: AbortSignal,
  /** The key to go on from, for lists that are walked; without it pages are counted. */
  walkBy?: (row: Row) => string,
): AsyncGenerator<ListPage<Row>> {
  let part: ListPart = { limit: LARGEST_PAGE };
  for (let page = 1; ; page++) {
    const answer = await patiently(() => ask(part, signal), signal);
    yield answer;
    const last = answer.data.at(-1);
    if (last === undefined || answer.data.length < LARGEST_PAGE) return;
    part = { limit: LARGEST_PAGE, ...(walkBy === undefined ? { page: page + 1 } : { before: walkBy(last) }) };
  }
}

async function patiently<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await ask();
    } catch (error) {
      if (!isApiError(error) || error.status !== 429) throw error;
      await waited((error.retryAfter ?? 1) * 1_000, signal);
    }
  }
}

const waited = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
