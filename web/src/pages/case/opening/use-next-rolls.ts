import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Commitment } from '../../../data/generated/api.ts';
import { useLive } from '../../../data/live.ts';
import { apiQuery, invalidate } from '../../../data/queries.ts';
import { afterTheShow } from '../../../data/spoilers.ts';

const MOST = 100;
/** As many as a few presses use, so that hashes that were shown hold also where another tab plays meanwhile. */
const FEW = 15;

/**
 * The hashes of the player's next rolls, which the server is bound to from now on; null while they are not known, and
 * while it is not known whether they still are the next ones.
 */
export function useNextRolls(userId: string | null, quantity: number): readonly Commitment[] | null {
  const count = quantity > 10 ? MOST : FEW;
  const query = useQuery({
    ...apiQuery('GET /provably-fair/commitments', { query: { count } }),
    enabled: userId !== null,
    placeholderData: keepPreviousData,
    // Nobody else may have used them since.
    staleTime: 0,
  });
  // The player has paid for something elsewhere: other rolls are next.
  useLive('balance:updated', () => afterTheShow(() => void invalidate('GET /provably-fair/commitments')));
  const known = query.isFetching ? null : (query.data?.commitments ?? null);
  return known !== null && known.length >= quantity ? known : null;
}
