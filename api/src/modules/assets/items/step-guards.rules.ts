import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';
import type { Cents } from '../../../platform/money.ts';
import { type HeldBack, type PastRate, rateUnits } from './items.rules.ts';

/**
 * How far a source may move a rate or a price on its word alone, and when it is believed all the same. Time alone never
 * makes it believed where that would raise what the house owes (docs/decisions/0029).
 */

const TEN_MINUTES_MS = 10 * 60_000;

/** Whether `to` differs from `from` by at most so many percent of it. */
export function isWithinPercent(from: bigint, to: bigint, percent: number): boolean {
  return distance(from, to) * 100n <= from * BigInt(percent);
}

/** By how many percent of `from` they differ, with two digits; for people. From nothing all of it is new. */
export function stepPercent(from: bigint, to: bigint): number {
  return from === 0n ? 100 : Number((distance(from, to) * 10_000n) / from) / 100;
}

/** How far apart they are, whichever is larger. */
export const distance = (one: bigint, other: bigint) => (one < other ? other - one : one - other);

/** Balances are in BRL and what leaves is paid in dollars: a lower rate sells everything for less, to whoever has money. */
export const isLower = (fromRate: string, toRate: string): boolean => rateUnits(toRate) < rateUnits(fromRate);

export interface RateLimits {
  tenMinutesPercent: number;
  dayPercent: number;
}

/** `RISES`: each is small, and those of a day come to too much. */
export interface BrokenRateLimit {
  limit: 'TEN_MINUTES' | 'DAY' | 'RISES';
  /** The rate that the new one is too far from; for `RISES` the one in force. */
  from: string;
  limitPercent: number;
}

/** From when on rates and prices that were in force limit those to come. */
export const pastSince = (now: Date): Date => new Date(now.getTime() - DAY_MS);

/**
 * The widest limit that `newRate` breaks; null where it may be taken. It is held against every rate that was in force within
 * the time of a limit, so that many small steps are no way around it, and always against the last one known, however old.
 * The fallback is nobody's word: only what rises from it counts. `past` has the newest first.
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
  // What was believed after an hour is where the small steps begin anew.
  const believed = known.findIndex(({ reason }) => reason === 'SAID_FOR_AN_HOUR');
  const sinceBelieved = believed === -1 ? known : known.slice(0, believed + 1);
  const farInMinutes = tooFarFrom(
    sinceBelieved.filter((rate) => agoMs(rate) < TEN_MINUTES_MS),
    limits.tenMinutesPercent,
  );
  if (farInMinutes === undefined) return null;
  return { limit: 'TEN_MINUTES', from: farInMinutes.usdToBrl, limitPercent: limits.tenMinutesPercent };
}

/**
 * Whether all rises of the day, one after the other, come to no more than the limit, falls between them left out: who sells
 * at the top and buys at the bottom gains by every rise anew.
 */
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
 * Whether a rate that breaks a limit is taken once it was said for an hour. Never upwards, since all that users own is
 * worth more then; nor far downwards, since balances would buy items for too little that are withdrawn in dollars.
 */
export const mayBeBelieved = (broken: BrokenRateLimit, newRate: string, inForce: string): boolean =>
  broken.limit === 'TEN_MINUTES' && rateUnits(newRate) < rateUnits(inForce);

/** What counts as saying the same again. */
interface Sameness<Value> {
  isSame(first: Value, again: Value): boolean;
  /** After a longer silence it is said anew. */
  maxSilenceMs: number;
}

/** A rate moves little within an hour, and is asked for every minute while one is held back. */
export const SAME_RATE: Sameness<string> = {
  isSame: (first, again) => isWithinPercent(rateUnits(first), rateUnits(again), 1),
  maxSilenceMs: 2 * TEN_MINUTES_MS,
};

/** The prices of a market waver, and syncs are as far apart as administrators like. */
const SAME_PRICE: Sameness<Cents> = {
  isSame: (first, again) => isWithinPercent(first, again, 10),
  maxSilenceMs: Number.POSITIVE_INFINITY,
};

/** What is held back once the source has said `value`: the same for longer, or something new. */
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

/** Whether the source has said nothing for so long that it no longer says what is held back. */
export const isSourceSilent = ({ lastSaidAt }: HeldBack<string>, now: Date): boolean =>
  now.getTime() - lastSaidAt.getTime() > SAME_RATE.maxSilenceMs;

/** When the source is believed if it goes on saying the same, where it may be believed. */
export const believedFrom = ({ firstSaidAt }: HeldBack<unknown>): Date => new Date(firstSaidAt.getTime() + HOUR_MS);

export const isBelieved = (held: HeldBack<unknown>, now: Date): boolean => now >= believedFrom(held);

export interface PriceLimits {
  stepPercent: number;
  dayPercent: number;
}

/** A price that somebody says, and what it is held against. */
export interface PriceStep {
  newPrice: Cents;
  /** Zero: none is known. */
  inForce: Cents;
  /** The lowest and the highest price in force in the last day, with the one of now. */
  lowest: Cents;
  highest: Cents;
  /** Whether users own the item. */
  isOwned: boolean;
}

/**
 * Whether a price is too far from those of the last day. The first price of an item is no step, unless users own it; and
 * zero says that no price is known, which makes no item worthless.
 */
export function isPriceTooFar(price: PriceStep, { stepPercent, dayPercent }: PriceLimits): boolean {
  const { newPrice, inForce, lowest, highest, isOwned } = price;
  if (newPrice === inForce) return false;
  if (inForce === 0n) return isOwned;
  if (newPrice === 0n) return true;
  const ofDay = newPrice > inForce ? lowest : highest;
  return !isWithinPercent(inForce, newPrice, stepPercent) || !isWithinPercent(ofDay, newPrice, dayPercent);
}

/** Whether a sync that says it an hour later takes it: only where nobody's items are worth more then. */
export const mayPriceBeBelieved = (newPrice: Cents, inForce: Cents): boolean => newPrice > 0n && newPrice < inForce;

export const heldBackNow = (held: HeldBack<Cents> | null, newPrice: Cents, now: Date): HeldBack<Cents> =>
  heldBackAfter(held, newPrice, SAME_PRICE, now);

/**
 * What is held back of an item once it has a new price; null where that is taken. A price that an administrator has made up may
 * be so low that players have won the item for too little: no source makes good to them what it is worth.
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

/** What a price adds to the worth of all that users own of its item. */
export interface PriceRise {
  name: string;
  raisedCents: Cents;
}

/** Which rises fit in what may still be raised, the smallest first, so that one great one does not hold back all others. */
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
