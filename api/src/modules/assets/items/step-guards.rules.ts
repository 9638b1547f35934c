import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';
import type { Cents } from '../../../platform/money.ts';
import { type HeldBack, type PastRate, rateUnits } from './items.rules.ts';

/**
 * These rules limit how far a source may move a rate or a price, and say when it is believed all the same: never by
 * time alone where that would raise what the house owes (docs/decisions/0029).
 */

const TEN_MINUTES_MS = 10 * 60_000;

export function isWithinPercent(from: bigint, to: bigint, percent: number): boolean {
  return distance(from, to) * 100n <= from * BigInt(percent);
}

/** Returns percent of `from` with two digits, for people; 100 from nothing. */
export function stepPercent(from: bigint, to: bigint): number {
  return from === 0n ? 100 : Number((distance(from, to) * 10_000n) / from) / 100;
}

export const distance = (one: bigint, other: bigint) => (one < other ? other - one : one - other);

/** Balances are in BRL and withdrawals cost dollars, so a lower rate sells everything too cheaply. */
export const isLower = (fromRate: string, toRate: string): boolean => rateUnits(toRate) < rateUnits(fromRate);

export interface RateLimits {
  tenMinutesPercent: number;
  dayPercent: number;
}

/** `RISES`: small rises of a day come to too much together. */
export interface BrokenRateLimit {
  limit: 'TEN_MINUTES' | 'DAY' | 'RISES';
  /** The new rate is too far from this one; for `RISES` it is the one in force. */
  from: string;
  limitPercent: number;
}

/** Rates and prices since then limit new ones. */
export const pastSince = (now: Date): Date => new Date(now.getTime() - DAY_MS);

/**
 * Returns the widest limit that the rate breaks. It compares with every rate within the time of a limit, so that small
 * steps cannot evade it, and always with the last known one. Of the fallback only rises count. `past` has the newest
 * first.
 */
export function brokenRateLimit(
  newRate: string,
  past: readonly PastRate[],
  limits: RateLimits,
  now: Date,
): BrokenRateLimit | null {
  const units = rateUnits(newRate);
  const known = past.filter(({ reason }) => reason !== 'FALLBACK');
  const agoMs = ({ replacedAt }: PastRate) => (replacedAt === null ? 0 : now.getTime() - replacedAt.getTime());
  const tooFarFrom = (rates: readonly PastRate[], percent: number) =>
    rates.find(({ usdToBrl }) => !isWithinPercent(rateUnits(usdToBrl), units, percent));

  const ofDay = known.filter((rate, place) => place === 0 || agoMs(rate) < DAY_MS);
  const farInDay = tooFarFrom(ofDay, limits.dayPercent);
  if (farInDay !== undefined) return { limit: 'DAY', from: farInDay.usdToBrl, limitPercent: limits.dayPercent };
  const inForce = past[0];
  if (inForce !== undefined && units > rateUnits(inForce.usdToBrl) && !mayRiseTo(newRate, past, limits.dayPercent)) {
    return { limit: 'RISES', from: inForce.usdToBrl, limitPercent: limits.dayPercent };
  }
  // Small steps begin anew with a rate that was believed after an hour.
  const believed = known.findIndex(({ reason }) => reason === 'SAID_FOR_AN_HOUR');
  const sinceBelieved = believed === -1 ? known : known.slice(0, believed + 1);
  const farInMinutes = tooFarFrom(
    sinceBelieved.filter((rate) => agoMs(rate) < TEN_MINUTES_MS),
    limits.tenMinutesPercent,
  );
  if (farInMinutes === undefined) return null;
  return { limit: 'TEN_MINUTES', from: farInMinutes.usdToBrl, limitPercent: limits.tenMinutesPercent };
}

/** Multiplies all rises of the day without the falls between: a trader gains by every rise anew. */
function mayRiseTo(newRate: string, past: readonly PastRate[], percent: number): boolean {
  const rates = [newRate, ...past.map(({ usdToBrl }) => usdToBrl)].map(rateUnits);
  let [to, from] = [1n, 1n];
  for (const [place, rate] of rates.entries()) {
    const before = rates[place + 1] ?? rate;
    if (rate > before) [to, from] = [to * rate, from * before];
  }
  return isWithinPercent(from, to, percent);
}

/**
 * A higher rate is never believed, since it makes dearer what users own. Nor is a far lower one, at which balances
 * would buy items too cheaply.
 */
export const mayBeBelieved = (broken: BrokenRateLimit, newRate: string, inForce: string): boolean =>
  broken.limit === 'TEN_MINUTES' && rateUnits(newRate) < rateUnits(inForce);

interface Sameness<Value> {
  isSame(first: Value, again: Value): boolean;
  /** After a longer silence the value counts as new. */
  maxSilenceMs: number;
}

/** A held-back rate is asked for every minute. */
export const SAME_RATE: Sameness<string> = {
  isSame: (first, again) => isWithinPercent(rateUnits(first), rateUnits(again), 1),
  maxSilenceMs: 2 * TEN_MINUTES_MS,
};

/** Market prices waver, and syncs may be far apart. */
const SAME_PRICE: Sameness<Cents> = {
  isSame: (first, again) => isWithinPercent(first, again, 10),
  maxSilenceMs: Number.POSITIVE_INFINITY,
};

export function heldBackAfter<Value>(
  held: HeldBack<Value> | null,
  value: Value,
  { isSame, maxSilenceMs }: Sameness<Value>,
  now: Date,
): HeldBack<Value> {
  const isSaidAgain =
    held !== null && now.getTime() - held.lastSaidAt.getTime() <= maxSilenceMs && isSame(held.firstValue, value);
  if (!isSaidAgain) return { value, firstValue: value, firstSaidAt: now, lastSaidAt: now };
  return { value, firstValue: held.firstValue, firstSaidAt: held.firstSaidAt, lastSaidAt: now };
}

export const isSourceSilent = ({ lastSaidAt }: HeldBack<string>, now: Date): boolean =>
  now.getTime() - lastSaidAt.getTime() > SAME_RATE.maxSilenceMs;

/** A value that may be believed is so from then on, if the source repeats it. */
export const believedFrom = ({ firstSaidAt }: Pick<HeldBack<unknown>, 'firstSaidAt'>): Date =>
  new Date(firstSaidAt.getTime() + HOUR_MS);

export const isBelieved = (held: HeldBack<unknown>, now: Date): boolean => now >= believedFrom(held);

export interface PriceLimits {
  stepPercent: number;
  dayPercent: number;
}

export interface PriceStep {
  newPrice: Cents;
  /** Zero: no price is known. */
  inForce: Cents;
  /** These two are of the last day, the price in force included. */
  lowest: Cents;
  highest: Cents;
  isOwned: boolean;
}

/**
 * The first price is no step unless users own the item. A price of zero means that none is known, and makes no item
 * worthless.
 */
export function isPriceTooFar(price: PriceStep, { stepPercent, dayPercent }: PriceLimits): boolean {
  const { newPrice, inForce, lowest, highest, isOwned } = price;
  if (newPrice === inForce) return false;
  if (inForce === 0n) return isOwned;
  if (newPrice === 0n) return true;
  const ofDay = newPrice > inForce ? lowest : highest;
  return !isWithinPercent(inForce, newPrice, stepPercent) || !isWithinPercent(ofDay, newPrice, dayPercent);
}

/** A repeated price is believed only where it makes no item dearer. */
export const mayPriceBeBelieved = (newPrice: Cents, inForce: Cents): boolean => newPrice > 0n && newPrice < inForce;

export const heldBackNow = (held: HeldBack<Cents> | null, newPrice: Cents, now: Date): HeldBack<Cents> =>
  heldBackAfter(held, newPrice, SAME_PRICE, now);

/**
 * Null: the price is taken. A price that an administrator made up may be so low that players won the item too cheaply,
 * so no source may raise it while users own the item.
 */
export function heldBackPriceAfter(
  price: PriceStep & { held: HeldBack<Cents> | null; isMadeUp: boolean },
  limits: PriceLimits,
  now: Date,
): HeldBack<Cents> | null {
  const { newPrice, inForce, held, isMadeUp, isOwned } = price;
  if (!isPriceTooFar(price, limits) && !(isMadeUp && isOwned && newPrice > inForce)) return null;
  const after = heldBackNow(held, newPrice, now);
  return mayPriceBeBelieved(newPrice, inForce) && isBelieved(after, now) ? null : after;
}

export interface PriceRise {
  name: string;
  raisedCents: Cents;
}

/** Takes the smallest rises first, so that a large one does not hold back the others. */
export function affordableRises(rises: readonly PriceRise[], leftCents: Cents): { names: Set<string>; sum: Cents } {
  const names = new Set<string>();
  let sum = 0n;
  const smallestFirst = rises.toSorted((one, other) => Number(one.raisedCents - other.raisedCents));
  for (const { name, raisedCents } of smallestFirst) {
    if (sum + raisedCents > leftCents) break;
    sum += raisedCents;
    names.add(name);
  }
  return { names, sum };
}
