import type { TrackedStatus } from './tracking.types.ts';

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
