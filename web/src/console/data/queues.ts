import { useQuery } from '@tanstack/react-query';
import type { Queue, QueueName } from '../../data/generated/api.ts';
import { useLive } from '../../data/live.ts';
import { apiQuery, invalidate, queryClient } from '../../data/queries.ts';

const queuesQuery = apiQuery('GET /admin/queues');

/** It is null until it is known. */
export function useQueue(name: QueueName | undefined): Queue | null {
  const { data } = useQuery(queuesQuery);
  return data?.queues.find((queue) => queue.name === name) ?? null;
}

/** The shell runs this once: the socket says when a queue changes, and shown lists follow. */
export function useLiveQueues(): void {
  useLive('admin:queues', (queues) => {
    queryClient.setQueryData(queuesQuery.queryKey, queues);
    void invalidate(
      'GET /admin/deposits',
      'GET /admin/withdrawals',
      'GET /admin/skin-withdrawals',
      'GET /admin/site-swaps/undelivered',
      'GET /admin/orders',
      'GET /admin/fraud/suspects',
      'GET /admin/proposals',
      'GET /admin/deposits/{id}',
      'GET /admin/withdrawals/{id}',
      'GET /admin/skin-withdrawals/{id}',
      'GET /admin/orders/{id}',
    );
  });
}

export function useOpenAlerts(): number {
  const { data } = useQuery(apiQuery('GET /admin/dashboard/alerts', { query: { limit: 1, isResolved: false } }));
  return data?.meta.total ?? 0;
}

export function useLiveAlerts(): void {
  useLive('admin:alerts', () => invalidate('GET /admin/dashboard/alerts'));
}
