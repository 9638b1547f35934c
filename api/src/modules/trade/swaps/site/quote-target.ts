import type { Db } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { OutsideError } from '../../../../platform/outbound/outside-error.ts';
import type { Settings } from '../../../../platform/settings/settings.ts';
import { findInventoryItems } from '../../../assets/inventory/index.ts';
import {
  findItemsByMarketName,
  type Item,
  type Pricing,
  pricingInForce,
  valueOfCoins,
} from '../../../assets/items/index.ts';
import { type Marketplace, walletCovers } from '../../marketplace/index.ts';
import { hasSuspension } from '../../suspensions/index.ts';
import { marketSilent, siteSwapRefused, siteSwapUnavailable } from './site.errors.ts';
import { isNearCatalogue, judgeOffered, termsOf, tooDearFor, totalOf } from './site.rules.ts';
import type { OfferedItem } from './site.types.ts';
import { siteSwapCeilingSetting } from './site-swap-settings.ts';

export interface QuoteDeps {
  db: Db;
  settings: Settings;
  marketplace: Marketplace;
}

export interface SwapCommand {
  userId: Id<'user'>;
  givenIds: readonly Id<'inventoryItem'>[];
  targetMarketHashName: string;
}

/** What the marketplace asked for the target a moment ago. */
export interface Quote {
  target: Item;
  coins: number;
}

/**
 * Before anything is locked, since no transaction waits for the outside world. What the catalogue's value refuses is refused
 * without a question to the marketplace: it answers so many a minute for all users together.
 */
export async function quoteTarget(deps: QuoteDeps, command: SwapCommand): Promise<Quote> {
  const { db, settings, marketplace } = deps;
  const { givenIds, userId, targetMarketHashName } = command;
  const [isSuspended, found, [target], pricing] = await Promise.all([
    hasSuspension(db, userId),
    findInventoryItems(db, givenIds),
    findItemsByMarketName(db, [targetMarketHashName]),
    pricingInForce(db, settings),
  ]);
  if (isSuspended) throw siteSwapRefused({ kind: 'SUSPENDED' });
  const judged = judgeOffered(givenIds, found, userId);
  if ('fault' in judged) throw siteSwapRefused(judged.fault);
  if (target === undefined) throw siteSwapRefused({ kind: 'TARGET_ABSENT' });
  const dear = tooDearFor(totalOf(judged.given), target.valueCentsBrl);
  if (dear !== null) throw siteSwapRefused(dear);
  const coins = await askPrice(marketplace, targetMarketHashName);
  if (coins === null) throw siteSwapRefused({ kind: 'TARGET_ABSENT' });
  if (!isNearCatalogue(coins, target.originalPriceCents)) throw siteSwapRefused({ kind: 'TARGET_PRICE_ODD' });
  const ceilingPercent = settings.get(siteSwapCeilingSetting);
  const terms = termsFor({ target, coins }, { given: judged.given, pricing, ceilingPercent });
  if ('fault' in terms) throw siteSwapRefused(terms.fault);
  if (!(await walletCovers({ db, marketplace }, terms.maxCoins))) throw siteSwapUnavailable();
  return { target, coins };
}

/** A search finds parts of names; only the name itself counts. */
async function askPrice(marketplace: Marketplace, name: string): Promise<number | null> {
  try {
    const exact = (await marketplace.findPrices(name)).find((price) => price.name === name);
    return exact === undefined || exact.count < 1 || exact.minCoins < 1 ? null : exact.minCoins;
  } catch (error) {
    throw error instanceof OutsideError ? marketSilent(error) : error;
  }
}

interface Circumstances {
  given: readonly OfferedItem[];
  pricing: Pricing;
  ceilingPercent: number;
}

export const termsFor = ({ target, coins }: Quote, { given, pricing, ceilingPercent }: Circumstances) =>
  termsOf({
    givenCents: totalOf(given),
    quotedCoins: coins,
    valueFor: (price) => valueOfCoins(price, pricing),
    worthCents: target.valueCentsBrl,
    ceilingPercent,
  });
