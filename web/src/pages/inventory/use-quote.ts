import { useQuery } from '@tanstack/react-query';
import { call } from '../../data/api.ts';
import type { Offer } from './use-sell.ts';

/**
 * What a sale would bring at this moment: the list may be older than the last prices. Null until it is known. All that is
 * free is added up by the list itself, and so is what the server has told just now.
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
