import { type Cents, COINS_PER_CENT, divideCeil, formatUsd, parseFactor } from '../../../platform/money.ts';
import type { Coins, MarketPrice } from '../marketplace/index.ts';
import type { ItemWithdrawal, ItemWithdrawalStatus, WithdrawalStep } from './item-withdrawals.records.ts';

/** The documents write these texts without accents. */
const SWAP_INSTEAD = 'Item indisponivel para saque. Voce pode trocar no SWAP.';
const NOT_NOW = 'Item indisponivel para saque no momento.';
const CAN_BE_WITHDRAWN = 'Item disponível para saque.';

export const PLAYER_SENTENCES: Readonly<Record<ItemWithdrawalStatus, string>> = {
  PENDING_APPROVAL: 'Seu saque foi recebido e aguarda a análise da nossa equipe. O item fica reservado até lá.',
  PENDING: 'Estamos comprando o item no mercado. Avisaremos assim que houver resposta.',
  WAITING_SELLER: 'O item foi comprado. O vendedor vai enviar a proposta de troca para a sua conta Steam.',
  TRADE_SENT: 'O vendedor enviou a proposta de troca. Confira e aceite na sua conta Steam.',
  COMPLETED: 'O item foi entregue na sua conta Steam.',
  CANCELLED: 'O saque foi cancelado. O item está de novo disponível no seu inventário.',
  FAILED: 'O mercado recusou a compra ou a entrega. O item está de novo disponível no seu inventário.',
};

export interface SeenPrice {
  price: MarketPrice;
  /** False: the first of several listings merely contains the name. */
  isExactMatch: boolean;
  allResults: readonly MarketPrice[];
}

/** Null means that the marketplace lists nothing under the name. An error says why the price is unknown. */
export type PriceLookUp = { seen: SeenPrice | null } | { error: string };
export type PriceComparison = ReturnType<typeof comparePrices>;

/** USD: 1000 coins are 1.00. */
export const centsOfCoins = (coins: Coins): number => Math.round(coins / COINS_PER_CENT);

/** This is the value of the item without the margin of the house, in USD cents. */
export function maxPayCentsOf(valueCents: Cents, priceMargin: string): Cents {
  const { units, scale } = parseFactor(priceMargin);
  return divideCeil(valueCents * 10n ** BigInt(scale), units);
}

/**
 * So many coins are still no more cents than may be paid. Prices are compared in cents, so an item with a valid price
 * can be bought.
 */
export const maxCoinsOf = (maxPayCents: Cents): Coins => Number(maxPayCents) * COINS_PER_CENT + COINS_PER_CENT / 2 - 1;

export function chooseListing(marketHashName: string, results: readonly MarketPrice[]): SeenPrice | null {
  const exact = results.find(({ name }) => name === marketHashName);
  const price = exact ?? results[0];
  return price === undefined ? null : { price, isExactMatch: exact !== undefined, allResults: results };
}

export function comparePrices(valueCents: Cents, priceMargin: string, lookUp: PriceLookUp) {
  const maxPayCents = maxPayCentsOf(valueCents, priceMargin);
  const seen = 'error' in lookUp ? null : lookUp.seen;
  const marketMinPriceCents = seen === null ? 0 : centsOfCoins(seen.price.minCoins);
  const isExactMatch = seen?.isExactMatch ?? false;
  const hasStock = seen !== null && seen.price.count >= 1;
  const isPriceValid = seen !== null && marketMinPriceCents <= maxPayCents;
  const failedConditions = 'error' in lookUp ? [lookUp.error] : faultsOf(seen, { hasStock, isPriceValid, maxPayCents });
  const canWithdraw = isExactMatch && hasStock && isPriceValid;
  return {
    ourPriceCents: valueCents,
    maxPayCents,
    marketMinPriceCents: BigInt(marketMinPriceCents),
    marginPercent: (1 - 1 / Number(priceMargin)) * 100,
    marketCount: seen?.price.count ?? 0,
    hasStock,
    isPriceValid,
    canWithdraw,
    canSwap: isExactMatch,
    failedConditions,
    reason: canWithdraw ? 'All conditions are met' : failedConditions.join('; '),
    userMessage: canWithdraw ? CAN_BE_WITHDRAWN : isExactMatch ? SWAP_INSTEAD : NOT_NOW,
  };
}

interface Found {
  hasStock: boolean;
  isPriceValid: boolean;
  maxPayCents: Cents;
}

function faultsOf(seen: SeenPrice | null, { hasStock, isPriceValid, maxPayCents }: Found): string[] {
  if (seen === null) return ['The marketplace does not list the item'];
  const minUsd = formatUsd(BigInt(centsOfCoins(seen.price.minCoins)));
  return [
    ...(seen.isExactMatch
      ? []
      : [`The marketplace lists no item of exactly this name: the first is ${seen.price.name}`]),
    ...(hasStock ? [] : ['Nobody sells the item at the moment']),
    ...(isPriceValid
      ? []
      : [`The lowest price of ${minUsd} USD is above the ${formatUsd(maxPayCents)} USD that may be paid`]),
  ];
}

type Stepping = Pick<
  ItemWithdrawal,
  'status' | 'createdAt' | 'decidedAt' | 'boughtAt' | 'tradeSentAt' | 'completedAt' | 'updatedAt' | 'sendUntil'
>;

/** BOUGHT, SENT and ACCEPTED have the places 0 to 2. */
const AWAITED = { PENDING_APPROVAL: -1, PENDING: 0, WAITING_SELLER: 1, TRADE_SENT: 2, COMPLETED: 3 } as const;

/** A withdrawal that an administrator looks at has a step for it before the purchase. */
export function stepsOf(withdrawal: Stepping): WithdrawalStep[] {
  const { status, createdAt, decidedAt, boughtAt, tradeSentAt, completedAt, updatedAt, sendUntil } = withdrawal;
  const step = (
    name: WithdrawalStep['name'],
    state: WithdrawalStep['state'],
    at: Date | null,
    deadline?: Date | null,
  ) => ({
    name,
    state,
    at,
    deadline: deadline ?? null,
  });
  const requested = step('REQUESTED', 'DONE', createdAt);
  const reviewed = decidedAt === null ? [] : [step('REVIEWED', 'DONE', decidedAt)];
  const way = [
    { name: 'BOUGHT', at: boughtAt, deadline: null },
    { name: 'SENT', at: tradeSentAt, deadline: sendUntil },
    { name: 'ACCEPTED', at: completedAt, deadline: null },
  ] as const;
  if (status === 'CANCELLED' || status === 'FAILED') {
    const taken = way.filter(({ at }) => at !== null).map(({ name, at }) => step(name, 'DONE', at));
    return [requested, ...reviewed, ...taken, step('ENDED', 'FAILED', updatedAt)];
  }
  const awaited = AWAITED[status];
  const review = awaited === -1 ? [step('REVIEWED', 'NOW', null)] : reviewed;
  const following = way.map(({ name, at, deadline }, place) => {
    if (place < awaited) return step(name, 'DONE', at);
    return place === awaited ? step(name, 'NOW', null, deadline) : step(name, 'LATER', null);
  });
  return [requested, ...review, ...following];
}
