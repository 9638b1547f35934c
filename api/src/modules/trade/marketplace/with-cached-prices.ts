import { type Cached, cached } from '../../../platform/batches/cached.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { MarketPrice, Marketplace } from './marketplace.types.ts';

/** The marketplace lets prices be asked for 60 times a minute, by all users together. */
const MAX_AGE_MS = 10_000;
const MAX_NAMES = 1_000;

/**
 * Who asks for the price of a name at the same time, or soon after, shares an answer: users who look at one item must not
 * use up the questions of all. It may be a little old: what may be paid has a ceiling that goes with the purchase. The
 * list of everything is kept by who shows it.
 */
export function withCachedPrices(marketplace: Marketplace, clock: Clock): Marketplace {
  const byName = new Map<string, Cached<MarketPrice[]>>();

  function keptFor(name: string): Cached<MarketPrice[]> {
    const known = byName.get(name);
    if (known !== undefined) return known;
    const [oldest] = byName.keys();
    if (byName.size >= MAX_NAMES && oldest !== undefined) byName.delete(oldest);
    const kept = cached({ clock, maxAgeMs: MAX_AGE_MS }, () => marketplace.findPrices(name));
    byName.set(name, kept);
    return kept;
  }

  return {
    ...marketplace,
    findPrices: (search) => (search === '' ? marketplace.findPrices(search) : keptFor(search).get()),
    // A purchase takes a listing away, and a refused one was shown another price.
    buy: (order) => marketplace.buy(order).finally(() => byName.delete(order.name)),
  };
}
