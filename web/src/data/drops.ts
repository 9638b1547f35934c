import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Drop } from './generated/api.ts';
import { useLive } from './live.ts';
import { apiQuery } from './queries.ts';
import { afterTheShow } from './spoilers.ts';

const SHOWN = 24;

/** Recent drops come newest first: those of the first answer, then those from the socket. */
export function useLiveDrops(kind: 'recent' | 'top' = 'recent'): { drops: readonly Drop[]; isLoading: boolean } {
  const first = useQuery(apiQuery(`GET /live-drops/${kind}`, { query: { limit: SHOWN } }));
  const [live, setLive] = useState<readonly Drop[]>([]);
  useLive('drop:live', ({ drops }) => afterTheShow(() => setLive((before) => [...drops, ...before].slice(0, SHOWN))));
  const known = new Set(live.map(({ key }) => key));
  const earlier = first.data?.data.filter(({ key }) => !known.has(key)) ?? [];
  return { drops: [...live, ...earlier].slice(0, SHOWN), isLoading: first.isLoading };
}
