import { createHash } from 'node:crypto';
import { RARITY_COLORS } from '../item-database/grades.ts';
import type { Item } from '../item-database/items.ts';
import type { Listing } from './listings.ts';
import { uuidOf } from './sellers.ts';
import { isOver, type Trade } from './trade.ts';

/** Numbers are 32-bit accounts in trade URLs and 64-bit ones elsewhere. */
const PARTNER_BASE = 76561197960265728n;
const COINS_PER_CENT = 10;
const STAGE_ACCEPTED = 9;

const ACCOUNT = { id: uuidOf('the account of the key'), platformId: '76561198000005000', name: 'sandbox' };

export type Origin = () => string;

const imageOf = (origin: Origin, item: Item) => `${origin()}/item-database/images/${item.id}.svg`;
const avatarOf = (origin: Origin, platformId: string) => `${origin()}/identity/avatars/${platformId}.svg`;
export const platformIdOf = (partner: string) => String(BigInt(partner) + PARTNER_BASE);
const unixSeconds = (date: Date) => Math.floor(date.getTime() / 1000);
const tradeIdOf = ({ isOfferMade, offerId }: Trade) => (isOfferMade ? offerId : null);

/** The short form of the price list has names and prices alone. */
export function priceView(origin: Origin, item: Item, offers: Listing[], isMinified: boolean): object {
  const line = { name: item.name, count: offers.length, min: offers[0]?.price ?? 0 };
  if (isMinified) return line;
  return {
    ...line,
    steam_price: steamPriceOf(item),
    img: imageOf(origin, item),
    rarity_color: RARITY_COLORS[item.rarity],
    type: item.category,
  };
}

/** The real list, too, has a number for some names and a string for others. */
function steamPriceOf(item: Item): number | string {
  const coins = Math.round(item.cents * COINS_PER_CENT * 1.15);
  return createHash('sha256').update(`steam:${item.name}`).digest().readUInt8() % 2 === 0 ? coins : String(coins);
}

export function listingView(origin: Origin, { item, price, itemId }: Listing): object {
  return { name: item.name, price, image: imageOf(origin, item), item_id: String(itemId) };
}

export function purchaseView({ id, price, listing, sendUntil }: Trade): object {
  return {
    success: true,
    id,
    price,
    name: listing.item.name,
    send_until: unixSeconds(sendUntil),
    average_time: listing.seller.averageSeconds,
  };
}

/** Some numbers of a purchase are strings, as in the real API. */
export function tradeView(origin: Origin, trade: Trade, now: Date): object {
  const { listing, penalty } = trade;
  return {
    id: trade.id,
    price: trade.price,
    name: listing.item.name,
    status: trade.status,
    project_id: trade.projectId,
    custom_id: trade.customId,
    trade_id: tradeIdOf(trade),
    done: isOver(trade),
    for_steamid64: platformIdOf(trade.partner),
    reason: trade.reason,
    seller_name: listing.seller.name,
    seller_avatar: avatarOf(origin, listing.seller.platformId),
    seller_steam_joined: listing.seller.steamJoined,
    seller_steam_level: listing.seller.steamLevel,
    send_until: String(unixSeconds(trade.sendUntil)),
    last_updated: String(unixSeconds(trade.lastUpdated)),
    counter: String(Math.max(0, unixSeconds(trade.sendUntil) - unixSeconds(now))),
    is_released: trade.isReleased,
    release_date: trade.releaseDate?.toISOString() ?? null,
    penalties: {
      rollback_fee: penalty.fee,
      rollback_penalty: penalty.penalty,
      total_penalty: penalty.fee + penalty.penalty,
    },
  };
}

export function historyView(origin: Origin, trade: Trade): object {
  return {
    item_id: String(trade.listing.itemId),
    trade_id: tradeIdOf(trade),
    token: trade.token,
    partner: Number(trade.partner),
    created: trade.createdAt.toISOString(),
    send_until: trade.sendUntil.toISOString(),
    reason: trade.reason ?? (trade.releaseDate === null ? null : 'Accepted'),
    id: trade.id,
    image: imageOf(origin, trade.listing.item),
    price: trade.price,
    name: trade.listing.item.name,
    status: trade.status,
  };
}

export function ownHistoryView(origin: Origin, trade: Trade): object {
  return {
    date: trade.lastUpdated.toISOString(),
    created: trade.createdAt.toISOString(),
    id: trade.id,
    item_id: String(trade.listing.itemId),
    give_amount: trade.price,
    image: imageOf(origin, trade.listing.item),
    price: trade.price,
    game: 'csgo',
    name: trade.listing.item.name,
    status: trade.status,
    average: trade.listing.seller.averageSeconds,
    action: 'buy',
  };
}

export function userView(origin: Origin, wallet: number): object {
  const { id, platformId, name } = ACCOUNT;
  const avatar = avatarOf(origin, platformId);
  return { wallet, id, id64: platformId, avatar, name, sell_fees: 0.94, can_p2p: true, tradelink: null };
}

export interface FeedMessage {
  type: 'create' | 'update';
  data: { done: boolean; items: ({ status: number } & Record<string, unknown>)[] } & Record<string, unknown>;
}

function stageOf({ status, releaseDate }: Trade): number {
  if (status === 6) return status;
  return releaseDate === null ? Math.max(1, status) : STAGE_ACCEPTED;
}

/** Dates are text in the feed, and `costum_id` is spelt as in the real one. */
export function feedMessage(origin: Origin, type: FeedMessage['type'], trade: Trade, now: Date): FeedMessage {
  const { listing } = trade;
  const { seller } = listing;
  return {
    type,
    data: {
      id: String(trade.tradeNumber),
      costum_id: trade.customId,
      stage: stageOf(trade),
      creator: 'seller',
      boxed: trade.createdAt.toISOString(),
      send_until: trade.sendUntil.toISOString(),
      ...(trade.releaseDate && { release_date: trade.releaseDate.toISOString(), is_released: trade.isReleased }),
      last_updated: trade.lastUpdated.toISOString(),
      done: isOver(trade),
      now: now.toISOString(),
      user: {
        id: ACCOUNT.id,
        name: ACCOUNT.name,
        avatar: avatarOf(origin, ACCOUNT.platformId),
        can_p2p: true,
        kyc_status: 'approved',
      },
      seller: {
        id: seller.id,
        name: seller.name,
        avatar: avatarOf(origin, seller.platformId),
        can_p2p: true,
        kyc_status: null,
        shop: seller.id,
        auto: true,
        success_trades: seller.successTrades,
        failed_trades: seller.failedTrades,
      },
      items: [
        {
          id: trade.id,
          price: trade.price,
          name: listing.item.name,
          status: trade.status,
          merchant: null,
          item_id: listing.itemId,
          trade_id: tradeIdOf(trade),
          image: imageOf(origin, listing.item),
          sent_time: trade.sentAt?.toISOString() ?? null,
        },
      ],
    },
  };
}
