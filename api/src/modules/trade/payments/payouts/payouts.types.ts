import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { UserDebt } from '../../suspensions/index.ts';
import type { PixKeyType } from './pix-keys.rules.ts';

export const PAYOUT_STATUSES = [
  'AWAITING_CONFIRMATION',
  'PENDING',
  'APPROVED',
  'COMPLETED',
  'REJECTED',
  'EXPIRED',
  'CANCELLED',
] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** What transfers and entries of the trail call a money withdrawal. */
export const PAYOUT_ENTITY = 'money-withdrawal';

/** Money on its way to a user's Pix key. */
export interface Payout {
  id: Id<'money-withdrawal'>;
  userId: Id<'user'>;
  holdId: Id<'hold'>;
  amountCents: Cents;
  pixKeyType: PixKeyType;
  /** Null once its owner has closed the account. */
  pixKey: string | null;
  status: PayoutStatus;
  createdAt: Date;
  /** Until when it must be confirmed. */
  expiresAt: Date;
  confirmedAt: Date | null;
  approvedAt: Date | null;
  approvedBy: Id<'user'> | null;
  /** The payment through the provider; null where it is paid by hand, and before it is approved. */
  orderId: Id<'order'> | null;
  endToEndId: string | null;
  /** Why it was not paid, as its owner sees it. */
  failureReason: string | null;
  endedAt: Date | null;
  endedBy: Id<'user'> | null;
}

/** As administrators see it. */
export interface ReviewedPayout extends Payout, UserDebt {
  username: string;
  /** Under which the provider knows the payment; null where it was not asked to pay. */
  sendId: string | null;
  /** Why the provider did not pay, in its own words; null where it says nothing, or has paid. */
  providerReason: string | null;
}
