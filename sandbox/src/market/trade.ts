import { requestError } from '../request-error.ts';
import type { Listing } from './listings.ts';

/**
 * A purchase goes through these in order. The seller is notified, begins, has the offer made and confirms it on a
 * telephone; the buyer accepts it, and a week later, when it can no longer be reversed, the seller is paid.
 */
const FORWARD_STEPS = ['notified', 'preparing', 'confirming', 'sent', 'accepted', 'completed'] as const;
type ForwardStep = (typeof FORWARD_STEPS)[number];

export const STEPS = [...FORWARD_STEPS, 'failed', 'reversed'] as const;
type Step = (typeof STEPS)[number];

export interface Move {
  to: Step;
  /** Why it failed. */
  reason?: string;
  /** This side had Steam reverse the trade; the buyer pays for that. */
  by?: 'buyer' | 'seller';
}

export interface Trade {
  id: number;
  tradeNumber: number;
  customId: string;
  /** Steam gives the offer this number once it is made. */
  offerId: string;
  isOfferMade: boolean;
  projectId: string | null;
  listing: Listing;
  price: number;
  partner: string;
  token: string;
  createdAt: Date;
  sentAt: Date | null;
  lastUpdated: Date;
  /** When the marketplace gives up, unless the offer is accepted by then. */
  sendUntil: Date;
  step: 'created' | Step;
  status: number;
  reason: string | null;
  /** Set once the offer is accepted: until then Steam lets either side reverse it. */
  releaseDate: Date | null;
  isReleased: boolean;
  penalty: { fee: number; penalty: number };
  history: { at: Date; step: 'created' | Step; status: number }[];
}

const STATUS_OF: Record<Step, number> = {
  notified: 1,
  preparing: 2,
  confirming: 3,
  sent: 4,
  accepted: 4,
  completed: 5,
  failed: 6,
  reversed: 6,
};

const MINUTE_MS = 60_000;
/** An offer that is not made within six minutes, or not accepted within fifteen, is given up. */
export const SELLER_HAS_MS = 6 * MINUTE_MS;
const BUYER_HAS_MS = 15 * MINUTE_MS;
const PROTECTION_MS = 7 * 24 * 60 * MINUTE_MS;
const REVERSAL_FEE = 0.02;
const REVERSAL_PENALTY = 0.05;

export const isOver = ({ status }: Trade) => status === 5 || status === 6;
const isAccepted = ({ releaseDate }: Trade) => releaseDate !== null;

export function possibleSteps(trade: Trade, now: Date): Step[] {
  if (trade.status === 6) return [];
  const taken = FORWARD_STEPS.indexOf(trade.step as ForwardStep);
  if (!isAccepted(trade)) return [...FORWARD_STEPS.slice(taken + 1), 'failed'];
  const mayBeReversed = trade.releaseDate !== null && now < trade.releaseDate;
  return [...FORWARD_STEPS.slice(taken + 1), ...(mayBeReversed ? (['reversed'] as const) : [])];
}

export function moved(trade: Trade, move: Move, now: Date): Trade {
  if (!possibleSteps(trade, now).includes(move.to)) {
    throw requestError(`Purchase ${trade.id} is ${trade.step} and cannot become ${move.to}.`);
  }
  const status = STATUS_OF[move.to];
  const next: Trade = {
    ...trade,
    step: move.to,
    status,
    lastUpdated: now,
    history: [...trade.history, { at: now, step: move.to, status }],
  };
  return { ...next, ...consequencesOf(trade, move, now) };
}

function consequencesOf(trade: Trade, { to, reason, by }: Move, now: Date): Partial<Trade> {
  switch (to) {
    case 'confirming':
      return { isOfferMade: true };
    case 'sent':
      return { isOfferMade: true, sentAt: now, sendUntil: new Date(trade.createdAt.getTime() + BUYER_HAS_MS) };
    case 'accepted':
    case 'completed':
      return {
        isOfferMade: true,
        sentAt: trade.sentAt ?? now,
        releaseDate: trade.releaseDate ?? new Date(now.getTime() + PROTECTION_MS),
      };
    case 'failed':
      return { reason: reason ?? (trade.step === 'sent' ? 'Buyer failed to accept' : 'Seller failed to accept') };
    case 'reversed':
      return {
        reason: reason ?? `Trade was rolled back by the ${by ?? 'seller'}`,
        isReleased: false,
        penalty: by === 'buyer' ? reversalPenalty(trade.price) : trade.penalty,
      };
    default:
      return {};
  }
}

function reversalPenalty(price: number): Trade['penalty'] {
  return { fee: Math.ceil(price * REVERSAL_FEE), penalty: Math.ceil(price * REVERSAL_PENALTY) };
}

/** The buyer's wallet gets this back when a trade fails. */
export function refundOf({ price, penalty }: Trade): number {
  return price - penalty.fee - penalty.penalty;
}

export function released(trade: Trade, now: Date): Trade {
  const done = trade.step === 'completed' ? trade : moved(trade, { to: 'completed' }, now);
  return { ...done, isReleased: true, lastUpdated: now };
}
