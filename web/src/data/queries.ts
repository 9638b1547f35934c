import { QueryClient, type QueryKey, queryOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { type AnswerOf, type CallOptions, type LooseOptions, type OperationName, send } from './api.ts';
import { isApiError } from './api-error.ts';

/** Answers stay fresh for this long: events of the socket say sooner what has changed. */
const FRESH_MS = 15_000;
const RETRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      refetchOnWindowFocus: false,
      // The socket refreshes shown data and waits for a running reel: an answer now would tell the result.
      refetchOnReconnect: ({ state }) => state.data === undefined,
      // The server would refuse it again; a server that restarts is asked again.
      retry: (failures, error) => failures < RETRIES && (!isApiError(error) || error.status >= 500),
    },
  },
});

/**
 * Makes the options of `useQuery`, `useSuspenseQuery` and `queryClient` for a GET. The key is the operation with its
 * input, so `invalidate('GET /inventory')` refreshes every page of that list.
 */
export function apiQuery<Name extends OperationName & `GET ${string}`>(
  name: Name,
  options?: Omit<CallOptions<Name>, 'signal'>,
) {
  return queryOptions<AnswerOf<Name>>({
    queryKey: [name, options ?? {}] as QueryKey,
    queryFn: ({ signal }) => send(name, { ...(options as LooseOptions), signal }) as Promise<AnswerOf<Name>>,
  });
}

type GetName = OperationName & `GET ${string}`;

interface Refresh {
  /** Calls within one turn of the event loop become one request. */
  isAsked: boolean;
  answered: Promise<void>;
  /** A change during a request leads to one more request after its answer, however many changes there are. */
  next: Promise<void> | null;
}

const refreshes = new Map<GetName, Refresh>();
/** When each was last asked for anew, in milliseconds of `performance.now()`. */
const askedAt = new Map<GetName, number>();

function refresh(name: GetName): Promise<void> {
  const underWay = refreshes.get(name);
  if (underWay === undefined) return ask(name);
  if (!underWay.isAsked) return underWay.answered;
  underWay.next ??= underWay.answered.then(() => ask(name));
  return underWay.next;
}

function ask(name: GetName): Promise<void> {
  const begun: Refresh = { isAsked: false, answered: Promise.resolve(), next: null };
  begun.answered = begun.answered
    .then(() => {
      begun.isAsked = true;
      askedAt.set(name, performance.now());
      return queryClient.invalidateQueries({ queryKey: [name] });
    })
    .finally(() => refreshes.delete(name));
  refreshes.set(name, begun);
  return begun.answered;
}

/**
 * Refreshes these queries wherever they are shown. A running request is repeated once at most, so a hundred changes at
 * once cost two requests.
 */
export const invalidate = (...names: GetName[]): Promise<unknown> => Promise.all(names.map(refresh));

/** The answer to an act of this page comes about as soon as the events that it causes. */
const GATHER_MS = 200;
/** Others change things all day, and each request counts against the limit of the watching player. */
const CALM_MS = 5_000;
const waiting = new Map<GetName, { heardMs: number }>();

/** Asks a moment after an event, unless an act of this page has asked for the same meanwhile. */
export const invalidateSoon = (...names: GetName[]): void => {
  for (const name of names) refreshLater(name, GATHER_MS);
};

/** Changes by others refresh at most every five seconds. */
export const invalidateCalmly = (...names: GetName[]): void => {
  for (const name of names) refreshLater(name, CALM_MS);
};

function refreshLater(name: GetName, everyMs: number): void {
  const heardMs = performance.now();
  const before = waiting.get(name);
  if (before !== undefined) {
    before.heardMs = heardMs;
    return;
  }
  const heard = { heardMs };
  waiting.set(name, heard);
  const leastMs = (askedAt.get(name) ?? Number.NEGATIVE_INFINITY) + everyMs - heardMs;
  const look = () => {
    // A running act refreshes by itself once it is answered.
    if (queryClient.isMutating() > 0) {
      setTimeout(look, GATHER_MS);
      return;
    }
    waiting.delete(name);
    if ((askedAt.get(name) ?? Number.NEGATIVE_INFINITY) < heard.heardMs) void refresh(name);
  };
  setTimeout(look, Math.max(GATHER_MS, leastMs));
}

/** Changes something and then refreshes the lists: `useAction('POST /inventory/{id}/sell', ['GET /inventory'])`. */
export function useAction<Name extends OperationName>(
  name: Name,
  changes: readonly GetName[] = [],
): UseMutationResult<AnswerOf<Name>, Error, CallOptions<Name>> {
  return useMutation<AnswerOf<Name>, Error, CallOptions<Name>>({
    mutationFn: (options) => send(name, options as LooseOptions) as Promise<AnswerOf<Name>>,
    onSuccess: () => invalidate(...changes),
  });
}

/** A page waits no longer than this for its first data; then it shows its own loading state. */
const MOST_WAIT_MS = 1_000;

/**
 * Routes load the first data, so that a page is drawn once instead of empty and then again. A failure is left to the
 * page, which says why. Where pages are drawn ahead, nothing is loaded.
 */
export async function askAhead(...queries: readonly { queryKey: QueryKey }[]): Promise<void> {
  if (import.meta.env.SSR) return;
  const answers = queries.map((query) => queryClient.ensureQueryData(query).catch(() => undefined));
  const waited = new Promise((resolve) => setTimeout(resolve, MOST_WAIT_MS));
  await Promise.race([Promise.all(answers), waited]);
}
