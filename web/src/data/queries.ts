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
      // What is shown is asked anew by the socket, which waits for a running reel: an answer now would tell its result.
      refetchOnReconnect: ({ state }) => state.data === undefined,
      // What the server has refused it refuses again; a server that restarts is asked again.
      retry: (failures, error) => failures < RETRIES && (!isApiError(error) || error.status >= 500),
    },
  },
});

/**
 * What `useQuery`, `useSuspenseQuery` and `queryClient` take for a GET: its key is the operation with what it was asked,
 * so `invalidate('GET /inventory')` makes every page of that list anew.
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
  /** What the same turn of the event loop says is one question. */
  isAsked: boolean;
  answered: Promise<void>;
  /** What has changed since it was asked for is asked for once it is answered, however often it changes meanwhile. */
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
 * Asks anew, wherever it is shown, whatever was answered to these. A question that is on its way is asked once more at most:
 * a hundred changes at once cost two requests, and not a hundred.
 */
export const invalidate = (...names: GetName[]): Promise<unknown> => Promise.all(names.map(refresh));

/** The answer to an act of this page comes about as soon as the events that it causes. */
const GATHER_MS = 200;
/** What others do never stops on a busy day, and each request counts against the limit of the player who watches. */
const CALM_MS = 5_000;
const waiting = new Map<GetName, { heardMs: number }>();

/** Asks a moment after an event, unless an act of this page has asked for the same meanwhile. */
export const invalidateSoon = (...names: GetName[]): void => {
  for (const name of names) refreshLater(name, GATHER_MS);
};

/** The same for what others change: at most every five seconds. */
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
    // An act that is on its way asks by itself once it is answered.
    if (queryClient.isMutating() > 0) {
      setTimeout(look, GATHER_MS);
      return;
    }
    waiting.delete(name);
    if ((askedAt.get(name) ?? Number.NEGATIVE_INFINITY) < heard.heardMs) void refresh(name);
  };
  setTimeout(look, Math.max(GATHER_MS, leastMs));
}

/** Something that changes: `useAction('POST /inventory/{id}/sell', ['GET /inventory'])`; the lists are asked anew after it. */
export function useAction<Name extends OperationName>(
  name: Name,
  changes: readonly GetName[] = [],
): UseMutationResult<AnswerOf<Name>, Error, CallOptions<Name>> {
  return useMutation<AnswerOf<Name>, Error, CallOptions<Name>>({
    mutationFn: (options) => send(name, options as LooseOptions) as Promise<AnswerOf<Name>>,
    onSuccess: () => invalidate(...changes),
  });
}

/** No page waits longer than this for what it shows first: it has a state of its own for what is on its way. */
const MOST_WAIT_MS = 1_000;

/**
 * For routes: the page is drawn once with what it shows first, instead of empty and then again. What fails is asked for again
 * by the page, which says why. Where pages are drawn ahead there is nobody to ask.
 */
export async function askAhead(...queries: readonly { queryKey: QueryKey }[]): Promise<void> {
  if (import.meta.env.SSR) return;
  const answers = queries.map((query) => queryClient.ensureQueryData(query).catch(() => undefined));
  const waited = new Promise((resolve) => setTimeout(resolve, MOST_WAIT_MS));
  await Promise.race([Promise.all(answers), waited]);
}
