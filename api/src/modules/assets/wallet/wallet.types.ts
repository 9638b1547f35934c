import type { Id } from '../../../platform/ids.ts';

/** What moves money between a user and the house, in one step, beside what games do, which name types of their own. */
const DIRECT_TYPES = [
  'DEPOSIT',
  'ITEM_SALE',
  'EVENT_REWARD',
  'SWAP_CHANGE',
  'ADMIN_ADJUSTMENT',
  'WELCOME_CREDIT',
] as const;

/** The steps of a hold, which only holds may take. */
const HOLD_TYPES = ['WITHDRAWAL_HOLD', 'WITHDRAWAL_RELEASE', 'WITHDRAWAL'] as const;

/** Money of a deposit that went back to the payer, or did not after all, and what is paid of it: only debts move these. */
const DEBT_TYPES = ['DEPOSIT_RETURN', 'DEPOSIT_RETURN_UNDONE', 'DEBT_PAYMENT', 'DEBT_REFUND'] as const;

const HOUSE_TYPES: readonly string[] = [...DIRECT_TYPES, ...HOLD_TYPES, ...DEBT_TYPES];

/** The types of a game's transfers; null where it has none. */
export interface GameTransfers {
  readonly stake: string;
  readonly refund: string | null;
  readonly prize: string | null;
}

/** Every type that there is. */
export const transferTypes = (games: readonly GameTransfers[]): readonly string[] => [
  ...HOUSE_TYPES,
  ...games.flatMap(({ stake, refund, prize }) => [stake, refund ?? [], prize ?? []].flat()),
];

/** What caused a transfer: an opening, a sale, a withdrawal. */
export interface TransferReference {
  type: string;
  id: string;
}

/** A transfer between a user's balance and the house, as the user sees it. */
export interface Transfer {
  userId: Id<'user'>;
  direction: 'CREDIT' | 'DEBIT';
  /** 1 to 10^15. */
  amountCents: bigint;
  type: (typeof DIRECT_TYPES)[number];
  /** 1 to 500 characters, shown to the user. */
  reason: string;
  reference?: TransferReference;
}

/** As `Transfer`, into the balance. */
export type Credit = Omit<Transfer, 'direction'>;

/** Money that a game pays, under a type of the game's own. */
export interface GameCredit extends Omit<Credit, 'type'> {
  type: string;
  reference: TransferReference;
}

/** USER is the balance of the entry's user, HELD what is reserved of it, DEBT what the user owes, SYSTEM the house. */
export type LedgerAccount = 'USER' | 'SYSTEM' | 'HELD' | 'DEBT';

/** One row of the books. */
export interface LedgerEntry extends Omit<Transfer, 'direction' | 'type'> {
  debitAccount: LedgerAccount;
  creditAccount: LedgerAccount;
  type: string;
}

/** What was written, in the order given. */
export interface PostedTransfers {
  transferIds: readonly Id<'transfer'>[];
  /** Of every user concerned, after all of it. */
  balances: ReadonlyMap<Id<'user'>, bigint>;
  /** What each of them owes after all of it. */
  debts: ReadonlyMap<Id<'user'>, bigint>;
}

/** Why a user may neither play nor deposit: a pause, an exclusion of their own, or that the account is closed. */
export type PlayBar = 'PAUSE' | 'EXCLUSION' | 'CLOSED';

/** What stands between a user and play. */
export interface PlayGuard {
  /** Null where there is none; it may have ended. */
  bar: { kind: PlayBar; until: Date } | null;
  hasLimits: boolean;
}
