import { type Cents, COINS_PER_CENT, divideCeil, formatUsd, parseFactor } from '../../../platform/money.ts';
import type { Coins, MarketPrice } from '../marketplace/index.ts';
import type { PriceComparison, PriceLookUp, SeenPrice } from './withdrawals.types.ts';

/** What is said where the platform's own words are shown to the user, without accents as the documents have them. */
const SWAP_INSTEAD = 'Item indisponivel para saque. Voce pode trocar no SWAP.';
const NOT_NOW = 'Item indisponivel para saque no momento.';
const CAN_BE_WITHDRAWN = 'Item disponível para saque.';

/** USD: 1000 coins are 1.00. */
export const centsOfCoins = (coins: Coins): number => Math.round(coins / COINS_PER_CENT);

/** The most that may be paid for an item: its value without the margin of the house, in USD cents. */
export function maxPayCentsOf(valueCents: Cents, priceMargin: string): Cents {
  const { units, scale } = parseFactor(priceMargin);
  return divideCeil(valueCents * 10n ** BigInt(scale), units);
}

/**
 * The ceiling as the marketplace takes it: the most coins that still count as no more cents than may be paid. Prices are
 * compared in cents, so that what was found valid there can be bought here.
 */
export const maxCoinsOf = (maxPayCents: Cents): Coins => Number(maxPayCents) * COINS_PER_CENT + COINS_PER_CENT / 2 - 1;

/** Listings may merely contain the name: the one that is it, or else the first. */
export function chooseListing(marketHashName: string, results: readonly MarketPrice[]): SeenPrice | null {
  const exact = results.find(({ name }) => name === marketHashName);
  const price = exact ?? results[0];
  return price === undefined ? null : { price, isExactMatch: exact !== undefined, allResults: results };
}

/** Whether an item of this value can be bought for the user at what the marketplace asks now, and why not. */
export function comparePrices(valueCents: Cents, priceMargin: string, lookUp: PriceLookUp): PriceComparison {
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
