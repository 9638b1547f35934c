import type { QueryOf } from '../../data/api.ts';

export const SORTS = ['shop', 'popular', 'cheap', 'expensive', 'new'] as const;
export type Sort = (typeof SORTS)[number];

export interface HomeFilters extends Record<string, string | number | boolean | undefined> {
  busca?: string | undefined;
  categoria?: string | undefined;
  /** Prices in cents. */
  de?: number | undefined;
  ate?: number | undefined;
  cabe?: boolean | undefined;
  ordem?: string | undefined;
}

type CaseQuery = QueryOf<'GET /cases'>;

const ORDERS: Readonly<Record<Sort, Pick<CaseQuery, 'sortBy' | 'sortOrder'>>> = {
  shop: { sortBy: 'display' },
  popular: { sortBy: 'popularity' },
  cheap: { sortBy: 'price', sortOrder: 'asc' },
  expensive: { sortBy: 'price', sortOrder: 'desc' },
  new: { sortBy: 'createdAt', sortOrder: 'desc' },
};

export const sortOf = ({ ordem }: HomeFilters): Sort => SORTS.find((sort) => sort === ordem) ?? 'shop';

export const isFiltered = ({ busca, categoria, de, ate, cabe, ordem }: HomeFilters): boolean =>
  [busca, categoria, de, ate, ordem].some((value) => value !== undefined) || cabe === true;

/** `balanceCents` is null for visitors, whose balance nothing fits. */
export function caseQueryOf(filters: HomeFilters, balanceCents: string | null, page: number, limit: number): CaseQuery {
  const { busca, categoria, de, ate, cabe } = filters;
  const ceilings = [ate, cabe === true && balanceCents !== null ? Number(balanceCents) : undefined];
  const ceiling = Math.min(...ceilings.map((cents) => cents ?? Number.POSITIVE_INFINITY));
  const query: CaseQuery = { page, limit, ...ORDERS[sortOf(filters)] };
  if (busca !== undefined) query.search = String(busca);
  if (categoria !== undefined) query.category = categoria;
  if (de !== undefined) query.minPriceCents = String(de);
  if (Number.isFinite(ceiling)) query.maxPriceCents = String(Math.max(0, ceiling));
  return query;
}
