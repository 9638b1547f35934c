import { MINUTE_MS } from '../../../../platform/durations.ts';
import type { StatusReport, TrackedRecord, TrackedStatus, Verdict } from './tracking.types.ts';

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
