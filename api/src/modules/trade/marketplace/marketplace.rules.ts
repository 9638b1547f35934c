import type { Coins, MarketPrice, MarketPurchase, MarketTrade } from './marketplace.records.ts';

/** The marketplace's words cannot always be recorded. */
export const OWN_WORDS = {
  noReason: 'No reason was given',
  notLetIn: 'The marketplace does not let us in',
  askedTooOften: 'The marketplace is asked too often',
  noMarketplace: 'There is no marketplace',
} as const;

/** Numbers may be texts, and fields may be missing. Null means that nothing can be concluded. */
type Fields = Readonly<Record<string, unknown>>;

const MAX_TEXT = 500;
const MAX_COINS = 1_000_000_000_000;
const MAX_SECONDS = 100_000_000_000;
const DECIMAL = /^[0-9]{1,15}(\.[0-9]{1,10})?$/;
const MARKET_ID = /^[A-Za-z0-9_-]{1,64}$/;

const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

const successOf = (reply: unknown): Fields | null => {
  const fields = fieldsOf(reply);
  return fields !== null && fields.success === true ? fields : null;
};

export function refusalIn(reply: unknown): string | null {
  const fields = fieldsOf(reply);
  if (fields === null || fields.success !== false) return null;
  return textOf(fields.msg) ?? textOf(fields.message) ?? textOf(fields.error) ?? OWN_WORDS.noReason;
}

export function readPrices(reply: unknown): MarketPrice[] | null {
  const items = successOf(reply)?.items;
  return Array.isArray(items) ? items.flatMap((line) => priceOf(line) ?? []) : null;
}

function priceOf(line: unknown): MarketPrice | null {
  const fields = fieldsOf(line);
  const name = textOf(fields?.name);
  const count = numberOf(fields?.count, MAX_COINS);
  const minCoins = coinsOf(fields?.min);
  if (fields === null || name === null || count === null || minCoins === null) return null;
  return {
    name,
    count,
    minCoins,
    steamPriceCoins: coinsOf(fields.steam_price) ?? 0,
    imageUrl: textOf(fields.img) ?? '',
  };
}

export function readPurchase(reply: unknown): MarketPurchase | null {
  const fields = successOf(reply);
  const marketId = marketIdOf(fields?.id);
  const priceCoins = coinsOf(fields?.price);
  const name = textOf(fields?.name);
  if (fields === null || marketId === null || priceCoins === null || name === null) return null;
  const averageTimeSeconds = numberOf(fields.average_time, MAX_SECONDS);
  return { marketId, priceCoins, name, sendUntil: numberOf(fields.send_until, MAX_SECONDS), averageTimeSeconds };
}

const PLATFORM_ID = /^7656119[0-9]{10}$/;
const OF_TRADE_URL = /trade ?-?(link|url)/i;

/** `platformId` is null only if the URL itself is refused. */
export function readTradeUrlOwner(reply: unknown): { platformId: string | null } | null {
  const refused = refusalIn(reply);
  if (refused !== null) return OF_TRADE_URL.test(refused) ? { platformId: null } : null;
  const platformId = textOf(successOf(reply)?.steamid64);
  return platformId !== null && PLATFORM_ID.test(platformId) ? { platformId } : null;
}

/** An unreadable purchase must not look like a missing one. */
export function readTrades(reply: unknown): MarketTrade[] | null {
  const trades = successOf(reply)?.trades;
  if (!Array.isArray(trades)) return null;
  const read = trades.map(tradeOf);
  return read.includes(null) ? null : (read as MarketTrade[]);
}

function tradeOf(line: unknown): MarketTrade | null {
  const fields = fieldsOf(line);
  const marketId = marketIdOf(fields?.id);
  const priceCoins = coinsOf(fields?.price);
  if (fields === null || marketId === null || priceCoins === null) return null;
  const status = numberOf(fields.status, 6);
  return {
    marketId,
    projectId: textOf(fields.project_id),
    priceCoins,
    name: textOf(fields.name) ?? '',
    status: status !== null && Number.isInteger(status) ? status : null,
    tradeId: textOf(fields.trade_id),
    done: isTrue(fields.done),
    isReleased: isTrue(fields.is_released),
    releaseDate: textOf(fields.release_date),
    reason: textOf(fields.reason),
    sellerName: textOf(fields.seller_name),
    sendUntil: numberOf(fields.send_until, MAX_SECONDS),
  };
}

export function readWallet(reply: unknown): { coins: Coins } | null {
  const coins = coinsOf(fieldsOf(successOf(reply)?.user)?.wallet);
  return coins === null ? null : { coins };
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : null;
  if (typeof value !== 'string') return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const text = value.toWellFormed().replace(/[\u0000-\u001f\u007f]+/g, ' ');
  return text.trim() === '' ? null : text.trim().slice(0, MAX_TEXT).toWellFormed();
}

function marketIdOf(value: unknown): string | null {
  const text = textOf(value);
  return text !== null && MARKET_ID.test(text) ? text : null;
}

function numberOf(value: unknown, most: number): number | null {
  const number = typeof value === 'string' && DECIMAL.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && number <= most ? number : null;
}

function coinsOf(value: unknown): Coins | null {
  const coins = numberOf(value, MAX_COINS);
  return coins === null ? null : Math.ceil(coins);
}

const isTrue = (value: unknown) => value === true || value === 'true' || value === 1 || value === '1';

const ROLLBACK_WORDS = /roll(ed)?[ -]?back|revers/i;

/** Only an accepted trade has a release date, so a failed trade with one is a reversed delivery. */
export const isRollback = ({ status, reason, releaseDate }: Pick<MarketTrade, 'status' | 'reason' | 'releaseDate'>) =>
  (status === 6 && releaseDate !== null) || (status !== 5 && ROLLBACK_WORDS.test(reason ?? ''));
