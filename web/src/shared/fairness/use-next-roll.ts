import { useQuery } from '@tanstack/react-query';
import type { Commitment } from '../../data/generated/api.ts';
import { useLive } from '../../data/live.ts';
import { apiQuery, invalidate } from '../../data/queries.ts';
import { useSession } from '../../data/session.ts';
import { afterTheShow } from '../../data/spoilers.ts';

/**
 * The hash of the player's next roll, which the server is bound to from now on; null for a visitor, while it is not known,
 * and while it is not known whether it still is the next one.
 */
export function useNextRoll(): Commitment | null {
  const { user } = useSession();
  const query = useQuery({
    ...apiQuery('GET /provably-fair/commitments', { query: { count: 1 } }),
    enabled: user !== null,
    // Somebody may have used it since, in another tab.
    staleTime: 0,
  });
  // The player has paid for something elsewhere: another roll is next.
  useLive('balance:updated', () => afterTheShow(() => void invalidate('GET /provably-fair/commitments')));
  return query.isFetching ? null : (query.data?.commitments[0] ?? null);
}
