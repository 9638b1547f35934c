import { isRollback, type MarketTrade } from '../../marketplace/index.ts';
import { feedStatusOf, marketStatusOf, polledStatusOf } from './mapping.rules.ts';
import type { StatusReport } from './tracking.types.ts';

/** What is kept of the marketplace's texts. */
const MAX_TEXT = 500;

/** What the marketplace has answered about a purchase. */
export function polledReport(trade: MarketTrade): StatusReport {
  const { marketId, status, tradeId, sellerName, sendUntil, reason } = trade;
  return {
    marketId,
    status: polledStatusOf(trade),
    marketStatus: marketStatusOf(status),
    tradeId: textOf(tradeId),
    sellerName: textOf(sellerName),
    sendUntil: momentOf(sendUntil),
    reason: textOf(reason),
    isRollback: isRollback(trade),
    source: 'POLL',
  };
}

type Scalar = string | number | null;

/** What the feed says of a trade, as far as it is used. Numbers may be texts. */
export interface FeedTrade {
  stage?: Scalar;
  done?: boolean | null;
  is_released?: boolean | null;
  release_date?: Scalar;
  send_until?: Scalar;
  seller?: { name?: Scalar } | null;
  items: readonly { id: string | number; status?: Scalar; trade_id?: Scalar }[];
}

/** One for each item of the trade: each is a purchase of its own. */
export function feedReports(trade: FeedTrade): StatusReport[] {
  const releaseDate = textOf(trade.release_date);
  return trade.items.map((item) => {
    const status = numberOf(item.status);
    const words = { status, stage: numberOf(trade.stage), isReleased: trade.is_released === true };
    return {
      marketId: String(item.id),
      status: feedStatusOf({ ...words, done: trade.done === true }),
      marketStatus: marketStatusOf(status),
      tradeId: textOf(item.trade_id),
      sellerName: textOf(trade.seller?.name),
      sendUntil: momentOf(trade.send_until),
      reason: null,
      isRollback: isRollback({ status, reason: null, releaseDate }),
      source: 'FEED',
    };
  });
}

function textOf(value: Scalar | undefined): string | null {
  // PostgreSQL stores no NUL.
  const text = String(value ?? '')
    .replaceAll('\0', '')
    .trim()
    .slice(0, MAX_TEXT);
  return text === '' ? null : text;
}

function numberOf(value: Scalar | undefined): number | null {
  if (value === null || value === undefined || value === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Seconds since 1970, or a text with a date. */
function momentOf(value: Scalar | undefined): Date | null {
  const seconds = numberOf(value);
  const moment = new Date(seconds === null ? (value ?? Number.NaN) : seconds * 1000);
  return Number.isNaN(moment.getTime()) ? null : moment;
}
