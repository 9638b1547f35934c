import type { FastifyInstance } from 'fastify';
import { queryOf } from '../request-query.ts';
import { createSeededRandom } from '../seeded-random.ts';
import type { SandboxContext, StandIn } from '../stand-in.ts';
import { createFeed } from './feed.ts';
import { createListings } from './listings.ts';
import { marketCalls } from './market-api.ts';
import { createMarketClock } from './market-clock.ts';
import { type MarketControlDeps, registerMarketControl } from './market-control.ts';
import { answerTooMany, answerWith, createMarketFaults } from './market-faults.ts';
import { registerMarketPage } from './market-page.ts';
import { feedMessage } from './market-views.ts';
import { createMarketplace, type Order } from './marketplace.ts';
import { createPriceLimit } from './price-limit.ts';
import type { SellerSetting } from './seller-plans.ts';

export const MARKET_API_KEY = 'sandbox';
const ADVANCE_EVERY_MS = 500;

export interface MarketOptions {
  sellers: SellerSetting['mode'];
  seed: string;
}

/** The peer-to-peer marketplace: the part of its API that a buyer needs, and its feed of trades. */
export function registerMarket(server: FastifyInstance, context: SandboxContext, options: MarketOptions): StandIn {
  const { origin } = context;
  const clock = createMarketClock(context.now);
  const listings = createListings();
  const feed = createFeed({ apiKey: MARKET_API_KEY, random: createSeededRandom(`${options.seed}:feed`) });
  const market = createMarketplace({
    clock,
    listings,
    random: createSeededRandom(`${options.seed}:sellers`),
    sellers: options.sellers,
    onTrade: (type, trade) => feed.notifyTrade(feedMessage(origin, type, trade, clock.now())),
    onWallet: feed.notifyWallet,
  });
  const refusals: { order: Order; msg: string }[] = [];
  const deps: MarketControlDeps = {
    apiKey: MARKET_API_KEY,
    clock,
    listings,
    market,
    faults: createMarketFaults(createSeededRandom(`${options.seed}:faults`)),
    feed,
    priceLimit: createPriceLimit(),
    refusals,
  };

  const calls = marketCalls({ ...deps, origin, onRefusal: (order, msg) => refusals.push({ order, msg }) });
  registerCalls(server, context, deps, calls);
  const paths = calls.map(({ path }) => path);
  registerMarketControl(server, deps, paths);
  registerMarketPage(server, deps);

  feed.attach(server.server);
  // Sellers and deadlines do not wait until somebody asks.
  const timer = setInterval(market.advance, ADVANCE_EVERY_MS);
  timer.unref();
  server.addHook('preClose', async () => {
    clearInterval(timer);
    feed.close();
  });
  return presentation;
}

function registerCalls(
  server: FastifyInstance,
  context: SandboxContext,
  { apiKey, market, faults, priceLimit, clock }: MarketControlDeps,
  calls: ReturnType<typeof marketCalls>,
): void {
  for (const { method, path, answer } of calls) {
    server.route({
      method,
      url: `/market/v1/${path}`,
      handler: async (request, reply) => {
        const query = queryOf(request);
        if (query.get('api') !== apiKey) return reply.code(403).send({ success: false, msg: 'wrong api' });
        const waitMs = path === 'prices' ? priceLimit.waitMs(clock.now()) : 0;
        if (waitMs > 0) return answerTooMany(reply, waitMs);
        const fault = faults.strike(path);
        const act = () => {
          market.advance();
          return answer({ query, body: request.body, fault });
        };
        return answerWith(fault, { reply, context, act });
      },
    });
  }
}

const presentation: StandIn = {
  name: 'Marketplace',
  purpose:
    'Sells every item of the item database, from several sellers each, as a peer-to-peer marketplace does: prices in ' +
    'coins (1000 are a US dollar), purchases by name, trades that sellers send or do not, and a feed that reports them.',
  addresses: [
    { method: 'GET', path: '/market', note: 'Its wallet and trades, with buttons that move them.', canBeOpened: true },
    {
      method: 'GET',
      path: `/market/v1/prices?api=${MARKET_API_KEY}&game=csgo&search=AK-47%20%7C%20Redline`,
      note: 'Prices by a part of the name, 60 times a minute. The key is always in the parameter api.',
      canBeOpened: true,
    },
    {
      method: 'GET',
      path: '/market/v1/buy-one-p2p-name',
      note: 'Buys the cheapest of a name: name, price (at most), partner, token, project_id (once). buy-one-p2p: item_id.',
    },
    {
      method: 'GET',
      path: '/market/v1/check-many-project-id',
      note: 'Purchases by up to 100 repeated id; check-many-steam by the ids that buying gave.',
    },
    { method: 'GET', path: '/market/v1/search-items-by-name', note: 'What is for sale under repeated names.' },
    { method: 'GET', path: '/market/v1/user', note: 'The wallet. history and my-history (POST) list purchases.' },
    { method: 'POST', path: '/market/v1/check-tradelink', note: 'Whether a trade URL is one.' },
    {
      method: 'GET',
      path: '/socket.io/',
      note: 'The feed: Socket.IO by websocket, the key in the header authorization, events steamTrade and change_user.',
    },
  ],
  controls: [
    {
      path: '/control/market',
      example: { faults: [{ fault: 'time-out', moment: 'after', path: 'buy-one-p2p-name', times: 1 }] },
      note:
        'Sets faults (of answers, each for a path, a number of times or by chance; and of the feed), the wallet, stock, ' +
        'prices, sellers and the clock, and moves trades. Its state is the marketplace’s own record. ' +
        'sandbox/README.md has everything.',
    },
  ],
};
