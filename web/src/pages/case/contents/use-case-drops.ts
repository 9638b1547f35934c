import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Drop } from '../../../data/generated/api.ts';
import { useLive } from '../../../data/live.ts';
import { apiQuery } from '../../../data/queries.ts';
import { afterTheShow } from '../../../data/spoilers.ts';

const SHOWN = 12;

export function useCaseDrops(caseId: string): readonly Drop[] {
  const first = useQuery(apiQuery('GET /cases/{id}/drops', { params: { id: caseId }, query: { limit: SHOWN } }));
  const [live, setLive] = useState<readonly Drop[]>([]);
  useLive('drop:live', ({ drops }) => {
    const mine = drops.filter((drop) => drop.caseId === caseId);
    if (mine.length > 0) afterTheShow(() => setLive((before) => [...mine, ...before].slice(0, SHOWN)));
  });
  const known = new Set(live.map(({ key }) => key));
  const earlier = first.data?.data.filter(({ key }) => !known.has(key)) ?? [];
  return [...live, ...earlier].slice(0, SHOWN);
}
