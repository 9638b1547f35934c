import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';

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
  id: Id<'market-withdrawal'>;
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
