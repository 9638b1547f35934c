import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { MarketPrice } from '../marketplace/index.ts';

export const WITHDRAWAL_STATUSES = [
  'PENDING_APPROVAL',
  'PENDING',
  'WAITING_SELLER',
  'TRADE_SENT',
  'COMPLETED',
  'CANCELLED',
  'FAILED',
] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/** An item on its way to the user's Steam account. */
export interface Withdrawal {
  id: Id<'itemWithdrawal'>;
  userId: Id<'user'>;
  inventoryItemId: Id<'inventoryItem'>;
  itemId: Id<'item'>;
  itemName: string;
  orderId: Id<'order'> | null;
  projectId: string;
  marketId: string | null;
  tradeId: string | null;
  status: WithdrawalStatus;
  autoApproved: boolean;
  marketStatus: number | null;
  /** USD; 0 until it is bought. */
  pricePaidCents: Cents;
  /** USD: what the item was worth when it was asked for. */
  skinValueUsdCents: Cents;
  /** USD: the most that may be paid, as it was when the purchase was last allowed. */
  maxPayCents: Cents;
  failureReason: string | null;
  sendUntil: Date | null;
  createdAt: Date;
  updatedAt: Date;
  completedAt: Date | null;
  reversedAt: Date | null;
}

/** What the marketplace answered when it was asked for a name. */
export interface SeenPrice {
  price: MarketPrice;
  /** False: the first of several that merely contain the name. */
  isExactMatch: boolean;
  allResults: readonly MarketPrice[];
}

/** Null: it lists nothing under the name. An error says why nobody knows. */
export type PriceLookUp = { seen: SeenPrice | null } | { error: string };

/** What an item is worth here beside what it costs there; USD cents. */
export interface PriceComparison {
  ourPriceCents: Cents;
  maxPayCents: Cents;
  /** 0 where no price is known. */
  marketMinPriceCents: Cents;
  marginPercent: number;
  marketCount: number;
  hasStock: boolean;
  isPriceValid: boolean;
  canWithdraw: boolean;
  canSwap: boolean;
  failedConditions: string[];
  reason: string;
  userMessage: string;
}

/** Where items are sent to: what a trade URL holds. */
export interface TradeLink {
  partner: string;
  token: string;
}
