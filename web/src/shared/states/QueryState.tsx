import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { ErrorState } from './ErrorState.tsx';

/**
 * Handles the states of a query in one place: `<QueryState query={cases} loading={<Skeletons … />}>{(data) =>
 * …}</QueryState>`.
 */
export function QueryState<Data>({
  query,
  loading,
  children,
}: {
  query: UseQueryResult<Data>;
  loading: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  // New data is drawn in slices, so that a slow telephone answers a finger meanwhile.
  const isDrawn = useDeferredValue(query.data !== undefined);
  if (query.data !== undefined) return isDrawn ? children(query.data) : loading;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  return loading;
}
