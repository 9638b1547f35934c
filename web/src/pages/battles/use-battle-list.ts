import { useQuery } from '@tanstack/react-query';
import { useLive } from '../../data/live.ts';
import { apiQuery, invalidateCalmly } from '../../data/queries.ts';
import { isOnShow } from '../../shared/battles/show.ts';
import { isWanted, type ListFilters, lobbyQueryOf, queryOf, sorted } from './list-filters.ts';

const MOST = 100;
const RECENT = 20;
const RECENT_SHOWN = 5;

/** Lists are asked anew when anything changes. */
export function useLiveLists(): void {
  const refresh = () => invalidateCalmly('GET /battles/list');
  useLive('battle:created', refresh);
  useLive('battle:joined', refresh);
  useLive('battle:started', refresh);
  useLive('battle:finished', refresh);
  useLive('battle:cancelled', refresh);
}

export function useOpenBattles(filters: Partial<ListFilters>, nowMs: number) {
  const query = lobbyQueryOf(filters);
  const isFreeOnly = filters.estado === 'free';
  const waiting = useQuery(apiQuery('GET /battles/list', { query: { ...query, status: 'WAITING', limit: MOST } }));
  const drawing = useQuery({
    ...apiQuery('GET /battles/list', { query: { ...query, status: 'IN_PROGRESS', limit: MOST } }),
    enabled: !isFreeOnly,
  });
  const ended = useQuery({
    ...apiQuery('GET /battles/list', { query: { ...queryOf(filters), status: 'COMPLETED', limit: RECENT } }),
    enabled: !isFreeOnly,
  });
  const decided = isFreeOnly ? [] : (ended.data?.data ?? []).filter((battle) => isWanted(battle, filters));
  const drawn = isFreeOnly ? [] : (drawing.data?.data ?? []);
  const running = [...drawn, ...decided.filter((battle) => isOnShow(battle, nowMs))];
  return {
    query: waiting,
    isLoading: drawing.isLoading || ended.isLoading,
    running,
    shown: sorted([...(waiting.data?.data ?? []), ...running], filters.ordem ?? 'newest'),
    recent: decided.filter((battle) => !isOnShow(battle, nowMs)).slice(0, RECENT_SHOWN),
  };
}
