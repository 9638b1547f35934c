import type { FastifyInstance } from 'fastify';
import { requestError } from '../request-error.ts';
import { type Feed, type FeedSetting, feedSettingSchema } from './feed.ts';
import type { Listings } from './listings.ts';
import type { ClockSetting, MarketClock } from './market-clock.ts';
import { type MarketFault, type MarketFaults, marketFaultSchema } from './market-faults.ts';
import type { Marketplace, Order } from './marketplace.ts';
import type { PriceLimit } from './price-limit.ts';
import type { SellerSetting } from './seller-plans.ts';
import { isOver, type Move, STEPS, type Trade } from './trade.ts';

interface MarketSetting {
  clock?: ClockSetting;
  sellers?: Partial<SellerSetting>;
  wallet?: number;
  priceFactor?: number;
  restock?: true;
  stock?: { name: string; prices: number[] };
  pricesPerMinute?: number;
  faults?: MarketFault[];
  feed?: FeedSetting;
  move?: Move & { id?: number; projectId?: string };
}

export interface MarketControlDeps {
  apiKey: string;
  clock: MarketClock;
  listings: Listings;
  market: Marketplace;
  faults: MarketFaults;
  feed: Feed;
  priceLimit: PriceLimit;
  refusals: readonly { order: Order; msg: string }[];
}

const coins = { type: 'integer', minimum: 0, maximum: 1_000_000_000_000 };

function settingSchema(paths: readonly string[]): object {
  const section = (properties: object, more: object = {}) => ({
    type: 'object',
    additionalProperties: false,
    minProperties: 1,
    properties,
    ...more,
  });
  return section({
    clock: section({
      hold: { type: 'boolean' },
      advanceSeconds: { type: 'integer', minimum: 0, maximum: 100_000_000 },
    }),
    sellers: section({
      mode: { type: 'string', enum: ['manual', 'automatic'] },
      stepSeconds: { type: 'number', minimum: 0, maximum: 86_400 },
      successPercent: { type: 'number', minimum: 0, maximum: 100 },
    }),
    wallet: coins,
    priceFactor: { type: 'number', exclusiveMinimum: 0, maximum: 1000 },
    restock: { type: 'boolean', const: true },
    stock: section(
      { name: { type: 'string' }, prices: { type: 'array', maxItems: 100, items: { ...coins, minimum: 1 } } },
      { required: ['name', 'prices'] },
    ),
    pricesPerMinute: { type: 'integer', minimum: 0, maximum: 1_000_000 },
    faults: { type: 'array', maxItems: 20, items: marketFaultSchema(paths) },
    feed: feedSettingSchema,
    move: section(
      {
        id: { type: 'integer' },
        projectId: { type: 'string' },
        to: { type: 'string', enum: STEPS },
        reason: { type: 'string', maxLength: 1000 },
        by: { type: 'string', enum: ['buyer', 'seller'] },
      },
      { required: ['to'], oneOf: [{ required: ['id'] }, { required: ['projectId'] }] },
    ),
  });
}

/** Sets what the marketplace does, and answers what it knows: its own record, to hold another one against. */
export function registerMarketControl(
  server: FastifyInstance,
  deps: MarketControlDeps,
  paths: readonly string[],
): void {
  server.get('/control/market', async () => {
    deps.market.advance();
    return stateOf(deps);
  });
  server.post<{ Body: MarketSetting }>(
    '/control/market',
    { schema: { body: settingSchema(paths) } },
    async (request) => {
      applySetting(deps, request.body);
      return stateOf(deps);
    },
  );
}

/** Time first, trades last: what is set with a move holds for it. */
export function applySetting(deps: MarketControlDeps, setting: MarketSetting): void {
  const { clock, listings, market, faults, feed, priceLimit } = deps;
  const { stock, move } = setting;
  if (setting.clock) clock.set(setting.clock);
  market.advance();
  if (setting.restock) listings.restock();
  if (setting.priceFactor !== undefined) listings.setPriceFactor(setting.priceFactor);
  if (stock && !listings.setStock(stock.name, stock.prices)) throw requestError(`Nothing is called "${stock.name}".`);
  if (setting.sellers) market.setSellers(setting.sellers);
  if (setting.wallet !== undefined) market.setWallet(setting.wallet);
  if (setting.pricesPerMinute !== undefined) priceLimit.set(setting.pricesPerMinute);
  if (setting.faults) faults.set(setting.faults);
  if (setting.feed) feed.set(setting.feed);
  if (move) {
    const { id, projectId, ...how } = move;
    market.move(id ?? market.findProject(projectId ?? '')?.id ?? -1, how);
  }
}

function stateOf({ apiKey, clock, market, faults, feed, priceLimit, refusals }: MarketControlDeps): object {
  return {
    apiKey,
    now: clock.now().toISOString(),
    isClockHeld: clock.isHeld(),
    wallet: market.wallet(),
    sellers: market.sellers(),
    pricesPerMinute: priceLimit.perMinute(),
    ...faults.state(),
    feed: feed.state(),
    purchases: market.trades().map(recordOf),
    refusals: refusals.map(({ order, msg }) => ({ ...order, msg })),
  };
}

function recordOf(trade: Trade): object {
  const { id, projectId, price, partner, token, step, status, reason, isReleased, releaseDate, history } = trade;
  return {
    id,
    projectId,
    name: trade.listing.item.name,
    price,
    partner,
    token,
    step,
    status,
    reason,
    tradeId: trade.isOfferMade ? trade.offerId : null,
    isDone: isOver(trade),
    isReleased,
    releaseDate,
    sendUntil: trade.sendUntil,
    createdAt: trade.createdAt,
    refunded: trade.status === 6 ? price - trade.penalty.fee - trade.penalty.penalty : 0,
    history,
  };
}
