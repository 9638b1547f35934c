import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { UserDebt } from '../../suspensions/index.ts';

export const DEPOSIT_STATUSES = ['PENDING', 'CONFIRMED', 'REJECTED', 'EXPIRED'] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/** What the line of a statement refers to. */
export const DEPOSIT_REFERENCE = 'deposit';

export interface Deposit {
  id: Id<'deposit'>;
  userId: Id<'user'>;
  txid: string;
  /** What was asked for. */
  amountCents: Cents;
  status: DepositStatus;
  /** Null until the provider has made the charge. */
  code: string | null;
  /** What the user got; null unless it is CONFIRMED. */
  creditedCents: Cents | null;
  createdAt: Date;
  expiresAt: Date;
  endedAt: Date | null;
}

export const PAYMENT_STATUSES = ['CREDITED', 'WAITING', 'DISMISSED'] as const;
type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Why a payment waits for an administrator. */
export const PAYMENT_FAULTS = [
  'AMOUNT_DIFFERS',
  'DEPOSIT_REJECTED',
  'PAID_BEFORE',
  'ACCOUNT_CLOSED',
  'RETURNED',
  'CURRENCY_DIFFERS',
] as const;
export type PaymentFault = (typeof PAYMENT_FAULTS)[number];

/** Money that arrived for a deposit. */
export interface DepositPayment {
  endToEndId: string;
  amountCents: Cents;
  paidAt: Date;
  status: PaymentStatus;
  fault: PaymentFault | null;
}

/** OPEN: it is under way, and may still fail. DONE is for good. */
export const RETURN_STATUSES = ['OPEN', 'DONE', 'FAILED'] as const;
export type ReturnStatus = (typeof RETURN_STATUSES)[number];

/** What the lines of a statement refer to that are of a return. */
export const RETURN_REFERENCE = 'deposit-return';

/** Money that arrived for a deposit and was given back, is on its way back, or is not after all. */
export interface DepositReturn {
  /** Of the payment. */
  endToEndId: string;
  /** Unique for the payment. */
  returnId: string;
  status: ReturnStatus;
  amountCents: Cents;
  /** Or asked for, where it is not done. */
  returnedAt: Date;
}

/** What it is referred to by. */
export const nameOfReturn = ({ endToEndId, returnId }: Pick<DepositReturn, 'endToEndId' | 'returnId'>) =>
  `${endToEndId}:${returnId}`;

/** As administrators see it. */
export interface DetailedDeposit extends Deposit, UserDebt {
  username: string;
  provider: string;
  decidedBy: Id<'user'> | null;
  decisionReason: string | null;
  payments: DepositPayment[];
  returns: OwedReturn[];
}

/** As administrators see it. */
export interface OwedReturn extends DepositReturn {
  /** What its user owes for it or has paid; null where nothing was taken by itself. */
  owedCents: Cents | null;
  /** Who owes it or has paid, where the deposit's account was closed when it was reported; null otherwise. */
  owedBy: Id<'user'> | null;
}

/** What is decided on when money arrives or an administrator acts; nobody else does meanwhile. */
export interface LockedDeposit {
  id: Id<'deposit'>;
  userId: Id<'user'>;
  txid: string;
  amountCents: Cents;
  status: DepositStatus;
  creditedCents: Cents | null;
  /** Whether the money that it was credited for is known. */
  hasCreditedPayment: boolean;
  /** Whether its owner has closed the account. */
  isOfClosed: boolean;
  /** When its owner's protection has called the charge off; null where none has. */
  calledOffAt: Date | null;
  /** Ids of payments of which something was given back; they need not be known otherwise, nor their returns be applied. */
  returnedPayments: readonly string[];
}
