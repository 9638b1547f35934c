import { MINUTE_MS } from '../../../../platform/durations.ts';
import type { ItemWithdrawal, ItemWithdrawalStatus } from '../item-withdrawals.records.ts';

/** The marketplace knows no purchase before its approval. */
export type TrackedStatus = Exclude<ItemWithdrawalStatus, 'PENDING_APPROVAL'>;

/** The feed reports events as they happen, perhaps twice, late or out of order. A poll gets the present state. */
type ReportSource = 'FEED' | 'POLL';

export interface StatusReport {
  marketId: string;
  status: TrackedStatus;
  /** Null: the report had no number from 0 to 6. */
  marketStatus: number | null;
  tradeId: string | null;
  sellerName: string | null;
  sendUntil: Date | null;
  /** The feed gives no reason. */
  reason: string | null;
  /** The trade was accepted once and reversed afterwards. */
  isRollback: boolean;
  source: ReportSource;
}

export type TrackedRecord = Pick<
  ItemWithdrawal,
  'status' | 'marketStatus' | 'updatedAt' | 'completedAt' | 'reversedAt'
>;

/**
 * `KNOWN` is nothing new, `LATE` is an earlier state, and `CHANGED` is the present one. `REVERSED` takes a delivery
 * back. `CONTRADICTED` disagrees with the end of a withdrawal. `UNCONFIRMED` is a failure or reversal from the feed
 * alone, for which the marketplace must be asked first.
 */
export type Verdict =
  | { kind: 'KNOWN' | 'LATE' | 'REVERSED' | 'CONTRADICTED' | 'UNCONFIRMED' }
  | { kind: 'CHANGED'; status: TrackedStatus; marketStatus: number | null };

export interface FeedWords {
  status: number | null;
  stage: number | null;
  isReleased: boolean;
  done: boolean;
}

const STAGE_ACCEPTED = 9;
const CANCELLING_WORDS = /cancel|failed|declined/i;

const isWaiting = (status: number | null) => status === 0 || status === 1;
const isSent = (status: number | null) => status === 2 || status === 3 || status === 4;

/**
 * Its rows are tried in order. Unlike the poll, the feed gives no reason, so every failure is a cancellation, and its
 * stage shows the acceptance, for which the poll has a release date.
 */
export function feedStatusOf({ status, stage, isReleased, done }: FeedWords): TrackedStatus {
  if (status === 6) return 'CANCELLED';
  if (isReleased || status === 5) return 'COMPLETED';
  if (stage === STAGE_ACCEPTED) return 'COMPLETED';
  if (done) return 'COMPLETED';
  if (isWaiting(status)) return 'WAITING_SELLER';
  if (isSent(status)) return 'TRADE_SENT';
  return 'PENDING';
}

export interface PolledWords {
  status: number | null;
  reason: string | null;
  isReleased: boolean;
  releaseDate: string | null;
  done: boolean;
}

/** Its rows are tried in order. */
export function polledStatusOf({ status, reason, isReleased, releaseDate, done }: PolledWords): TrackedStatus {
  if (status === 6) return CANCELLING_WORDS.test(reason ?? '') ? 'CANCELLED' : 'FAILED';
  if (isReleased || status === 5) return 'COMPLETED';
  if (status === 4 && releaseDate !== null) return 'COMPLETED';
  if (done) return 'COMPLETED';
  if (isSent(status)) return 'TRADE_SENT';
  if (isWaiting(status)) return 'WAITING_SELLER';
  return 'PENDING';
}

export const marketStatusOf = (status: number | null): number | null =>
  status !== null && Number.isInteger(status) && status >= 0 && status <= 6 ? status : null;

/** Steam lets either side reverse a trade for seven days. */
export const REVERSIBLE_MS = 7 * 24 * 60 * MINUTE_MS;
/** An answer of the marketplace takes at most half of it, so a report that is applied later was given after the end. */
const ANSWER_MS = MINUTE_MS;
/** The marketplace ends an untouched trade within 15 minutes. */
export const UNCHANGED_MS = 30 * MINUTE_MS;
export const OVERDUE_MS = 10 * MINUTE_MS;

/** A report of an earlier stage is late. */
const STAGES: Readonly<Record<'PENDING' | 'WAITING_SELLER' | 'TRADE_SENT', number>> = {
  PENDING: 0,
  WAITING_SELLER: 1,
  TRADE_SENT: 2,
};

export const isOpen = (status: string): status is keyof typeof STAGES => Object.hasOwn(STAGES, status);
export const cameToNothing = (status: TrackedStatus) => status === 'CANCELLED' || status === 'FAILED';
export const isUndone = ({ status, isRollback }: Pick<StatusReport, 'status' | 'isRollback'>) =>
  cameToNothing(status) || isRollback;

/** A record only moves forward: reports that are repeated, late or out of order store nothing. An end is final. */
export function judge(record: TrackedRecord, seen: StatusReport, now: Date): Verdict {
  if (isOpen(record.status)) return judgeOpen(record, record.status, seen);
  // Nothing is bought before an approval.
  if (record.status === 'PENDING_APPROVAL') return { kind: 'LATE' };
  const isInVain = isUndone(seen);
  if (isOpen(seen.status) && !isInVain) return judgeUnended(record, seen, now);
  if (record.status !== 'COMPLETED') return { kind: isInVain ? 'KNOWN' : 'CONTRADICTED' };
  return isInVain ? judgeUndone(record, seen, now) : judgeDelivered(record, seen);
}

function judgeOpen(record: TrackedRecord, status: keyof typeof STAGES, seen: StatusReport): Verdict {
  // A false report of the feed would release an item that is delivered.
  if (cameToNothing(seen.status) && seen.source === 'FEED') return { kind: 'UNCONFIRMED' };
  const marketStatus = seen.marketStatus ?? record.marketStatus;
  const changed: Verdict = { kind: 'CHANGED', status: seen.status, marketStatus };
  if (!isOpen(seen.status) || STAGES[seen.status] > STAGES[status]) return changed;
  if (STAGES[seen.status] < STAGES[status]) return { kind: 'LATE' };
  return judgeNumber(record, seen) ?? changed;
}

/** A delivery gets a higher number when it is final. */
function judgeDelivered(record: TrackedRecord, seen: StatusReport): Verdict {
  if (record.reversedAt !== null) return { kind: 'LATE' };
  const { marketStatus } = seen;
  return judgeNumber(record, seen) ?? { kind: 'CHANGED', status: 'COMPLETED', marketStatus };
}

/** Null: the number is a later one. */
function judgeNumber({ marketStatus }: TrackedRecord, seen: StatusReport): Verdict | null {
  if (seen.marketStatus === null || seen.marketStatus === marketStatus) return { kind: 'KNOWN' };
  return seen.marketStatus < (marketStatus ?? -1) ? { kind: 'LATE' } : null;
}

/** The feed may be late by any time, but an answer to a question after the end is news. */
function judgeUnended({ updatedAt, completedAt }: TrackedRecord, { source }: StatusReport, now: Date): Verdict {
  const endedMs = (completedAt ?? updatedAt).getTime();
  const isNews = source === 'POLL' && now.getTime() - endedMs > ANSWER_MS;
  return { kind: isNews ? 'CONTRADICTED' : 'LATE' };
}

/** A false report of the feed would suspend an innocent user. */
function judgeUndone({ completedAt, reversedAt }: TrackedRecord, { source }: StatusReport, now: Date): Verdict {
  if (reversedAt !== null) return { kind: 'KNOWN' };
  const isReversible = completedAt !== null && now.getTime() - completedAt.getTime() <= REVERSIBLE_MS;
  if (!isReversible) return { kind: 'CONTRADICTED' };
  return { kind: source === 'FEED' ? 'UNCONFIRMED' : 'REVERSED' };
}
