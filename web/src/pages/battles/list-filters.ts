import {
  type BattleMode,
  type BattleSummary,
  type SizeName,
  seatCountOf,
  sizeOf,
} from '../../shared/battles/battle.ts';

/** As they stand in the address. */
export interface ListFilters extends Record<string, string | number | undefined> {
  modo?: BattleMode | undefined;
  lugares?: SizeName | undefined;
  estado?: 'over' | undefined;
  entrada?: PriceName | undefined;
  ordem?: SortName | undefined;
}
export type PriceName = 'low' | 'middle' | 'high' | 'top';
export type SortName = 'newest' | 'cheap' | 'dear' | 'filling';

export const PRICES: readonly PriceName[] = ['low', 'middle', 'high', 'top'];
export const SORTS: readonly SortName[] = ['newest', 'cheap', 'dear', 'filling'];

const BOUNDS: Readonly<Record<PriceName, readonly [string | undefined, string | undefined]>> = {
  low: [undefined, '2000'],
  middle: ['2000', '10000'],
  high: ['10000', '50000'],
  top: ['50000', undefined],
};

/** What the API filters by itself. */
export function queryOf({ modo, lugares, entrada }: Partial<ListFilters>) {
  const [minPriceCents, maxPriceCents] = entrada === undefined ? [] : (BOUNDS[entrada] ?? []);
  return {
    ...(modo !== undefined && { mode: modo }),
    ...(lugares !== undefined && { seatCount: seatCountOf(lugares) }),
    ...(minPriceCents !== undefined && { minPriceCents }),
    ...(maxPriceCents !== undefined && { maxPriceCents }),
  };
}

/** Four seats are two teams or none: the API counts seats alone. */
export const isOfSize = (battle: BattleSummary, size: ListFilters['lugares']): boolean =>
  size === undefined || sizeOf(battle) === size;

export const freeSeatsOf = ({ seatCount, seats }: Pick<BattleSummary, 'seatCount' | 'seats'>): number =>
  seatCount - seats.length;

export function sorted(battles: readonly BattleSummary[], order: SortName): BattleSummary[] {
  const price = ({ entryPriceCents }: BattleSummary) => Number(entryPriceCents);
  switch (order) {
    case 'cheap':
      return battles.toSorted((one, other) => price(one) - price(other));
    case 'dear':
      return battles.toSorted((one, other) => price(other) - price(one));
    case 'filling':
      return battles.toSorted((one, other) => freeSeatsOf(one) - freeSeatsOf(other));
    default:
      return battles.toSorted((one, other) => Number(other.id) - Number(one.id));
  }
}
