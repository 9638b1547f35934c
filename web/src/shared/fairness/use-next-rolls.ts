import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Commitment } from '../../data/generated/api.ts';
import { useLive } from '../../data/live.ts';
import { apiQuery, invalidate, queryClient } from '../../data/queries.ts';
import { afterTheShow } from '../../data/spoilers.ts';

const MOST = 100;
/**
 * As many as a few presses use, so that hashes that were shown hold also where another tab plays meanwhile, and so that after
 * a refused play there are some that its client seed may go with.
 */
const FEW = 15;

const nextRolls = (quantity: number) =>
  apiQuery('GET /provably-fair/commitments', { query: { count: quantity > 10 ? MOST : FEW } });

/**
 * Reads the hashes of the player's next rolls, to which the server is bound; null while it is not known which rolls are
 * next.
 */
export function useNextRolls(userId: string | null, quantity: number): readonly Commitment[] | null {
  const query = useQuery({
    ...nextRolls(quantity),
    enabled: userId !== null,
    placeholderData: keepPreviousData,
    // Nobody else may have used them since.
    staleTime: 0,
  });
  // The player has played elsewhere: other rolls are next.
  useLive('balance:updated', ({ play }) => {
    if (play !== undefined) afterTheShow(() => void invalidate('GET /provably-fair/commitments'));
  });
  const known = query.isFetching ? null : (query.data?.commitments ?? null);
  return known !== null && known.length >= quantity ? known : null;
}

/** Pages that do not show the hashes ask for them at a press. */
export async function fetchNextRolls(quantity: number): Promise<readonly Commitment[]> {
  const { commitments } = await queryClient.fetchQuery({ ...nextRolls(quantity), staleTime: 0 });
  return commitments;
}
