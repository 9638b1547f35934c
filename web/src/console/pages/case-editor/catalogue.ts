import { useQueries } from '@tanstack/react-query';
import type { AdminCaseDetail, AdminItem, CaseItem } from '../../../data/generated/api.ts';
import { apiQuery } from '../../../data/queries.ts';
import type { Draft } from './rules/draft.ts';
import type { CentsOf } from './rules/returns.ts';

interface KnownItem {
  itemId: string;
  name: string;
  imageUrl: string;
  rarityColor: string;
  valueCentsBrl: string;
}

export interface Catalogue {
  /** It is null while an item that was added is still asked for. */
  find: (itemId: string) => KnownItem | null;
  nameOf: (itemId: string) => string;
  centsOf: CentsOf;
  /** Tells whether the price of every item of the draft is known. */
  isComplete: boolean;
}

const ofCase = ({ itemId, name, imageUrl, rarityColor, valueCentsBrl }: CaseItem): KnownItem => ({
  itemId,
  name,
  imageUrl,
  rarityColor,
  valueCentsBrl,
});
const ofCatalogue = ({ id, name, imageUrl, rarityColor, valueCentsBrl }: AdminItem): KnownItem => ({
  itemId: id,
  name,
  imageUrl,
  rarityColor,
  valueCentsBrl,
});

/** Reads the items of a draft at present prices: those of the case come with it, added ones are asked for. */
export function useCatalogue({ items }: AdminCaseDetail, drafts: readonly Draft[]): Catalogue {
  const known = new Map(items.map((item) => [item.itemId, ofCase(item)]));
  const wanted = new Set(drafts.flatMap(({ ranges }) => ranges.map(({ itemId }) => itemId)));
  const missing = [...wanted].filter((itemId) => !known.has(itemId)).sort();
  const added = useQueries({ queries: missing.map((id) => apiQuery('GET /admin/items/{id}', { params: { id } })) });
  for (const { data } of added) if (data !== undefined) known.set(data.id, ofCatalogue(data));
  return {
    find: (itemId) => known.get(itemId) ?? null,
    nameOf: (itemId) => known.get(itemId)?.name ?? `#${itemId}`,
    centsOf: (itemId) => BigInt(known.get(itemId)?.valueCentsBrl ?? 0),
    isComplete: [...wanted].every((itemId) => known.has(itemId)),
  };
}

export function draftOf(
  items: readonly Pick<CaseItem, 'itemId' | 'hashRangeStart' | 'hashRangeEnd'>[],
  flipThreshold: number | null,
  priceCents: string,
): Draft {
  const ranges = items
    .map(({ itemId, hashRangeStart, hashRangeEnd }) => ({ itemId, start: hashRangeStart, end: hashRangeEnd }))
    .sort((one, other) => one.start - other.start);
  const first = ranges.find(({ start }) => start === flipThreshold);
  return { ranges, flipItemId: first?.itemId ?? null, priceCents };
}
