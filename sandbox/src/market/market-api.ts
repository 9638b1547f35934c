import { type Item, items } from '../item-database/items.ts';
import { itemsByName, type Listings } from './listings.ts';
import type { MarketClock } from './market-clock.ts';
import type { MarketFault } from './market-faults.ts';
import {
  historyView,
  listingView,
  type Origin,
  ownHistoryView,
  platformIdOf,
  priceView,
  purchaseView,
  tradeView,
  userView,
} from './market-views.ts';
import type { Marketplace, Order } from './marketplace.ts';
import type { Trade } from './trade.ts';

interface Asked {
  query: URLSearchParams;
  body: unknown;
  fault: MarketFault | undefined;
}

interface MarketCall {
  method: 'GET' | 'POST';
  path: string;
  answer(asked: Asked): object;
}

export interface MarketApiDeps {
  origin: Origin;
  clock: MarketClock;
  listings: Listings;
  market: Marketplace;
  /** Told of purchases that were refused, for the record. */
  onRefusal(order: Order, msg: string): void;
}

const MAX_IDS = 100;
const HISTORY_PAGE = 50;
const OWN_HISTORY_PAGE = 100;
const DEFAULT_RISE_PERCENT = 25;
const TRADE_URL =
  /^https:\/\/steamcommunity\.com\/tradeoffer\/new\/\?partner=(?<partner>[0-9]{1,10})&token=(?<token>[A-Za-z0-9_-]+)$/;

export function marketCalls(deps: MarketApiDeps): MarketCall[] {
  const { market, origin } = deps;
  const byId = (id: string) => market.findTrade(Number(id));
  return [
    { method: 'GET', path: 'prices', answer: (asked) => listPrices(deps, asked) },
    { method: 'GET', path: 'search-items-by-name', answer: (asked) => searchByName(deps, asked) },
    { method: 'GET', path: 'buy-one-p2p-name', answer: (asked) => buy(deps, asked, { name: nameIn(asked, 'name') }) },
    {
      method: 'GET',
      path: 'buy-one-p2p',
      answer: (asked) => buy(deps, asked, { itemId: Number(asked.query.get('item_id')) }),
    },
    { method: 'GET', path: 'check-many-steam', answer: (asked) => checkMany(deps, asked, byId) },
    { method: 'GET', path: 'check-many-project-id', answer: (asked) => checkMany(deps, asked, market.findProject) },
    { method: 'POST', path: 'check-tradelink', answer: ({ body }) => checkTradeLink(body) },
    { method: 'GET', path: 'user', answer: () => ({ success: true, user: userView(origin, market.wallet()) }) },
    { method: 'GET', path: 'history', answer: (asked) => listHistory(deps, asked) },
    { method: 'POST', path: 'my-history', answer: ({ body }) => listOwnHistory(deps, body) },
  ];
}

/** The public client encodes names twice, and is understood; no name has a percent sign of its own. */
function nameIn({ query }: Asked, parameter: string): string {
  return onceMore(query.get(parameter) ?? '');
}

function onceMore(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function listPrices({ origin, listings }: MarketApiDeps, asked: Asked): object {
  const { query, fault } = asked;
  if ((query.get('game') ?? 'csgo') !== 'csgo') return { success: true, items: [] };
  const search = nameIn(asked, 'search').toLowerCase();
  const isEmpty = fault?.fault === 'no-stock';
  const [min, max] = [limitIn(query, 'min_price', 0), limitIn(query, 'max_price', Number.POSITIVE_INFINITY)];
  const found = (fault?.fault === 'partial-match' ? nearNames(search) : items)
    .filter(({ name }) => fault?.fault === 'partial-match' || name.toLowerCase().includes(search))
    .map((item) => ({ item, offers: listings.ofName(item.name) }))
    .filter(({ offers }) => offers[0] !== undefined && offers[0].price >= min && offers[0].price <= max);
  const isMinified = query.get('minified') === '1';
  return {
    success: true,
    items: found
      .slice(0, query.get('single') === '1' ? 1 : found.length)
      .map(({ item, offers }) => priceView(origin, item, isEmpty ? [] : offers, isMinified)),
  };
}

function limitIn(query: URLSearchParams, name: string, otherwise: number): number {
  const text = query.get(name);
  return text ? Number(text) : otherwise;
}

/** A search also finds longer names that contain the words, or else names of the same kind. */
function nearNames(search: string): Item[] {
  const others = items.filter(({ name }) => name.toLowerCase() !== search);
  const longer = others.filter(({ name }) => name.toLowerCase().includes(search));
  const kind = search.split(' | ', 1)[0] ?? '';
  return longer.length > 0 ? longer : others.filter(({ name }) => name.toLowerCase().startsWith(kind));
}

function searchByName({ origin, listings }: MarketApiDeps, { query, fault }: Asked): object {
  const asked = query.getAll('names').slice(0, MAX_IDS).map(onceMore);
  const names = fault?.fault === 'partial-match' ? asked.flatMap(namesNear) : asked;
  const found = fault?.fault === 'no-stock' ? [] : [...new Set(names)].flatMap((name) => listings.ofName(name));
  return { success: true, items: found.map((listing) => listingView(origin, listing)) };
}

function namesNear(name: string): string[] {
  return nearNames(name.toLowerCase()).map((item) => item.name);
}

function buy(deps: MarketApiDeps, { query, fault }: Asked, what: { name?: string; itemId?: number }): object {
  const { listings, market } = deps;
  const order: Order = {
    ...(fault?.fault === 'partial-match' ? { name: nameInPlaceOf(listings, what.name ?? '') } : what),
    price: Number(query.get('price') || Number.NaN),
    partner: query.get('partner') ?? '',
    token: query.get('token') ?? '',
    projectId: query.get('project_id') || null,
  };
  const name = what.name ?? listings.withId(what.itemId ?? -1)?.item.name ?? '';
  if (fault?.fault === 'price-change') listings.raise(name, fault.percent ?? DEFAULT_RISE_PERCENT);
  if (fault?.fault === 'no-stock' && itemsByName.has(name)) listings.setStock(name, []);
  const outcome = market.buy(order);
  if ('trade' in outcome) return purchaseView(outcome.trade);
  deps.onRefusal(order, outcome.msg);
  return { success: false, ...outcome };
}

/** By mistake an item of a similar name is sold. */
const nameInPlaceOf = (listings: Listings, name: string): string =>
  namesNear(name).find((near) => listings.ofName(near).length > 0) ?? name;

function checkMany(
  { origin, clock }: MarketApiDeps,
  { query }: Asked,
  find: (id: string) => Trade | undefined,
): object {
  const ids = query.getAll('id');
  if (ids.length === 0) return { success: false, msg: 'Invalid ID' };
  const found = [...new Set(ids.slice(0, MAX_IDS))].flatMap((id) => find(id) ?? []);
  return { success: true, trades: found.map((trade) => tradeView(origin, trade, clock.now())) };
}

function checkTradeLink(body: unknown): object {
  const tradelink = fieldOf(body, 'tradelink');
  const { partner, token } = (typeof tradelink === 'string' && TRADE_URL.exec(tradelink)?.groups) || {};
  if (!partner) return { success: false, msg: 'Invalid tradelink' };
  const platformId = platformIdOf(partner);
  return { success: true, link: tradelink, token, steamid32: Number(partner), steamid64: platformId };
}

function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? Object.getOwnPropertyDescriptor(body, name)?.value : undefined;
}

function listHistory({ market, origin }: MarketApiDeps, { query }: Asked): object {
  const [partner, token] = [query.get('partner'), query.get('token')];
  const skip = Number(query.get('skip') ?? 0) || 0;
  const found = market
    .trades()
    .filter((trade) => (!partner || trade.partner === partner) && (!token || trade.token === token))
    .toReversed();
  const history = found.slice(skip, skip + HISTORY_PAGE).map((trade) => historyView(origin, trade));
  return { success: true, history };
}

function listOwnHistory({ market, origin }: MarketApiDeps, body: unknown): object {
  const skip = Number(fieldOf(body, 'skip') ?? 0) || 0;
  const [start, end] = [Date.parse(String(fieldOf(body, 'start'))), Date.parse(String(fieldOf(body, 'end')))];
  const found = market.trades().filter(({ createdAt }) => !(createdAt.getTime() < start || createdAt.getTime() > end));
  const sorted = fieldOf(body, 'sort') === 'ASC' ? found : found.toReversed();
  const trades = sorted.slice(skip, skip + OWN_HISTORY_PAGE).map((trade) => ownHistoryView(origin, trade));
  return { success: true, data: { trades, transactions: [] } };
}
