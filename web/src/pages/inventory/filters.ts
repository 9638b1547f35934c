import type { QueryOf } from '../../data/api.ts';
import type { AddressValues } from '../../shared/lists/use-address-filters.ts';

export interface InventoryAddress extends AddressValues {
  aba?: Tab | undefined;
  busca?: string | undefined;
  raridade?: string | undefined;
  tipo?: string | undefined;
  desgaste?: string | undefined;
  origem?: string | undefined;
  /** Whole reais. */
  min?: number | undefined;
  max?: number | undefined;
  ordem?: Order | undefined;
  saida?: string | undefined;
  retirada?: number | undefined;
}

export const TABS = ['itens', 'retiradas', 'antigos'] as const;
export type Tab = (typeof TABS)[number];

export const ORDERS = ['recentes', 'antigas', 'caros', 'baratos', 'nome'] as const;
export type Order = (typeof ORDERS)[number];

type InventoryQuery = NonNullable<QueryOf<'GET /inventory'>>;
type Sorting = Required<Pick<InventoryQuery, 'sortBy' | 'sortOrder'>>;

const SORTING: Readonly<Record<Order, Sorting>> = {
  caros: { sortBy: 'value', sortOrder: 'desc' },
  baratos: { sortBy: 'value', sortOrder: 'asc' },
  recentes: { sortBy: 'acquiredAt', sortOrder: 'desc' },
  antigas: { sortBy: 'acquiredAt', sortOrder: 'asc' },
  nome: { sortBy: 'name', sortOrder: 'asc' },
};

export const PAGE_SIZE = 30;

export const tabOf = ({ aba }: Partial<InventoryAddress>): Tab => TABS.find((tab) => tab === aba) ?? 'itens';

export const orderOf = ({ ordem }: Partial<InventoryAddress>): Order =>
  ORDERS.find((order) => order === ordem) ?? 'caros';

/** An address is typed by anybody: what is no number is no bound. */
function centsOf(reais: unknown): number | undefined {
  const cents = Math.round(Number(reais) * 100);
  return reais === undefined || !Number.isSafeInteger(cents) || cents < 0 ? undefined : cents;
}

const textOf = (value: unknown): string | undefined =>
  value === undefined || value === '' ? undefined : String(value).slice(0, 200);

/** Leaves out filters that the API does not know. */
export function queryOf(
  address: Partial<InventoryAddress>,
  page: number,
  known: Readonly<Record<'rarities' | 'categories' | 'exteriors' | 'sources', readonly string[]>>,
): InventoryQuery {
  const { sortBy, sortOrder } = SORTING[orderOf(address)];
  const oneOf = (values: readonly string[], value: unknown) => values.find((each) => each === value);
  const asked = {
    status: 'AVAILABLE',
    sortBy,
    sortOrder,
    limit: PAGE_SIZE,
    offset: (Math.max(1, Math.trunc(page)) - 1 || 0) * PAGE_SIZE,
    search: textOf(address.busca),
    rarity: oneOf(known.rarities, address.raridade),
    weaponCategory: oneOf(known.categories, address.tipo),
    exterior: oneOf(known.exteriors, address.desgaste),
    source: oneOf(known.sources, address.origem),
    minValueCents: centsOf(address.min),
    maxValueCents: centsOf(address.max),
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as InventoryQuery;
}

const FILTER_NAMES = ['busca', 'raridade', 'tipo', 'desgaste', 'origem', 'min', 'max'] as const;

export const isFiltered = (address: Partial<InventoryAddress>): boolean =>
  FILTER_NAMES.some((name) => address[name] !== undefined);
