import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useLive } from '../../data/live.ts';
import { apiQuery, invalidate } from '../../data/queries.ts';
import type { BattleSummary } from '../../shared/battles/battle.ts';
import { showMs } from '../../shared/battles/show.ts';
import { isOfSize, type ListFilters, queryOf, sorted } from './list-filters.ts';

/** The most that a list may be asked for. */
const MOST = 100;
const RECENT = 20;
const RECENT_SHOWN = 5;
const GATHER_MS = 300;

/** Lists are asked anew when anything changes, at most a few times a second. */
export function useLiveLists(): void {
  const refresh = useDebouncedCallback(() => void invalidate('GET /battles/list'), GATHER_MS);
  useLive('battle:created', refresh);
  useLive('battle:joined', refresh);
  useLive('battle:started', refresh);
  useLive('battle:finished', refresh);
  useLive('battle:cancelled', refresh);
}

/** Whether people still watch it: it is decided, and its show goes on. */
export const isOnShow = ({ endedAt, cases }: BattleSummary, nowMs: number): boolean =>
  endedAt !== null && nowMs - Date.parse(endedAt) < showMs(cases.length, true);

/** What waits for players, what is on, and what has just ended. */
export function useOpenBattles(filters: Partial<ListFilters>, nowMs: number) {
  const query = queryOf(filters);
  const waiting = useQuery(apiQuery('GET /battles/list', { query: { ...query, status: 'WAITING', limit: MOST } }));
  const drawing = useQuery(apiQuery('GET /battles/list', { query: { ...query, status: 'IN_PROGRESS', limit: MOST } }));
  const ended = useQuery(apiQuery('GET /battles/list', { query: { ...query, status: 'COMPLETED', limit: RECENT } }));
  const fitting = (battles: readonly BattleSummary[] | undefined) =>
    (battles ?? []).filter((battle) => isOfSize(battle, filters.lugares));
  const onShow = fitting(ended.data?.data).filter((battle) => isOnShow(battle, nowMs));
  const over = fitting(ended.data?.data).filter((battle) => !isOnShow(battle, nowMs));
  const running = [...fitting(drawing.data?.data), ...onShow];
  return {
    query: waiting,
    isLoading: drawing.isLoading || ended.isLoading,
    running,
    shown: sorted([...fitting(waiting.data?.data), ...running], filters.ordem ?? 'newest'),
    recent: over.slice(0, RECENT_SHOWN),
  };
}
