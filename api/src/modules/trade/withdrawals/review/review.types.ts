import type { Id } from '../../../../platform/ids.ts';
import type { UserDebt } from '../../suspensions/index.ts';
import type { Withdrawal } from '../withdrawals.types.ts';

/** A withdrawal as administrators see it. */
export interface ReviewedWithdrawal extends Withdrawal, UserDebt {
  username: string;
  decidedBy: Id<'user'> | null;
  decidedAt: Date | null;
}

/** What is needed to buy the item of a withdrawal that waits for a person. */
export interface WaitingWithdrawal extends Withdrawal {
  marketHashName: string;
  /** USD, of now. */
  valueCents: bigint;
  /** BRL, of now. */
  valueCentsBrl: bigint;
  platformId: string;
  tradeUrl: string | null;
  isUserActive: boolean;
  isSuspended: boolean;
}

/** What entries of the trail and proposals call a withdrawal of an item. */
export const REVIEW_ENTITY = 'skin-withdrawal';
