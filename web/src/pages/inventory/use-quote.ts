import { useQuery } from '@tanstack/react-query';
import { call } from '../../data/api.ts';
import type { Offer } from './use-sell.ts';

/**
 * What a sale would bring at this moment: the list may be older than the last prices. Null until it is known. All that is
 * free is added up by the list itself.
 */
export function useQuote(offer: Offer | null): { valueCents: string | null; error: Error | null } {
  const ids = offer === null || offer.items === 'all' ? [] : offer.items.map(({ id }) => id);
  const quote = useQuery({
    queryKey: ['POST /inventory/quote', ids],
    queryFn: ({ signal }) => call('POST /inventory/quote', { body: { inventoryItemIds: ids }, signal }),
    enabled: ids.length > 0,
    // Asked anew each time the question is put.
    gcTime: 0,
    staleTime: 0,
  });
  if (offer?.items === 'all') return { valueCents: offer.valueCents, error: null };
  return { valueCents: quote.data?.totalValueCents ?? null, error: quote.error };
}
