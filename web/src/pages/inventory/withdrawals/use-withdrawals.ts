import { useQuery } from '@tanstack/react-query';
import { useLive } from '../../../data/live.ts';
import { apiQuery, invalidate, invalidateSoon } from '../../../data/queries.ts';
import { afterTheShow } from '../../../data/spoilers.ts';

const HISTORY = { query: { limit: 100 } } as const;

export function useWithdrawals() {
  const active = useQuery(apiQuery('GET /inventory/withdrawals/active'));
  const history = useQuery(apiQuery('GET /inventory/withdrawals/history', HISTORY));
  return { active, history };
}

export const refreshWithdrawals = () =>
  invalidate('GET /inventory', 'GET /inventory/withdrawals/active', 'GET /inventory/withdrawals/history');

/** Every change of a withdrawal, here or in another tab, and every sale elsewhere refreshes at once. */
export function useLiveInventory(): void {
  const refresh = () =>
    invalidateSoon('GET /inventory', 'GET /inventory/withdrawals/active', 'GET /inventory/withdrawals/history');
  useLive('withdrawal:pending_approval', refresh);
  useLive('withdrawal:waiting_seller', refresh);
  useLive('withdrawal:trade_sent', refresh);
  useLive('withdrawal:completed', refresh);
  useLive('withdrawal:cancelled', refresh);
  useLive('withdrawal:failed', refresh);
  useLive('balance:updated', () => afterTheShow(() => invalidateSoon('GET /inventory')));
}
