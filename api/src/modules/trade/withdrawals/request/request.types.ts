import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Exterior, Rarity, WeaponCategory } from '../../../assets/items/index.ts';
import type { MarketPurchase } from '../../marketplace/index.ts';
import type { OrderOutcome } from '../../orders/index.ts';
import type { UserDebt } from '../../suspensions/index.ts';
import type { PriceComparison, SeenPrice, WithdrawalStatus } from '../withdrawals.types.ts';

/** An item that somebody wants to withdraw, with all that decides whether they can. */
export interface Candidate {
  id: Id<'inventoryItem'>;
  ownerId: Id<'user'>;
  status: string;
  restrictedToGames: boolean;
  acquiredAt: Date;
  acquiredFrom: string | null;
  /** Of the withdrawal that keeps it from another one; null where there is none. */
  activeStatus: WithdrawalStatus | null;
  /** Null where it has lost its entry in the catalogue. */
  item: CandidateItem | null;
  /** Who asks; null where the account is gone. */
  user: { platformId: string; tradeUrl: string | null; createdAt: Date; isSuspended: boolean } | null;
}

export interface CandidateItem {
  id: Id<'item'>;
  name: string;
  marketHashName: string;
  imageUrl: string;
  rarity: Rarity;
  weaponCategory: WeaponCategory;
  exterior: Exterior | null;
  isStatTrak: boolean;
  valueCents: Cents;
  valueCentsBrl: Cents;
  originalPriceCents: Cents;
  marginPercent: number;
}

/** What is known of a user when it is decided whether a person has to look at their withdrawal. */
export interface ApprovalFacts {
  skinValueUsdCents: Cents;
  /** Of the day of São Paulo, without this one. */
  approvedTodayCents: Cents;
  accountAgeMs: number;
  hasSecurityEntry: boolean;
  /** A second factor or Pix key is new: nobody approves it before that has been so for a while. */
  waits: boolean;
  walletCovers: boolean;
  debt: UserDebt;
  /** They gained from what an administrator gave who uses the same address or device. */
  gainsNearAdministrator: boolean;
}

export interface ApprovalLimits {
  dailyLimitCents: number;
  minAccountHours: number;
}

/** What came of a request. */
export interface RequestedWithdrawal {
  candidate: Candidate & { item: CandidateItem };
  seen: SeenPrice | null;
  comparison: PriceComparison;
  /** Null where nothing was created. */
  created: {
    withdrawalId: Id<'itemWithdrawal'>;
    projectId: string;
    /** Null where a person has to look at it first. */
    orderId: Id<'order'> | null;
    /** Of the purchase; null where none was tried, or nothing is known of it yet. */
    outcome: Exclude<OrderOutcome<MarketPurchase>, 'UNKNOWN'> | null;
  } | null;
}
