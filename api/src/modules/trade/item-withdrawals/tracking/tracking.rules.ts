import { MINUTE_MS } from '../../../../platform/durations.ts';
import type { ItemWithdrawal, ItemWithdrawalStatus } from '../item-withdrawals.records.ts';

/** What the marketplace's words about a purchase come to: it knows of none before it is approved. */
export type TrackedStatus = Exclude<ItemWithdrawalStatus, 'PENDING_APPROVAL'>;

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
export type TrackedRecord = Pick<
  ItemWithdrawal,
  'status' | 'marketStatus' | 'updatedAt' | 'completedAt' | 'reversedAt'
>;

/**
 * What a status report means to a record. `KNOWN`: nothing new. `LATE`: it was so once. `CHANGED`: so it is now. `REVERSED`:
 * what was delivered was taken back. `CONTRADICTED`: a record that has ended did not end so. `UNCONFIRMED`: the feed alone
 * says that it came to nothing or was taken back, and the marketplace must be asked before anything follows.
 */
export type Verdict =
  | { kind: 'KNOWN' | 'LATE' | 'REVERSED' | 'CONTRADICTED' | 'UNCONFIRMED' }
  | { kind: 'CHANGED'; status: TrackedStatus; marketStatus: number | null };

/** What the feed says of an item of a trade, of the trade itself, and of both. */
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
 * The table of the feed, in its order. It differs from that of the poll: the feed gives no reason, so that every end in
 * vain is a cancellation, and its stage shows the acceptance, for which the poll has a release date.
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

/** What the marketplace answers about a purchase. */
export interface PolledWords {
  status: number | null;
  reason: string | null;
  isReleased: boolean;
  releaseDate: string | null;
  done: boolean;
}

/** The table of the poll, in its order. */
export function polledStatusOf({ status, reason, isReleased, releaseDate, done }: PolledWords): TrackedStatus {
  if (status === 6) return CANCELLING_WORDS.test(reason ?? '') ? 'CANCELLED' : 'FAILED';
  if (isReleased || status === 5) return 'COMPLETED';
  if (status === 4 && releaseDate !== null) return 'COMPLETED';
  if (done) return 'COMPLETED';
  if (isSent(status)) return 'TRADE_SENT';
  if (isWaiting(status)) return 'WAITING_SELLER';
  return 'PENDING';
}

/** A status that may be stored: what is none of the seven is not known. */
export const marketStatusOf = (status: number | null): number | null =>
  status !== null && Number.isInteger(status) && status >= 0 && status <= 6 ? status : null;

/** For so long after a delivery Steam lets either side take a trade back. */
export const REVERSIBLE_MS = 7 * 24 * 60 * MINUTE_MS;
/**
 * An answer of the marketplace takes at most half of it: one that is applied later than this after a record has ended
 * was given after that end.
 */
const ANSWER_MS = MINUTE_MS;
/** After which no change is worth a look by a person: the marketplace ends what nobody touches within 15 minutes. */
export const UNCHANGED_MS = 30 * MINUTE_MS;
export const OVERDUE_MS = 10 * MINUTE_MS;

/** How far on its way a withdrawal is. What is heard of an earlier stage is late. */
const STAGES: Readonly<Record<'PENDING' | 'WAITING_SELLER' | 'TRADE_SENT', number>> = {
  PENDING: 0,
  WAITING_SELLER: 1,
  TRADE_SENT: 2,
};

export const isOpen = (status: string): status is keyof typeof STAGES => Object.hasOwn(STAGES, status);
export const cameToNothing = (status: TrackedStatus) => status === 'CANCELLED' || status === 'FAILED';
/** What was delivered is taken back, or what is under way came to nothing. */
export const isUndone = ({ status, isRollback }: Pick<StatusReport, 'status' | 'isRollback'>) =>
  cameToNothing(status) || isRollback;

/**
 * What is seen is compared with what is stored. A record moves forward alone: of messages that come twice, late or in
 * another order nothing is stored, neither their status nor their number. One that has ended never changes its status.
 */
export function judge(record: TrackedRecord, seen: StatusReport, now: Date): Verdict {
  if (isOpen(record.status)) return judgeOpen(record, record.status, seen);
  // It waits for an administrator: nothing was bought that the marketplace could speak of.
  if (record.status === 'PENDING_APPROVAL') return { kind: 'LATE' };
  const isInVain = isUndone(seen);
  if (isOpen(seen.status) && !isInVain) return judgeUnended(record, seen, now);
  if (record.status !== 'COMPLETED') return { kind: isInVain ? 'KNOWN' : 'CONTRADICTED' };
  return isInVain ? judgeUndone(record, seen, now) : judgeDelivered(record, seen);
}

function judgeOpen(record: TrackedRecord, status: keyof typeof STAGES, seen: StatusReport): Verdict {
  // A word of the feed that was not so would release an item that is delivered all the same.
  if (cameToNothing(seen.status) && seen.source === 'FEED') return { kind: 'UNCONFIRMED' };
  const marketStatus = seen.marketStatus ?? record.marketStatus;
  const changed: Verdict = { kind: 'CHANGED', status: seen.status, marketStatus };
  if (!isOpen(seen.status) || STAGES[seen.status] > STAGES[status]) return changed;
  if (STAGES[seen.status] < STAGES[status]) return { kind: 'LATE' };
  return judgeNumber(record, seen) ?? changed;
}

/** A delivery may still be reported with a higher number, when it can no longer be taken back. */
function judgeDelivered(record: TrackedRecord, seen: StatusReport): Verdict {
  if (record.reversedAt !== null) return { kind: 'LATE' };
  const { marketStatus } = seen;
  return judgeNumber(record, seen) ?? { kind: 'CHANGED', status: 'COMPLETED', marketStatus };
}

/** Null where the number is a later one. */
function judgeNumber({ marketStatus }: TrackedRecord, seen: StatusReport): Verdict | null {
  if (seen.marketStatus === null || seen.marketStatus === marketStatus) return { kind: 'KNOWN' };
  return seen.marketStatus < (marketStatus ?? -1) ? { kind: 'LATE' } : null;
}

/** The feed may be late by any time; an answer to a question that was asked after the end is no old news. */
function judgeUnended({ updatedAt, completedAt }: TrackedRecord, { source }: StatusReport, now: Date): Verdict {
  const endedMs = (completedAt ?? updatedAt).getTime();
  const isNews = source === 'POLL' && now.getTime() - endedMs > ANSWER_MS;
  return { kind: isNews ? 'CONTRADICTED' : 'LATE' };
}

/** A word of the feed that was not so would suspend somebody who has done nothing. */
function judgeUndone({ completedAt, reversedAt }: TrackedRecord, { source }: StatusReport, now: Date): Verdict {
  if (reversedAt !== null) return { kind: 'KNOWN' };
  const isReversible = completedAt !== null && now.getTime() - completedAt.getTime() <= REVERSIBLE_MS;
  if (!isReversible) return { kind: 'CONTRADICTED' };
  return { kind: source === 'FEED' ? 'UNCONFIRMED' : 'REVERSED' };
}
