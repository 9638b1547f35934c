import type { Id } from '../../../platform/ids.ts';

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
  projectId: string;
  marketId: string | null;
  tradeId: string | null;
  status: WithdrawalStatus;
  marketStatus: number | null;
  sendUntil: Date | null;
  completedAt: Date | null;
  reversedAt: Date | null;
}
