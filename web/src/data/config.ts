import { useQuery } from '@tanstack/react-query';
import type { SiteConfig } from './generated/api.ts';
import { apiQuery } from './queries.ts';

const FRESH_MS = 300_000;

/** What pages must know before they ask: minimums, maximums, edges, rarities, features. Null until it is known. */
export function useConfig(): SiteConfig | null {
  const { data = null } = useQuery({ ...apiQuery('GET /config'), staleTime: FRESH_MS });
  return data;
}
