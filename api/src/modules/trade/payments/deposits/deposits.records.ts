import { type Static, Type } from 'typebox';
import { defineAdminError, defineError, validationFailed } from '../../../../platform/errors.ts';
import type { Id } from '../../../../platform/ids.ts';
import { listOf, walkQuery } from '../../../../platform/lists.ts';
import { type Cents, formatBrl, parseCents } from '../../../../platform/money.ts';
import { qrPicture } from '../../../../platform/qr-pictures.ts';
import {
  CentsText,
  centsOf,
  IdText,
  idOf,
  moneyText,
  orNull,
  Timestamp,
  timeOf,
} from '../../../../platform/schemas.ts';
import { defineSetting, guardsNothing } from '../../../../platform/settings/settings.ts';
import {
  type AtRisk,
  debtFields,
  debtView,
  exampleDebt,
  exampleRisk,
  RiskView,
  riskView,
  type UserDebt,
} from '../../suspensions/index.ts';

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

const PAYMENT_STATUSES = ['CREDITED', 'WAITING', 'DISMISSED'] as const;
type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Why a payment waits for an administrator. */
const PAYMENT_FAULTS = [
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

export const depositNotFound = defineError(
  'DEPOSIT_NOT_FOUND',
  404,
  'Depósito não encontrado.',
  'No deposit of yours has this id.',
);

const notAnAmount = () => validationFailed([{ field: 'amountCents', message: 'must be whole cents above zero' }]);

export const depositOutOfLimits = defineError(
  'DEPOSIT_OUT_OF_LIMITS',
  422,
  {
    say: (leastCents: bigint, mostCents: bigint) =>
      `Um depósito deve ser de ${formatBrl(leastCents)} a ${formatBrl(mostCents)}.`,
    params: (least, most) => ({ leastCents: least.toString(), mostCents: most.toString() }),
    examples: [[1_000n, 500_000n]],
  },
  'The amount is below the least or above the most that may be deposited at once.',
);

export const tooManyOpenDeposits = defineError(
  'TOO_MANY_OPEN_DEPOSITS',
  409,
  {
    say: (most: number) => `Você já tem ${most} depósitos aguardando pagamento.`,
    params: (most) => ({ most }),
    examples: [[5]],
  },
  'Pay one of them, or wait until one has expired.',
);

export const paymentsUnavailable = defineError(
  'PAYMENTS_UNAVAILABLE',
  503,
  'O Pix não está disponível no momento. Tente de novo em instantes.',
  'No charge could be made, so there is nothing to pay: ask again after `Retry-After`.',
  (cause?: unknown) => ({ headers: { 'retry-after': '5' }, cause }),
);

export const depositNotConfirmable = defineAdminError(
  'DEPOSIT_NOT_CONFIRMABLE',
  409,
  (status: DepositStatus) => `The deposit cannot be confirmed (status: ${status})`,
  'The deposit is already confirmed, or was rejected and no money has come since.',
);

export const depositOfClosedAccount = defineAdminError(
  'DEPOSIT_OF_CLOSED_ACCOUNT',
  409,
  'The owner of the deposit has closed the account',
  'Nothing is credited to a closed account: pay the money back at the provider and reject the deposit.',
);

export const depositGivenBack = defineAdminError(
  'DEPOSIT_GIVEN_BACK',
  409,
  'The money of this deposit was given back',
  'There is nothing to credit: reject the deposit, unless it is confirmed. If only a part was given back, credit the ' +
    'rest by an adjustment.',
);

export const depositInOtherCurrency = defineAdminError(
  'DEPOSIT_IN_OTHER_CURRENCY',
  409,
  'The money of this deposit is of another currency than BRL',
  'The value of the money is not known: pay it back, or credit its worth by an adjustment; then reject the deposit.',
);

export const depositNotRejectable = defineAdminError(
  'DEPOSIT_NOT_REJECTABLE',
  409,
  (status: DepositStatus) => `The deposit cannot be rejected (status: ${status})`,
  'The deposit is already confirmed or rejected, and no payment of it waits for a decision.',
);

const oneOf = <Value extends string>(values: readonly Value[], description: string) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], description });

export const DepositParams = Type.Object({ id: idOf('Id of the deposit') });

export const InitiateBody = Type.Object(
  {
    amountCents: Type.Union([CentsText, Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })], {
      description: 'Amount of the deposit, in cents of BRL',
      'x-fault': 'must be whole cents: an integer, or a decimal string of up to 19 digits',
    }),
  },
  { examples: [{ amountCents: '5000' }] },
);

export function amountOf({ amountCents }: Static<typeof InitiateBody>): Cents {
  let cents: Cents;
  try {
    cents = parseCents(String(amountCents));
  } catch {
    throw notAnAmount();
  }
  if (cents <= 0n) throw notAnAmount();
  return cents;
}

export const OwnDepositsQuery = walkQuery('Only deposits that were made before this one', {
  status: Type.Optional(oneOf<DepositStatus>(DEPOSIT_STATUSES, 'Only those; all when omitted')),
});

const depositFields = {
  id: idOf('Id of the deposit'),
  status: oneOf<DepositStatus>(
    DEPOSIT_STATUSES,
    'PENDING until it is paid (CONFIRMED), its time is over (EXPIRED) or an administrator refuses it (REJECTED). Money ' +
      'that arrives for an expired one confirms it all the same',
  ),
  amountCents: centsOf('Requested amount, in cents of BRL'),
  amountFormatted: moneyText('The amount, for a person'),
  creditedCents: orNull(CentsText, 'Amount that was credited, in cents of BRL; null before it is CONFIRMED'),
  pixCode: orNull(
    Type.String(),
    'Code to paste into the app of a bank (Pix Copia e Cola); null if no charge could be made',
  ),
  createdAt: timeOf('When it was begun'),
  expiresAt: timeOf('Until when it can be paid'),
  endedAt: orNull(Timestamp, 'When it was confirmed, rejected or expired; null before'),
};

const exampleDeposit = {
  id: '1',
  status: 'PENDING',
  amountCents: '5000',
  amountFormatted: 'R$ 50,00',
  creditedCents: null,
  pixCode: '00020101021226580014br.gov.bcb.pix2536pix.example.com/qr/v2/9d36b84fc70b47855204000053039865405',
  createdAt: '2026-11-15T12:00:00.000Z',
  expiresAt: '2026-11-15T12:30:00.000Z',
  endedAt: null,
};

const DepositView = Type.Object(depositFields, {
  title: 'Deposit',
  description: 'Money that you add to your balance by Pix',
  examples: [exampleDeposit],
});

export const Deposits = listOf(DepositView, {
  examples: [{ data: [exampleDeposit], meta: { page: 1, limit: 20, total: 1 } }],
});

export const PayableDepositView = Type.Object(
  {
    ...depositFields,
    qrCode: orNull(
      Type.String(),
      'The same code as a picture: a PNG in a `data:` address; null where there is no code',
    ),
  },
  {
    title: 'PayableDeposit',
    description: 'A deposit, and how it is paid',
    examples: [{ ...exampleDeposit, qrCode: 'data:image/png;base64,iVBORw0KGgo=' }],
  },
);

export function depositView(deposit: Deposit): Static<typeof DepositView> {
  return {
    id: deposit.id,
    status: deposit.status,
    amountCents: deposit.amountCents.toString(),
    amountFormatted: formatBrl(deposit.amountCents),
    creditedCents: deposit.creditedCents?.toString() ?? null,
    pixCode: deposit.code,
    createdAt: deposit.createdAt.toISOString(),
    expiresAt: deposit.expiresAt.toISOString(),
    endedAt: deposit.endedAt?.toISOString() ?? null,
  };
}

export const payableDepositView = (deposit: Deposit): Static<typeof PayableDepositView> => ({
  ...depositView(deposit),
  qrCode: deposit.code === null ? null : qrPicture(deposit.code),
});

export const AdminDepositsQuery = walkQuery('Only deposits that were made before this one', {
  status: Type.Optional(oneOf<DepositStatus>(DEPOSIT_STATUSES, 'Only those; all when omitted')),
  userId: Type.Optional(idOf('Only those of this user')),
  txid: Type.Optional(Type.String({ maxLength: 35, description: 'Only the one that the provider knows by this txid' })),
  needsDecision: Type.Optional(
    Type.Boolean({ description: '`true`: only those of which a payment waits for a decision', default: false }),
  ),
});

export const DecisionBody = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      'x-fault': 'must have 1 to 500 characters that are not all blank',
      description: 'Why, for the audit trail',
    }),
  },
  { examples: [{ reason: 'The receipt of the bank was checked' }] },
);

const PaymentView = Type.Object(
  {
    endToEndId: Type.String({ description: 'Id of the payment in all of Pix' }),
    amountCents: centsOf('Amount of the payment, in cents of BRL'),
    paidAt: timeOf('Time of the payment, from the provider'),
    status: oneOf(PAYMENT_STATUSES, 'CREDITED: it is in the balance. WAITING: for your decision. DISMISSED: refused'),
    fault: orNull(
      oneOf(PAYMENT_FAULTS, 'Why'),
      'Why it needed a decision: another amount, a rejected deposit, a second payment, a closed account, another currency than BRL (whose hundredths the amount then is), or that it was given back before it was known; null where it needed none',
    ),
  },
  { title: 'DepositPayment', description: 'Money that arrived for a deposit' },
);

const ReturnView = Type.Object(
  {
    endToEndId: Type.String({ description: 'Id of the payment that was given back' }),
    returnId: Type.String({ description: 'Id of the return; unique for the payment' }),
    status: oneOf(
      RETURN_STATUSES,
      'OPEN: it is under way, and may still fail. DONE: for good. FAILED: it was not done',
    ),
    amountCents: centsOf('Amount that was given back, in cents of BRL'),
    owedCents: orNull(
      CentsText,
      'Amount that its user owes for it or has paid; null if nothing was taken automatically, as in former times',
    ),
    owedBy: orNull(
      IdText,
      'The user who owes it or has paid, where its account was closed when it was reported; null where that is the user of the deposit',
    ),
    returnedAt: timeOf('Time of the return, from the provider; the time of the request until it is done'),
  },
  { title: 'DepositReturn', description: 'Money that arrived for a deposit and was given back to the payer' },
);

const exampleAdminDeposit = {
  ...exampleDeposit,
  userId: '1',
  username: 'Ana',
  provider: 'pix',
  txid: '9d36b84fc70b478580c5a4b6f1d2e3f4',
  decidedBy: null,
  decisionReason: null,
  payments: [],
  returns: [],
  ...exampleDebt,
  risk: { ...exampleRisk, proposal: null },
};

export const AdminDepositView = Type.Object(
  {
    ...depositFields,
    userId: idOf('Whose deposit it is'),
    username: Type.String({ description: 'Their name' }),
    provider: Type.String({ description: 'Provider of the charge' }),
    txid: Type.String({ description: 'Id of the charge at the provider' }),
    decidedBy: orNull(IdText, 'The administrator who has decided on it; null where none has'),
    decisionReason: orNull(Type.String(), 'Why they decided so'),
    payments: Type.Array(PaymentView, { description: 'Payments that have arrived for it' }),
    returns: Type.Array(ReturnView, {
      description: 'Returns that were made or are on their way: credited money is taken from the balance, or owed',
    }),
    ...debtFields,
    risk: RiskView,
  },
  {
    title: 'AdminDeposit',
    description: 'A deposit with all that is known of it',
    examples: [exampleAdminDeposit],
  },
);

export const AdminDeposits = listOf(AdminDepositView, {
  examples: [{ data: [exampleAdminDeposit], meta: { page: 1, limit: 20, total: 1 } }],
});

export function adminDepositView(deposit: AtRisk<DetailedDeposit>): Static<typeof AdminDepositView> {
  const { userId, username, provider, txid, decidedBy, decisionReason, payments, returns } = deposit;
  return {
    ...depositView(deposit),
    userId,
    username,
    provider,
    txid,
    decidedBy,
    decisionReason,
    payments: payments.map(({ endToEndId, amountCents, paidAt, status, fault }) => ({
      endToEndId,
      amountCents: amountCents.toString(),
      paidAt: paidAt.toISOString(),
      status,
      fault,
    })),
    returns: returns.map(({ endToEndId, returnId, status, amountCents, owedCents, owedBy, returnedAt }) => ({
      endToEndId,
      returnId,
      status,
      amountCents: amountCents.toString(),
      owedCents: owedCents?.toString() ?? null,
      owedBy,
      returnedAt: returnedAt.toISOString(),
    })),
    ...debtView(deposit),
    risk: riskView(deposit.risk),
  };
}

const MOST_CENTS = 1_000_000_000;

export const depositMinCentsSetting = defineSetting({
  key: 'depositMinCents',
  description: 'Smallest deposit, in cents of BRL.',
  schema: Type.Integer({ minimum: 1, maximum: MOST_CENTS }),
  default: 1_000,
  weakenedBy: 'LOWERED',
});

export const depositMaxCentsSetting = defineSetting({
  key: 'depositMaxCents',
  description: 'Largest deposit, in cents of BRL.',
  schema: Type.Integer({ minimum: 1, maximum: MOST_CENTS }),
  default: 1_000_000,
  weakenedBy: 'RAISED',
});

export const depositMinutesSetting = defineSetting({
  key: 'depositMinutes',
  description: 'Minutes for which a charge can be paid; money that arrives later is still credited.',
  schema: Type.Integer({ minimum: 5, maximum: 1_440 }),
  default: 30,
  weakenedBy: guardsNothing('money that arrives later is credited all the same'),
});

export const openDepositsSetting = defineSetting({
  key: 'openDeposits',
  description: 'Number of unpaid deposits that one user may have at a time.',
  schema: Type.Integer({ minimum: 1, maximum: 100 }),
  default: 5,
  weakenedBy: 'RAISED',
});
