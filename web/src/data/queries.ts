import {
  QueryClient,
  type QueryKey,
  queryOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
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

/** Asks anew, wherever it is shown, whatever was answered to these. */
export const invalidate = (...names: GetName[]): Promise<unknown> =>
  Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));

/** Something that changes: `useAction('POST /inventory/{id}/sell', ['GET /inventory'])`; the lists are asked anew after it. */
export function useAction<Name extends OperationName>(
  name: Name,
  changes: readonly GetName[] = [],
): UseMutationResult<AnswerOf<Name>, Error, CallOptions<Name>> {
  const client = useQueryClient();
  return useMutation<AnswerOf<Name>, Error, CallOptions<Name>>({
    mutationFn: (options) => send(name, options as LooseOptions) as Promise<AnswerOf<Name>>,
    onSuccess: async () => {
      for (const changed of changes) await client.invalidateQueries({ queryKey: [changed] });
    },
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
