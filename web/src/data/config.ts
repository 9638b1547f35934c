import { useQuery } from '@tanstack/react-query';
import type { SiteConfig } from './generated/api.ts';
import { apiQuery } from './queries.ts';

const FRESH_MS = 300_000;

/** Pages need these before they ask: minimums, maximums, edges, rarities, features. It is null until they are known. */
export function useConfig(): SiteConfig | null {
  const { data = null } = useQuery({ ...apiQuery('GET /config'), staleTime: FRESH_MS });
  return data;
}
