import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';

/** The states of a query in one place: `<QueryState query={cases} loading={<Skeletons … />}>{(data) => …}</QueryState>`. */
export function QueryState<Data>({
  query,
  loading,
  children,
}: {
  query: UseQueryResult<Data>;
  loading: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  return loading;
}
