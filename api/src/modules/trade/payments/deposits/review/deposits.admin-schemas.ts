import { type Static, Type } from 'typebox';
import { listOf, walkQuery } from '../../../../../platform/lists.ts';
import { CentsText, centsOf, IdText, idOf, orNull, timeOf } from '../../../../../platform/schemas.ts';
import {
  type AtRisk,
  debtFields,
  debtView,
  exampleDebt,
  exampleRisk,
  RiskView,
  riskView,
} from '../../../suspensions/index.ts';
import { depositFields, depositView, exampleDeposit, oneOf } from '../deposits.schemas.ts';
import {
  DEPOSIT_STATUSES,
  type DepositStatus,
  type DetailedDeposit,
  PAYMENT_FAULTS,
  PAYMENT_STATUSES,
  RETURN_STATUSES,
} from '../deposits.types.ts';

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
