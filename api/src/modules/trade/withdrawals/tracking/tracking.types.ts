import type { Withdrawal, WithdrawalStatus } from '../withdrawals.types.ts';

/** What the marketplace's words about a purchase come to: it knows of none before it is approved. */
export type TrackedStatus = Exclude<WithdrawalStatus, 'PENDING_APPROVAL'>;

/**
 * `FEED`: reported as it happens, perhaps twice, late, or after what came next. `POLL`: what the marketplace says when it is
 * asked.
 */
type ReportSource = 'FEED' | 'POLL';

/** What the marketplace was heard to say of one purchase. */
export interface StatusReport {
  marketId: string;
  /** By the table of its source. */
  status: TrackedStatus;
  /** As it was reported; null where it was no number from 0 to 6. */
  marketStatus: number | null;
  tradeId: string | null;
  sellerName: string | null;
  sendUntil: Date | null;
  /** Why it came to nothing; the feed does not say. */
  reason: string | null;
  /** It says that the trade was accepted once and taken back afterwards. */
  isRollback: boolean;
  source: ReportSource;
}

/** What of a withdrawal decides on what becomes of a status report. */
export type TrackedRecord = Pick<Withdrawal, 'status' | 'marketStatus' | 'updatedAt' | 'completedAt' | 'reversedAt'>;

/**
 * What a status report means to a record. `KNOWN`: nothing new. `LATE`: it was so once. `CHANGED`: so it is now. `REVERSED`:
 * what was delivered was taken back. `CONTRADICTED`: a record that has ended did not end so. `UNCONFIRMED`: the feed alone
 * says that it came to nothing or was taken back, and the marketplace must be asked before anything follows.
 */
export type Verdict =
  | { kind: 'KNOWN' | 'LATE' | 'REVERSED' | 'CONTRADICTED' | 'UNCONFIRMED' }
  | { kind: 'CHANGED'; status: TrackedStatus; marketStatus: number | null };
