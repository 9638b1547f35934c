import { BATTLE_MODES } from '@lisura/fairness';
import {
  type BattleMode,
  type BattleSummary,
  SIZE_NAMES,
  type SizeName,
  seatCountOf,
  sizeOf,
} from '../../shared/battles/battle.ts';

export interface ListFilters extends Record<string, string | number | undefined> {
  modo?: BattleMode | undefined;
  lugares?: SizeName | undefined;
  estado?: StateName | undefined;
  entrada?: PriceName | undefined;
  caixa?: string | number | undefined;
  sorteio?: 'drand' | undefined;
  ordem?: SortName | undefined;
}
/** Lists battles with a free seat, or finished ones; without it all open battles. */
type StateName = 'free' | 'over';
const STATES: readonly StateName[] = ['free', 'over'];
export type PriceName = 'low' | 'middle' | 'high' | 'top';
export type SortName = 'newest' | 'cheapest' | 'dearest' | 'filling';

export const PRICES: readonly PriceName[] = ['low', 'middle', 'high', 'top'];
export const SORTS: readonly SortName[] = ['newest', 'cheapest', 'dearest', 'filling'];

const BOUNDS: Readonly<Record<PriceName, readonly [string | undefined, string | undefined]>> = {
  low: [undefined, '2000'],
  middle: ['2000', '10000'],
  high: ['10000', '50000'],
  top: ['50000', undefined],
};

/** Anybody may have typed the address, so only known values count. */
export function knownFilters({
  modo,
  lugares,
  estado,
  entrada,
  caixa,
  sorteio,
  ordem,
}: Partial<ListFilters>): Partial<ListFilters> {
  return {
    modo: BATTLE_MODES.find((mode) => mode === modo),
    lugares: SIZE_NAMES.find((size) => size === lugares),
    estado: STATES.find((state) => state === estado),
    entrada: PRICES.find((price) => price === entrada),
    caixa: /^\d+$/.test(String(caixa)) ? caixa : undefined,
    sorteio: sorteio === 'drand' ? sorteio : undefined,
    ordem: SORTS.find((sort) => sort === ordem),
  };
}

export function queryOf({ modo, lugares, entrada }: Partial<ListFilters>) {
  const [minPriceCents, maxPriceCents] = entrada === undefined ? [] : (BOUNDS[entrada] ?? []);
  return {
    ...(modo !== undefined && { mode: modo }),
    ...(lugares !== undefined && { seatCount: seatCountOf(lugares) }),
    ...(minPriceCents !== undefined && { minPriceCents }),
    ...(maxPriceCents !== undefined && { maxPriceCents }),
  };
}

/** Unfinished battles can be filtered by these, too. */
export function lobbyQueryOf(filters: Partial<ListFilters>) {
  const { lugares, estado, caixa, sorteio, ordem } = filters;
  return {
    ...queryOf(filters),
    // Four seats are two teams or none.
    ...(lugares !== undefined && seatCountOf(lugares) === TEAM_SEATS && { isTeams: lugares === '2x2' }),
    ...(estado === 'free' && { hasFreeSeat: true }),
    ...(caixa !== undefined && { caseId: String(caixa) }),
    ...(sorteio !== undefined && { randomness: sorteio }),
    ...(ordem !== undefined && { sort: ordem }),
  };
}
const TEAM_SEATS = 4;

export const isWanted = (battle: BattleSummary, { lugares, caixa, sorteio }: Partial<ListFilters>): boolean =>
  (lugares === undefined || sizeOf(battle) === lugares) &&
  (caixa === undefined || battle.cases.some(({ caseId }) => caseId === String(caixa))) &&
  (sorteio === undefined || battle.randomness === sorteio);

export const freeSeatsOf = ({ seatCount, seats }: Pick<BattleSummary, 'seatCount' | 'seats'>): number =>
  seatCount - seats.length;

export function sorted(battles: readonly BattleSummary[], order: SortName): BattleSummary[] {
  const price = ({ entryPriceCents }: BattleSummary) => Number(entryPriceCents);
  switch (order) {
    case 'cheapest':
      return battles.toSorted((one, other) => price(one) - price(other));
    case 'dearest':
      return battles.toSorted((one, other) => price(other) - price(one));
    case 'filling':
      return battles.toSorted((one, other) => freeSeatsOf(one) - freeSeatsOf(other));
    default:
      return battles.toSorted((one, other) => Number(other.id) - Number(one.id));
  }
}
