import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { AnswerOf, CallOptions, OperationName } from '../../data/api.ts';
import { apiQuery } from '../../data/queries.ts';

/**
 * Reads a list of the console. After a change of tab, filter or page its rows stay until the new ones come
 * (`isPlaceholderData`). Rows of another person or thing are never shown meanwhile.
 */
export function useList<Name extends OperationName & `GET ${string}`>(
  name: Name,
  options?: Omit<CallOptions<Name>, 'signal'>,
  more: Pick<UseQueryOptions<AnswerOf<Name>>, 'refetchInterval' | 'staleTime'> = {},
): UseQueryResult<AnswerOf<Name>> {
  const asked = apiQuery<Name>(name, options);
  return useQuery<AnswerOf<Name>>({
    ...asked,
    ...more,
    placeholderData: (rows, query) =>
      query && subjectOf(query.queryKey) === subjectOf(asked.queryKey) ? rows : undefined,
  });
}

const subjectOf = ([name, options]: QueryKey) => JSON.stringify([name, (options as { params?: object }).params]);
