import { useQuery } from '@tanstack/react-query';
import { call } from '../../data/api.ts';
import type { Offer } from './use-sell.ts';

/**
 * Asks for the proceeds of a sale at this moment, because the list may be older than the last prices; null until they
 * are known. The list itself adds up all free items, and so does an answer of this moment.
 */
export function useQuote(offer: Offer | null): { valueCents: string | null; error: Error | null } {
  const asked = offer === null || offer.isFresh || offer.items === 'all' ? null : offer.items;
  const ids = (asked ?? []).map(({ id }) => id);
  const quote = useQuery({
    queryKey: ['POST /inventory/quote', ids],
    queryFn: ({ signal }) => call('POST /inventory/quote', { body: { inventoryItemIds: ids }, signal }),
    enabled: asked !== null,
    // Asked anew each time the question is put.
    gcTime: 0,
    staleTime: 0,
  });
  if (asked === null) return { valueCents: offer?.valueCents ?? null, error: null };
  return { valueCents: quote.data?.totalValueCents ?? null, error: quote.error };
}
