import { requestError } from '../request-error.ts';
import type { Random } from '../seeded-random.ts';
import type { Listing, Listings } from './listings.ts';
import type { MarketClock } from './market-clock.ts';
import { type PlannedMove, planOf, type SellerSetting } from './seller-plans.ts';
import { uuidOf } from './sellers.ts';
import { isOver, type Move, moved, refundOf, released, SELLER_HAS_MS, type Trade } from './trade.ts';

export interface Order {
  name?: string;
  itemId?: number;
  price: number;
  partner: string;
  token: string;
  projectId: string | null;
}

type Outcome = { trade: Trade } | { msg: string; new_price?: number };

export interface Marketplace {
  buy(order: Order): Outcome;
  trades(): Trade[];
  findTrade(id: number): Trade | undefined;
  findProject(projectId: string): Trade | undefined;
  move(id: number, move: Move): void;
  /** Does everything whose time has come. */
  advance(): void;
  wallet(): number;
  setWallet(coins: number): void;
  sellers(): SellerSetting;
  setSellers(setting: Partial<SellerSetting>): void;
}

interface MarketplaceDeps {
  clock: MarketClock;
  listings: Listings;
  random: Random;
  sellers: SellerSetting['mode'];
  onTrade(type: 'create' | 'update', trade: Trade): void;
  onWallet(coins: number): void;
}

const FIRST_WALLET = 10_000_000;
const MAX_PROJECT_ID = 50;
const PARTNER = /^[0-9]{1,10}$/;
const TOKEN = /^[A-Za-z0-9_-]{1,32}$/;

interface Market {
  deps: MarketplaceDeps;
  trades: Map<number, Trade>;
  ofProject: Map<string, number>;
  plans: Map<number, PlannedMove[]>;
  coins: number;
  setting: SellerSetting;
  nextId: number;
}

export function createMarketplace(deps: MarketplaceDeps): Marketplace {
  const { clock } = deps;
  const market: Market = {
    deps,
    trades: new Map(),
    ofProject: new Map(),
    plans: new Map(),
    coins: FIRST_WALLET,
    setting: { mode: deps.sellers, stepSeconds: 5, successPercent: 85 },
    // Purchases are forgotten when the sandbox stops, so no later one may have the number of an earlier one: nobody sells
    // a thousand a second.
    nextId: clock.now().getTime(),
  };
  const { trades, ofProject, plans } = market;
  return {
    buy: (order) => buy(market, order),
    trades: () => [...trades.values()],
    findTrade: (id) => trades.get(id),
    findProject: (projectId) => trades.get(ofProject.get(projectId) ?? -1),
    move(id, move) {
      const trade = trades.get(id);
      if (!trade) throw requestError(`There is no purchase ${id}.`);
      const next = moved(trade, move, clock.now());
      plans.delete(id);
      store(market, next);
    },
    advance() {
      for (const id of trades.keys()) advanceTrade(market, id, clock.now());
    },
    wallet: () => market.coins,
    setWallet: (amount) => pay(market, amount - market.coins),
    sellers: () => market.setting,
    setSellers(changes) {
      market.setting = { ...market.setting, ...changes };
      if (market.setting.mode === 'manual') plans.clear();
    },
  };
}

function pay(market: Market, amount: number): void {
  market.coins += amount;
  market.deps.onWallet(market.coins);
}

function buy(market: Market, order: Order): Outcome {
  const { trades, ofProject, plans, setting } = market;
  const { listings, clock, random, onTrade } = market.deps;
  const listing = findListing(listings, order);
  const refusal = refusalOf(market, order, listing);
  if (refusal || !listing) return refusal ?? { msg: 'Item sold' };
  const trade = newTrade(market.nextId, order, listing, clock.now());
  market.nextId += 1;
  trades.set(trade.id, trade);
  if (trade.projectId !== null) ofProject.set(trade.projectId, trade.id);
  if (setting.mode === 'automatic') plans.set(trade.id, planOf(random, setting, trade.createdAt));
  listings.take(listing);
  pay(market, -trade.price);
  onTrade('create', trade);
  return { trade };
}

function refusalOf(
  { ofProject, coins }: Market,
  order: Order,
  listing: Listing | undefined,
): Exclude<Outcome, { trade: Trade }> | null {
  const { projectId, partner, token, price } = order;
  if (projectId !== null && projectId.length > MAX_PROJECT_ID) return { msg: 'Wrong input' };
  if (!PARTNER.test(partner) || !TOKEN.test(token)) return { msg: 'Invalid tradelink' };
  if (projectId !== null && ofProject.has(projectId)) return { msg: 'projectId already exists' };
  if (!listing) return { msg: 'Item sold' };
  if (!(price >= listing.price)) return { msg: 'Price changed', new_price: listing.price };
  if (coins < listing.price) return { msg: 'Not enough funds' };
  return null;
}

function store(market: Market, trade: Trade): void {
  const { trades, plans, deps } = market;
  const before = trades.get(trade.id);
  trades.set(trade.id, trade);
  if (trade.status === 6 && before?.status !== 6) {
    plans.delete(trade.id);
    if (trade.step === 'failed') deps.listings.putBack(trade.listing);
    pay(market, refundOf(trade));
  }
  deps.onTrade('update', trade);
}

function advanceTrade(market: Market, id: number, now: Date): void {
  const { trades, plans } = market;
  for (;;) {
    const trade = trades.get(id);
    const due = trade && nextDue(trade, plans.get(id)?.[0]);
    if (!trade || !due || due.atMs > now.getTime()) return;
    if (due.isPlanned) plans.get(id)?.shift();
    store(market, due.apply(trade, new Date(due.atMs)));
  }
}

function findListing(listings: Listings, { name, itemId }: Order): Listing | undefined {
  return name === undefined ? listings.withId(itemId ?? -1) : listings.ofName(name)[0];
}

interface Due {
  atMs: number;
  isPlanned: boolean;
  apply(trade: Trade, at: Date): Trade;
}

/** Finds the next event: a move of seller or buyer, the end of the marketplace's patience, or the release. */
function nextDue(trade: Trade, planned: PlannedMove | undefined): Due | undefined {
  const dues: Due[] = [];
  if (planned) {
    dues.push({ atMs: planned.atMs, isPlanned: true, apply: (before, at) => moved(before, planned.move, at) });
  }
  if (trade.releaseDate === null && !isOver(trade)) {
    const giveUp = (before: Trade, at: Date) => moved(before, { to: 'failed' }, at);
    dues.push({ atMs: trade.sendUntil.getTime(), isPlanned: false, apply: giveUp });
  }
  if (trade.releaseDate !== null && trade.status !== 6 && !trade.isReleased) {
    dues.push({ atMs: trade.releaseDate.getTime(), isPlanned: false, apply: released });
  }
  return dues.toSorted((one, other) => one.atMs - other.atMs)[0];
}

function newTrade(id: number, order: Order, listing: Listing, now: Date): Trade {
  return {
    id,
    // These numbers are far from those of purchases, so that a mix-up finds nothing.
    tradeNumber: id + 50_000_000_000_000,
    customId: uuidOf(`trade:${id}`),
    offerId: String(id - 1_000_000_000_000),
    isOfferMade: false,
    projectId: order.projectId,
    listing,
    price: listing.price,
    partner: order.partner,
    token: order.token,
    createdAt: now,
    sentAt: null,
    lastUpdated: now,
    sendUntil: new Date(now.getTime() + SELLER_HAS_MS),
    step: 'created',
    status: 0,
    reason: null,
    releaseDate: null,
    isReleased: false,
    penalty: { fee: 0, penalty: 0 },
    history: [{ at: now, step: 'created', status: 0 }],
  };
}
