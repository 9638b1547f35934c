import { defineError } from '../../../../platform/errors.ts';

export const withdrawalWithoutMarketId = defineError(
  'WITHDRAWAL_WITHOUT_MARKET_ID',
  400,
  'Withdrawal has no market id',
  'Nothing was bought for the withdrawal yet, so the marketplace has no trade of it.',
);
export const tradeCheckFailed = defineError(
  'TRADE_CHECK_FAILED',
  500,
  'Failed to check trade status',
  'The marketplace gave no answer about the trade. The server asks again by itself: try later.',
  (cause?: unknown) => ({ cause }),
);
