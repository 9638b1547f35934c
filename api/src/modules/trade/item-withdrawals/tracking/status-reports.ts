import { type Static, Type } from 'typebox';
import { shaped } from '../../../../platform/outbound/outside-client.ts';
import { isRollback, type MarketTrade } from '../../marketplace/index.ts';
import { feedStatusOf, marketStatusOf, polledStatusOf, type StatusReport } from './tracking.rules.ts';

const MAX_ITEMS = 1_000;
const MAX_TEXT_HEARD = 1_000;
const ScalarField = Type.Union([Type.Number(), Type.String({ maxLength: MAX_TEXT_HEARD }), Type.Null()]);
const Flag = Type.Union([Type.Boolean(), Type.Null()]);

const FeedMessage = Type.Object({
  type: Type.Union([Type.Literal('create'), Type.Literal('update')]),
  data: Type.Object({
    stage: Type.Optional(ScalarField),
    done: Type.Optional(Flag),
    is_released: Type.Optional(Flag),
    release_date: Type.Optional(ScalarField),
    send_until: Type.Optional(ScalarField),
    seller: Type.Optional(Type.Union([Type.Object({ name: Type.Optional(ScalarField) }), Type.Null()])),
    items: Type.Array(
      Type.Object({
        id: Type.Union([Type.Integer(), Type.String({ minLength: 1, maxLength: 100 })]),
        status: Type.Optional(ScalarField),
        trade_id: Type.Optional(ScalarField),
      }),
      { maxItems: MAX_ITEMS },
    ),
  }),
});
const readMessage = shaped(FeedMessage);

type Scalar = string | number | null;

const MAX_TEXT_KEPT = 500;

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

/** Null: the message does not have the agreed form. */
export function reportsOf(message: unknown): StatusReport[] | null {
  const read = readMessage(message);
  return read === null ? null : feedReports(read.data);
}

/** Each item of a trade is a purchase of its own. */
function feedReports(trade: Static<typeof FeedMessage>['data']): StatusReport[] {
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
    .slice(0, MAX_TEXT_KEPT);
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
