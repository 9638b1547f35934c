import type { Cents } from '../../../platform/money.ts';
import { rateUnits } from './items.rules.ts';
import type { HeldBack, PastRate } from './items.types.ts';

/** How far a source may move a rate or a price on its word alone, and when it is believed all the same. */

const TEN_MINUTES_MS = 10 * 60_000;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Whether `to` differs from `from` by at most so many percent of it. */
export function isWithinPercent(from: bigint, to: bigint, percent: number): boolean {
  return distance(from, to) * 100n <= from * BigInt(percent);
}

/** By how many percent of `from` they differ, with two digits; for people. */
export function stepPercent(from: bigint, to: bigint): number {
  return Number((distance(from, to) * 10_000n) / from) / 100;
}

const distance = (one: bigint, other: bigint) => (one < other ? other - one : one - other);

export interface RateLimits {
  tenMinutesPercent: number;
  dayPercent: number;
}

/** From when on rates that were in force limit those to come. */
export const pastSince = (now: Date): Date => new Date(now.getTime() - DAY_MS);

/**
 * The limit that `told` breaks, with the rate that it is too far from; null where it may be taken. It is held against
 * every rate that was in force within the time of a limit, so that many small steps are no way around it, and always
 * against the last one known, however old. `past` has the newest first.
 */
export function brokenRateLimit(
  told: string,
  past: readonly PastRate[],
  { tenMinutesPercent, dayPercent }: RateLimits,
  now: Date,
): { from: string; limitPercent: number } | null {
  for (const [place, { usdToBrl, replacedAt }] of past.entries()) {
    const agoMs = replacedAt === null ? 0 : now.getTime() - replacedAt.getTime();
    const limits = [
      ...(agoMs < TEN_MINUTES_MS ? [tenMinutesPercent] : []),
      ...(agoMs < DAY_MS || place === 0 ? [dayPercent] : []),
    ];
    const limitPercent = limits.find((limit) => !isWithinPercent(rateUnits(usdToBrl), rateUnits(told), limit));
    if (limitPercent !== undefined) return { from: usdToBrl, limitPercent };
  }
  return null;
}

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
  return isSaidAgain
    ? { ...held, value, lastSaidAt: now }
    : { value, firstValue: value, firstSaidAt: now, lastSaidAt: now };
}

/** When the source is believed if it goes on saying the same. */
export const believedFrom = ({ firstSaidAt }: HeldBack<unknown>): Date => new Date(firstSaidAt.getTime() + HOUR_MS);

export const isBelieved = (held: HeldBack<unknown>, now: Date): boolean => now >= believedFrom(held);

interface ToldPrice {
  told: Cents;
  /** Zero: none is known, and there is no step from it. */
  inForce: Cents;
  held: HeldBack<Cents> | null;
}

/** What is held back of an item once its price was told; null where that is taken. */
export function heldBackPriceAfter(
  { told, inForce, held }: ToldPrice,
  maxStepPercent: number,
  now: Date,
): HeldBack<Cents> | null {
  if (inForce === 0n || isWithinPercent(inForce, told, maxStepPercent)) return null;
  const after = heldBackAfter(held, told, SAME_PRICE, now);
  return isBelieved(after, now) ? null : after;
}
