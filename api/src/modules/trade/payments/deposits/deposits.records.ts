import { Type } from 'typebox';
import { defineAdminError, defineError, validationFailed } from '../../../../platform/errors.ts';
import { listOf as pageOf, walkQuery } from '../../../../platform/lists.ts';
import { type Cents, formatBrl, parseCents } from '../../../../platform/money.ts';
import { qrPicture } from '../../../../platform/qr-pictures.ts';
import { cents, id, listOf, orNull, record, type Static, string, time } from '../../../../platform/record.ts';
import { CentsText, idOf } from '../../../../platform/schemas.ts';
import { defineSetting, guardsNothing } from '../../../../platform/settings/settings.ts';
import { debtFields, Risk, type UserDebt } from '../../suspensions/index.ts';

export const DEPOSIT_REFERENCE = 'deposit';
export const RETURN_REFERENCE = 'deposit-return';

export const DEPOSIT_STATUSES = ['PENDING', 'CONFIRMED', 'REJECTED', 'EXPIRED'] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

const choice = <const Value extends string>(values: readonly Value[], description: string) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], description, examples: [values[0]] });

const ownFields = {
  id: id<'deposit'>('Id of the deposit'),
  status: choice(
    DEPOSIT_STATUSES,
    'PENDING until it is paid (CONFIRMED), its time is over (EXPIRED) or an administrator refuses it (REJECTED). Money ' +
      'that arrives for an expired one confirms it all the same',
  ),
  amountCents: cents('Requested amount, in cents of BRL', '5000'),
  creditedCents: orNull(
    cents('Amount'),
    'Amount that was credited, in cents of BRL; null before it is CONFIRMED',
    null,
  ),
  createdAt: time('When it was begun'),
  expiresAt: time('Until when it can be paid', '2026-11-15T12:30:00.000Z'),
  endedAt: orNull(time('When'), 'When it was confirmed, rejected or expired; null before', null),
};
const ofAdministrators = {
  userId: id<'user'>('Whose deposit it is'),
  txid: string('Id of the charge at the provider', '9d36b84fc70b478580c5a4b6f1d2e3f4'),
};
const pixCode = orNull(
  string('The code', '00020101021226580014br.gov.bcb.pix2536pix.example.com/qr/v2/9d36b84fc70b47855204000053039865405'),
  'Code to paste into the app of a bank (Pix Copia e Cola); null if no charge could be made',
);

export const DepositColumns = Type.Object({ ...ownFields, ...ofAdministrators });
export type Deposit = Static<typeof DepositColumns> & { pixCode: string | null };

const shownFields = { ...ownFields, pixCode, amountFormatted: string('The amount, for a person', 'R$ 50,00') };
const OwnDeposit = record('Deposit', 'Money that you add to your balance by Pix', shownFields);
export const PayableDeposit = record('PayableDeposit', 'A deposit, and how it is paid', {
  ...shownFields,
  qrCode: orNull(
    string('The picture', 'data:image/png;base64,iVBORw0KGgo='),
    'The same code as a picture: a PNG in a `data:` address; null where there is no code',
  ),
});
const meta = { page: 1, limit: 20, total: 1 };
export const Deposits = pageOf(OwnDeposit, { examples: [{ data: OwnDeposit.examples, meta }] });

export const depositView = <Of extends Deposit>(deposit: Of) => ({
  ...deposit,
  amountFormatted: formatBrl(deposit.amountCents),
});
export const payableDepositView = (deposit: Deposit) => ({
  ...depositView(deposit),
  qrCode: deposit.pixCode === null ? null : qrPicture(deposit.pixCode),
});

const PAYMENT_FAULTS = [
  'AMOUNT_DIFFERS',
  'DEPOSIT_REJECTED',
  'PAID_BEFORE',
  'ACCOUNT_CLOSED',
  'RETURNED',
  'CURRENCY_DIFFERS',
] as const;
export type PaymentFault = (typeof PAYMENT_FAULTS)[number];

const DepositPayment = record('DepositPayment', 'Money that arrived for a deposit', {
  endToEndId: string('Id of the payment in all of Pix', 'E1234567820261115120000000000001'),
  amountCents: cents('Amount of the payment, in cents of BRL', '5000'),
  paidAt: time('Time of the payment, from the provider'),
  status: choice(
    ['CREDITED', 'WAITING', 'DISMISSED'],
    'CREDITED: it is in the balance. WAITING: for your decision. DISMISSED: refused',
  ),
  fault: orNull(
    choice(PAYMENT_FAULTS, 'Why'),
    'Why it needed a decision: another amount, a rejected deposit, a second payment, a closed account, another ' +
      'currency than BRL (whose hundredths the amount then is), or that it was given back before it was known; ' +
      'null where it needed none',
    null,
  ),
});
export type DepositPayment = Static<typeof DepositPayment>;

export const RETURN_STATUSES = ['OPEN', 'DONE', 'FAILED'] as const;

const ReturnRecord = record('DepositReturn', 'Money that arrived for a deposit and was given back to the payer', {
  endToEndId: string('Id of the payment that was given back', 'E1234567820261115120000000000001'),
  returnId: string('Id of the return; unique for the payment', 'D1234567820261115121000000000001'),
  status: choice(RETURN_STATUSES, 'OPEN: it is under way, and may still fail. DONE: for good. FAILED: it was not done'),
  amountCents: cents('Amount that was given back, in cents of BRL', '5000'),
  owedCents: orNull(
    cents('Amount', '5000'),
    'Amount that its user owes for it or has paid; null if nothing was taken automatically, as in former times',
  ),
  owedBy: orNull(
    id<'user'>('Who'),
    'The user who owes it or has paid, where its account was closed when it was reported; null where that is the ' +
      'user of the deposit',
    null,
  ),
  returnedAt: time('Time of the return, from the provider; the time of the request until it is done'),
});
export type OwedReturn = Static<typeof ReturnRecord>;
export type DepositReturn = Omit<OwedReturn, 'owedCents' | 'owedBy'>;
export type ReturnStatus = OwedReturn['status'];
export type StoredReturn = OwedReturn & { depositId: Deposit['id'] };

export const nameOfReturn = ({ endToEndId, returnId }: Pick<DepositReturn, 'endToEndId' | 'returnId'>) =>
  `${endToEndId}:${returnId}`;

const detailFields = {
  username: string('Their name', 'Ana'),
  provider: string('Provider of the charge', 'pix'),
  decidedBy: orNull(id<'user'>('Who'), 'The administrator who has decided on it; null where none has', null),
  decisionReason: orNull(string('Why', 'The receipt of the bank was checked'), 'Why they decided so', null),
  payments: listOf(DepositPayment, 'Payments that have arrived for it', []),
  returns: listOf(
    ReturnRecord,
    'Returns that were made or are on their way: credited money is taken from the balance, or owed',
    [],
  ),
};
const Details = Type.Object(detailFields);
export type DetailedDeposit = Deposit & Static<typeof Details> & UserDebt;

export const AdminDeposit = record('AdminDeposit', 'A deposit with all that is known of it', {
  ...shownFields,
  ...ofAdministrators,
  ...detailFields,
  ...debtFields,
  risk: Risk,
});
export const AdminDeposits = pageOf(AdminDeposit, { examples: [{ data: AdminDeposit.examples, meta }] });

export interface LockedDeposit
  extends Pick<Deposit, 'id' | 'userId' | 'txid' | 'amountCents' | 'status' | 'creditedCents'> {
  hasCreditedPayment: boolean;
  isOfClosed: boolean;
  /** When the owner's protection cancelled the charge. */
  calledOffAt: Date | null;
  /** Payments with a return that has not failed, applied or not. */
  returnedPayments: readonly string[];
}

export const DepositParams = Type.Object({ id: idOf('Id of the deposit') });
const BEFORE = 'Only deposits that were made before this one';
const statusFilter = { status: Type.Optional(choice(DEPOSIT_STATUSES, 'Only those; all when omitted')) };
export const OwnDepositsQuery = walkQuery(BEFORE, statusFilter);
export const AdminDepositsQuery = walkQuery(BEFORE, {
  ...statusFilter,
  userId: Type.Optional(idOf('Only those of this user')),
  txid: Type.Optional(Type.String({ maxLength: 35, description: 'Only the one that the provider knows by this txid' })),
  needsDecision: Type.Optional(
    Type.Boolean({ description: '`true`: only those of which a payment waits for a decision', default: false }),
  ),
});
export const InitiateBody = Type.Object(
  {
    amountCents: Type.Union([CentsText, Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })], {
      description: 'Amount of the deposit, in cents of BRL',
      'x-fault': 'must be whole cents: an integer, or a decimal string of up to 19 digits',
    }),
  },
  { examples: [{ amountCents: '5000' }] },
);
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

const notAnAmount = () => validationFailed([{ field: 'amountCents', message: 'must be whole cents above zero' }]);

export function amountOf({ amountCents }: Static<typeof InitiateBody>): Cents {
  let amount: Cents;
  try {
    amount = parseCents(String(amountCents));
  } catch {
    throw notAnAmount();
  }
  if (amount <= 0n) throw notAnAmount();
  return amount;
}

export const depositNotFound = defineError(
  'DEPOSIT_NOT_FOUND',
  404,
  'Depósito não encontrado.',
  'No deposit of yours has this id.',
);
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

const MOST_CENTS = 1_000_000_000;
export const depositMinCentsSetting = defineSetting({
  key: 'depositMinCents',
  description: 'Smallest deposit.',
  schema: Type.Integer({ minimum: 1, maximum: MOST_CENTS }),
  default: 1_000,
  weakenedBy: 'LOWERED',
});
export const depositMaxCentsSetting = defineSetting({
  key: 'depositMaxCents',
  description: 'Largest deposit.',
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
