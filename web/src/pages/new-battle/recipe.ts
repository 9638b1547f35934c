import { type BattleMode, SIZE_NAMES, type SizeName } from '../../shared/battles/battle.ts';

const MODES: readonly BattleMode[] = ['NORMAL', 'CRAZY', 'TERMINAL', 'SHARED'];

/** A case is played this many rounds in a row, and may come again later. */
export interface CartLine {
  caseId: string;
  count: number;
}

/** A recipe makes a battle. An address can hold it, so that a battle is created again or kept over the login. */
export interface Recipe {
  mode: BattleMode;
  size: SizeName;
  cart: readonly CartLine[];
  withBots: boolean;
  isPrivate: boolean;
  isPublicRandomness: boolean;
}

export const roundsOf = (cart: readonly CartLine[]): number => cart.reduce((sum, { count }) => sum + count, 0);
export const caseIdsOf = (cart: readonly CartLine[]): string[] =>
  cart.flatMap(({ caseId, count }) => Array.from({ length: count }, () => caseId));

/** Rounds of the same case in a row are one line. */
function cartOf(caseIds: readonly string[]): CartLine[] {
  const cart: CartLine[] = [];
  for (const caseId of caseIds) {
    const last = cart.at(-1);
    if (last?.caseId === caseId) last.count += 1;
    else cart.push({ caseId, count: 1 });
  }
  return cart;
}

export const withRound = (cart: readonly CartLine[], caseId: string): CartLine[] =>
  cartOf([...caseIdsOf(cart), caseId]);

/** Sets the rounds of a line; none removes it. */
export const withCount = (cart: readonly CartLine[], line: number, count: number): CartLine[] =>
  cartOf(caseIdsOf(cart.map((each, place) => (place === line ? { ...each, count } : each))));

/** Whatever an address says that is no battle is left out. */
export function recipeOf(search: Readonly<Record<string, unknown>>): Recipe {
  const { modo, lugares, caixas = '', bots, privada, sorteio } = search;
  const ids = String(caixas)
    .split('-')
    .filter((id) => /^\d{1,18}$/.test(id));
  return {
    mode: MODES.find((mode) => mode === modo) ?? 'NORMAL',
    size: SIZE_NAMES.find((size) => size === String(lugares)) ?? '1x1',
    cart: cartOf(ids),
    withBots: bots !== 'nao',
    isPrivate: privada === 'sim',
    isPublicRandomness: sorteio === 'drand',
  };
}

export function searchOf(recipe: Recipe): Record<string, string> {
  return {
    modo: recipe.mode,
    lugares: recipe.size,
    caixas: caseIdsOf(recipe.cart).join('-'),
    ...(!recipe.withBots && { bots: 'nao' }),
    ...(recipe.isPrivate && { privada: 'sim' }),
    ...(recipe.isPublicRandomness && { sorteio: 'drand' }),
  };
}

interface PricedCase {
  id: string;
  priceCents: string;
  theoreticalRtpPercent: string;
}

/** Computes the price of a seat and the long-term return; null where the cart is empty. */
export function quoteOf(
  cart: readonly CartLine[],
  cases: readonly PricedCase[],
): { entryCents: bigint; rtpPercent: number } | null {
  const lines = cart.flatMap(({ caseId, count }) => {
    const found = cases.find(({ id }) => id === caseId);
    return found === undefined
      ? []
      : [{ cents: BigInt(found.priceCents) * BigInt(count), rtp: Number(found.theoreticalRtpPercent) }];
  });
  const entryCents = lines.reduce((sum, { cents }) => sum + cents, 0n);
  if (entryCents === 0n) return null;
  const returned = lines.reduce((sum, { cents, rtp }) => sum + Number(cents) * rtp, 0);
  return { entryCents, rtpPercent: returned / Number(entryCents) };
}
