import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';

/** What the refund of a site swap names as its cause, with the id of the swap. */
export const RETURN_REFERENCE = 'SITE_SWAP_RETURN';

export type UndeliveredOutcome = 'CAME_TO_NOTHING' | 'NEVER_ENDED';
export type TradeOutcome = 'DELIVERED' | UndeliveredOutcome;

/** The trade that brings the house what it has bought for a swap. */
export interface FollowedTrade {
  /** Of the swap. */
  id: Id<'site-swap'>;
  userId: Id<'user'>;
  marketId: string;
  projectId: string;
  paidCoins: number;
  targetName: string;
  boughtAt: Date;
  /** What the user got. */
  receivedId: Id<'inventoryItem'>;
  /** What it has cost them: what they gave, without what was credited. */
  costCents: Cents;
}

/** What became of the item of a swap whose purchase was never delivered. */
export type Resolution = 'TAKEN_BACK' | 'LEFT';

export interface SwapReturn {
  id: Id<'site-swap'>;
  resolution: Resolution;
  refundCents: Cents;
  /** Null where it was taken back by itself. */
  decision: { actorId: Id<'user'>; reason: string } | null;
  at: Date;
}

/** As administrators see a swap whose purchase never arrived. */
export interface UndeliveredSwap extends FollowedTrade {
  username: string;
  outcome: UndeliveredOutcome;
  endedAt: Date;
  /** Whether its user has the item and it is AVAILABLE. */
  isTakeable: boolean;
  /** This and what follows is null where nothing was decided, the administrator also where it was taken back by itself. */
  resolution: Resolution | null;
  refundCents: Cents | null;
  decidedBy: Id<'user'> | null;
  reason: string | null;
  decidedAt: Date | null;
}
