import assert from 'node:assert/strict';
import { type Cached, cached } from '../../../platform/batches/cached.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { createOutsideClient, type OutsideClient } from '../../../platform/outbound/outside-client.ts';
import { OutsideError } from '../../../platform/outbound/outside-error.ts';
import type { BuyOrder, MarketPrice, MarketPurchase, Marketplace, MarketTrade } from './marketplace.records.ts';
import {
  OWN_WORDS,
  readPrices,
  readPurchase,
  readTrades,
  readTradeUrlOwner,
  readWallet,
  refusalIn,
} from './marketplace.rules.ts';

const LOOK_TIMEOUT_MS = 15_000;
const BUY_TIMEOUT_MS = 30_000;
const MAX_REPLY_BYTES = 4 * 1024 * 1024;
/** It has some tens of thousands of names. */
const MAX_LIST_BYTES = 32 * 1024 * 1024;
/** The marketplace silently drops more ids. */
const MAX_IDS = 100;
const GAME = 'csgo';
const MASK = '[masked]';

interface MarketplaceOptions {
  /** The URL ends before the version. */
  url: string | null;
  apiKey: string;
  logger: Logger;
  timeoutsMs?: { look: number; buy: number };
}

export function createMarketplace(options: MarketplaceOptions): Marketplace {
  const { url, apiKey, logger, timeoutsMs = { look: LOOK_TIMEOUT_MS, buy: BUY_TIMEOUT_MS } } = options;
  if (url === null) return noMarketplace;
  const clientWithin = (timeoutMs: number, maxReplyBytes = MAX_REPLY_BYTES) =>
    createOutsideClient({
      name: 'marketplace',
      baseUrl: `${url}/v1`,
      timeoutMs,
      maxReplyBytes,
      query: { api: apiKey },
      logger,
    });
  const looking = clientWithin(timeoutsMs.look);
  const listing = clientWithin(timeoutsMs.look, MAX_LIST_BYTES);
  const buying = clientWithin(timeoutsMs.buy);
  return {
    isConfigured: true,
    findPrices: (search) =>
      (search === '' ? listing : looking).ask({ path: '/prices', query: { game: GAME, search }, read: readPrices }),
    buy: (order) => buy(buying, order, apiKey),
    tradesByMarketId: (ids) => tradesAt(buying, '/check-many-steam', ids),
    tradesByProjectId: (ids) => tradesAt(buying, '/check-many-project-id', ids),
    ownerOfTradeUrl: (tradeUrl) => ownerOf(looking, tradeUrl),
    walletCoins: async () => (await looking.ask({ path: '/user', read: readWallet })).coins,
  };
}

async function tradesAt(client: OutsideClient, path: string, ids: readonly string[]): Promise<MarketTrade[]> {
  assert(ids.length <= MAX_IDS, `at most ${MAX_IDS} can be asked for at once, not ${ids.length}`);
  return ids.length > 0 ? client.ask({ path, query: { id: ids }, read: readTrades }) : [];
}

/** Only a clear statement about the URL is an answer. */
async function ownerOf(client: OutsideClient, tradelink: string): Promise<string | null> {
  const question = { method: 'POST', path: '/check-tradelink', body: { tradelink }, read: readTradeUrlOwner } as const;
  try {
    return (await client.ask(question)).platformId;
  } catch (error) {
    const body = error instanceof OutsideError && error.fault === 'REFUSED' ? error.body : null;
    if (readTradeUrlOwner(body)?.platformId !== null) throw error;
    return null;
  }
}

type BuyAnswer = Awaited<ReturnType<Marketplace['buy']>>;

/** A purchase is sent once. Everything but a clear refusal proves nothing. */
async function buy(client: OutsideClient, order: BuyOrder, apiKey: string): Promise<BuyAnswer> {
  const { name, maxCoins, partner, token, projectId } = order;
  const query = { name, price: String(maxCoins), partner, token, game: GAME, project_id: projectId };
  try {
    return await client.ask({ path: '/buy-one-p2p-name', query, read: (reply) => answerIn(reply, apiKey) });
  } catch (error) {
    const refused = error instanceof OutsideError && error.fault === 'REFUSED' ? wordsOf(error) : null;
    if (refused === null) throw error;
    return toRefusal(refused, apiKey);
  }
}

function answerIn(reply: unknown, apiKey: string): BuyAnswer | null {
  const refused = refusalIn(reply);
  if (refused !== null) return toRefusal(refused, apiKey);
  const bought: MarketPurchase | null = readPurchase(reply);
  return bought === null ? null : { bought };
}

/** Such a call has bought nothing. */
function wordsOf({ status, body }: OutsideError): string | null {
  const said = refusalIn(body);
  if (said !== null) return said;
  if (status === 403) return OWN_WORDS.notLetIn;
  return status === 429 ? OWN_WORDS.askedTooOften : null;
}

function toRefusal(words: string, apiKey: string): BuyAnswer {
  // We send once, so a known project id means that a middleman repeated the call.
  if (/project.?id/i.test(words)) throw new OutsideError('UNKNOWN', 'marketplace: the project id is known already');
  // The words may repeat what we have sent.
  return { refused: words.replaceAll(apiKey, MASK) };
}

const notConfigured = async (): Promise<never> => {
  throw new OutsideError('NOT_SENT', 'marketplace: none is configured');
};

const noMarketplace: Marketplace = {
  isConfigured: false,
  findPrices: async () => [],
  buy: async () => ({ refused: OWN_WORDS.noMarketplace }),
  tradesByMarketId: notConfigured,
  tradesByProjectId: notConfigured,
  walletCoins: notConfigured,
  ownerOfTradeUrl: notConfigured,
};

/** The marketplace allows 60 questions a minute for all users. */
const MAX_AGE_MS = 10_000;
const MAX_NAMES = 1_000;

/**
 * Users share answers to save questions. A price may be a little old, because the purchase has a ceiling. The caller
 * caches the list of everything.
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
    // A purchase takes a listing away; a refused one shows a new price.
    buy: (order) => marketplace.buy(order).finally(() => byName.delete(order.name)),
  };
}
