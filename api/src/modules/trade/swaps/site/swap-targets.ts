import { cached } from '../../../../platform/batches/cached.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/db.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import { OutsideError } from '../../../../platform/outbound/outside-error.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { findItemsByMarketName, pricingInForce, valueOfCoins } from '../../../assets/items/index.ts';
import type { Marketplace } from '../../marketplace/index.ts';
import { marketSilent } from './site.messages.ts';
import type { SwapTarget } from './site.records.ts';
import { priceOfTarget } from './site.rules.ts';

export interface TargetsDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  settings: Settings;
  marketplace: Pick<Marketplace, 'isConfigured' | 'findPrices'>;
}

/** All users share the list: the marketplace allows 60 requests a minute for all processes together. */
const FRESH_MS = 60_000;
const KEPT_MS = 10 * 60_000;
/** A silent marketplace keeps readers waiting, so it is not asked again at once. */
const ASK_AGAIN_MS = 30_000;

export function createSwapTargets(deps: TargetsDeps): () => Promise<readonly SwapTarget[]> {
  const { clock, logger, marketplace } = deps;
  let known: { targets: SwapTarget[]; atMs: number } | null = null;
  const ageMs = () => (known === null ? Number.POSITIVE_INFINITY : Math.abs(clock.now().getTime() - known.atMs));
  const refresh = cached({ clock, maxAgeMs: ASK_AGAIN_MS }, async () => {
    if (ageMs() < FRESH_MS) return;
    const atMs = clock.now().getTime();
    try {
      known = { targets: await loadTargets(deps), atMs };
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error;
      logger.warn({ err: error }, 'The marketplace does not say what is for sale');
    }
  });
  return async () => {
    if (!marketplace.isConfigured) return [];
    if (ageMs() >= FRESH_MS) await refresh.get();
    if (known === null || ageMs() > KEPT_MS) throw marketSilent();
    return known.targets;
  };
}

/** Only items of the catalogue can be given to users. */
async function loadTargets({ db, settings, marketplace }: TargetsDeps): Promise<SwapTarget[]> {
  const listed = (await marketplace.findPrices('')).filter(({ count, minCoins }) => count >= 1 && minCoins >= 1);
  const byName = new Map(listed.map((price) => [price.name, price]));
  const [items, pricing] = await Promise.all([
    findItemsByMarketName(db, [...byName.keys()]),
    pricingInForce(db, settings),
  ]);
  return items.flatMap(({ id: itemId, marketHashName, name, imageUrl, rarity, valueCentsBrl: worthCents }) => {
    const price = byName.get(marketHashName);
    const marketCents = price === undefined ? 0n : valueOfCoins(price.minCoins, pricing);
    if (price === undefined || marketCents === 0n) return [];
    const valueCentsBrl = priceOfTarget(worthCents, marketCents);
    return [{ itemId, marketHashName, name, imageUrl, rarity, valueCentsBrl, count: price.count }];
  });
}
