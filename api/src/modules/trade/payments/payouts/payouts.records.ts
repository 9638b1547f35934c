import { type Static, Type } from 'typebox';
import { type Id, toId } from '../../../../platform/ids.ts';
import { listOf, walkQuery } from '../../../../platform/lists.ts';
import { type Cents, formatBrl } from '../../../../platform/money.ts';
import { centsOf, idOf, moneyText, orNull, Timestamp, timeOf } from '../../../../platform/schemas.ts';
import { defineSetting } from '../../../../platform/settings/settings.ts';
import { SecondFactorCode } from '../../../people/two-factor/index.ts';
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
import type { PayoutFilter } from './payouts.sql.ts';
import { PIX_KEY_TYPES, type PixKeyType } from './pix-keys.rules.ts';

const PAYOUT_STATUSES = [
  'AWAITING_CONFIRMATION',
  'PENDING',
  'APPROVED',
  'COMPLETED',
  'REJECTED',
  'EXPIRED',
  'CANCELLED',
] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** What transfers and entries of the trail call a money withdrawal. */
export const PAYOUT_ENTITY = 'money-withdrawal';

/** Money on its way to a user's Pix key. */
export interface Payout {
  id: Id<'money-withdrawal'>;
  userId: Id<'user'>;
  holdId: Id<'hold'>;
  amountCents: Cents;
  pixKeyType: PixKeyType;
  /** Null once its owner has closed the account. */
  pixKey: string | null;
  status: PayoutStatus;
  createdAt: Date;
  /** Until when it must be confirmed. */
  expiresAt: Date;
  confirmedAt: Date | null;
  approvedAt: Date | null;
  approvedBy: Id<'user'> | null;
  /** The payment through the provider; null where it is paid by hand, and before it is approved. */
  orderId: Id<'order'> | null;
  endToEndId: string | null;
  /** Why it was not paid, as its owner sees it. */
  failureReason: string | null;
  endedAt: Date | null;
  endedBy: Id<'user'> | null;
}

/** As administrators see it. */
export interface ReviewedPayout extends Payout, UserDebt {
  username: string;
  /** Under which the provider knows the payment; null where it was not asked to pay. */
  sendId: string | null;
  /** Why the provider did not pay, in its own words; null where it says nothing, or has paid. */
  providerReason: string | null;
}

const oneOf = <Value extends string>(title: string, values: readonly Value[], description: string) =>
  Type.Unsafe<Value>({ title, type: 'string', enum: [...values], description });

const Status = oneOf<PayoutStatus>(
  'MoneyWithdrawalStatus',
  PAYOUT_STATUSES,
  'AWAITING_CONFIRMATION: the money is held until you confirm; PENDING: confirmed, for an administrator to approve; ' +
    'APPROVED: about to be paid; COMPLETED: paid. REJECTED, EXPIRED and CANCELLED: the money is back on the balance',
);
const KeyType = oneOf<PixKeyType>('PixKeyType', PIX_KEY_TYPES, 'Kind of the key; RANDOM is a key from a bank');

/** A whole amount that fits everywhere; which amounts are allowed the settings say. */
const Amount = (description: string) =>
  Type.Union(
    [Type.String({ pattern: '^[1-9][0-9]{0,14}$' }), Type.Integer({ minimum: 1, maximum: 999_999_999_999_999 })],
    {
      'x-fault': 'must be whole cents: a positive integer, or a decimal string of up to 15 digits',
      description,
    },
  );

export const PayoutParams = Type.Object({ id: idOf('Id of the withdrawal') });

export const RequestBody = Type.Object(
  {
    amountCents: Amount('How much, in cents of BRL; the least and the most are settings of the platform'),
    pixKeyType: KeyType,
    pixKey: Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'Pix key that is paid: a CPF or CNPJ with right check digits, an e-mail address, a phone number that begins ' +
        'with +55, or a random key. Dots, hyphens and the like may be left in',
    }),
  },
  { examples: [{ amountCents: '15000', pixKeyType: 'EMAIL', pixKey: 'ana@example.com' }] },
);

export const ConfirmBody = Type.Object(
  { code: SecondFactorCode, amountCents: Amount('The amount of the withdrawal again: the code is given for it') },
  { examples: [{ code: '492039', amountCents: '15000' }] },
);

const ownFields = {
  id: idOf('Id of the withdrawal'),
  status: Status,
  amountCents: centsOf('How much, in cents of BRL'),
  amountFormatted: moneyText('The amount, for a person'),
  pixKeyType: KeyType,
  pixKey: orNull(
    Type.String(),
    'Pix key that is paid, in the spelling of the banks; null once its owner has closed the account',
  ),
  createdAt: timeOf('When it was asked for'),
  expiresAt: timeOf('Until when it must be confirmed'),
  confirmedAt: orNull(Timestamp, 'When it was confirmed with the second factor; null before'),
  approvedAt: orNull(Timestamp, 'When an administrator approved it; null before'),
  endedAt: orNull(Timestamp, 'When it was paid, or the money came back; null before'),
  endToEndId: orNull(Type.String(), 'Under which the banks know the payment; null where it is not known'),
  failureReason: orNull(Type.String(), 'Why it was rejected; null otherwise'),
};

const exampleOwn = {
  id: '1',
  status: 'COMPLETED',
  amountCents: '15000',
  amountFormatted: 'R$ 150,00',
  pixKeyType: 'EMAIL',
  pixKey: 'ana@example.com',
  createdAt: '2026-11-15T12:00:00.000Z',
  expiresAt: '2026-11-15T12:30:00.000Z',
  confirmedAt: '2026-11-15T12:01:00.000Z',
  approvedAt: '2026-11-15T13:00:00.000Z',
  endedAt: '2026-11-15T13:00:05.000Z',
  endToEndId: 'E1234567820261115130000000000001',
  failureReason: null,
};

const PayoutView = Type.Object(ownFields, {
  title: 'MoneyWithdrawal',
  description: 'Money on its way to a Pix key',
});
export const OwnPayout = Type.Object(PayoutView.properties, { title: 'MoneyWithdrawal', examples: [exampleOwn] });
export const OwnPayouts = listOf(PayoutView, {
  examples: [{ data: [exampleOwn], meta: { page: 1, limit: 20, total: 1 } }],
});

const isoOf = (time: Date | null) => time?.toISOString() ?? null;

export function payoutView(payout: Payout): Static<typeof OwnPayout> {
  const { id, status, amountCents, pixKeyType, pixKey, createdAt, expiresAt, endToEndId, failureReason } = payout;
  return {
    id,
    status,
    amountCents: amountCents.toString(),
    amountFormatted: formatBrl(amountCents),
    pixKeyType,
    pixKey,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    confirmedAt: isoOf(payout.confirmedAt),
    approvedAt: isoOf(payout.approvedAt),
    endedAt: isoOf(payout.endedAt),
    endToEndId,
    failureReason,
  };
}

const BEFORE = 'Only withdrawals that were asked for before this one';
const statusFilter = {
  status: Type.Optional(Type.Unsafe<PayoutStatus>({ ...Status, description: 'Only those; all when omitted' })),
};
export const OwnPayoutsQuery = walkQuery(BEFORE, statusFilter);

/* What administrators send and see. */

export const AdminPayoutsQuery = walkQuery(BEFORE, {
  ...statusFilter,
  userId: Type.Optional(idOf('Only those of this user')),
});

export const filterOf = ({ status, userId }: Static<typeof AdminPayoutsQuery>): PayoutFilter => ({
  status,
  userId: userId === undefined ? undefined : toId(userId),
});

export const RejectBody = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      'x-fault': 'must have 1 to 500 characters that are not all blank',
      description: 'Shown to the owner',
    }),
    notPaid: Type.Optional(
      Type.Boolean({
        description:
          'For a withdrawal that is approved and paid by hand: confirms that it was not paid. Without it, it cannot ' +
          'be rejected',
      }),
    ),
  },
  { examples: [{ reason: 'A chave Pix não é sua' }] },
);

const ownReason = {
  reason: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      'x-fault': 'must have 1 to 500 characters that are not all blank',
      description: 'Why, for the audit trail',
    }),
  ),
};

export const ApproveBody = Type.Object(ownReason, { examples: [{ reason: 'The key belongs to the owner' }, {}] });

export const CompleteBody = Type.Object(
  {
    ...ownReason,
    endToEndId: Type.Optional(
      Type.String({
        pattern: '^E[0-9A-Za-z]{31}$',
        'x-fault': 'must be the id of a Pix payment: E and 31 letters and digits',
        description: 'Id of the payment that you made, from your bank',
      }),
    ),
  },
  { examples: [{ endToEndId: 'E1234567820261115130000000000001' }] },
);

const adminFields = {
  ...ownFields,
  userId: idOf('Id of the owner'),
  username: Type.String({ description: 'Present name of the user' }),
  isByHand: orNull(
    Type.Boolean(),
    'Whether administrators pay it, rather than the provider; null where it was never approved',
  ),
  orderId: orNull(idOf('Id of the order'), 'The order to pay it, where the provider was asked; null otherwise'),
  sendId: orNull(
    Type.String(),
    'Under which the provider knows the payment, its `idEnvio`; null where it was not asked',
  ),
  providerReason: orNull(
    Type.String(),
    'Why the provider did not pay: its own words, or that no payment was found; null otherwise',
  ),
  approvedBy: orNull(idOf('Id of the administrator'), 'The administrator who approved it; null without one'),
  endedBy: orNull(idOf('Id of the user'), 'The user who ended it; null if the provider or a deadline did, and before'),
  ...debtFields,
  risk: RiskView,
};
const exampleAdmin = {
  ...exampleOwn,
  userId: '1',
  username: 'Ana',
  isByHand: false,
  orderId: '1',
  sendId: '7d1f0c8a5b3e49d2a6c4f8e1b0d39c57',
  providerReason: null,
  approvedBy: '2',
  endedBy: null,
  ...exampleDebt,
  risk: exampleRisk,
};

export const AdminPayoutView = Type.Object(adminFields, {
  title: 'ReviewedMoneyWithdrawal',
  description: 'A money withdrawal as administrators see it',
  examples: [exampleAdmin],
});
export const AdminPayouts = listOf(AdminPayoutView, {
  examples: [{ data: [exampleAdmin], meta: { page: 1, limit: 20, total: 1 } }],
});

export function adminPayoutView(payout: AtRisk<ReviewedPayout>): Static<typeof AdminPayoutView> {
  const { userId, username, approvedAt, approvedBy, orderId, sendId, providerReason, endedBy } = payout;
  const isByHand = approvedAt === null ? null : orderId === null;
  const payment = { isByHand, orderId, sendId, providerReason, approvedBy, endedBy };
  return { ...payoutView(payout), userId, username, ...payment, ...debtView(payout), risk: riskView(payout.risk) };
}

const { pixKey: _field, ...decidedFields } = adminFields;
const { pixKey: _example, ...exampleDecided } = exampleAdmin;
export const DecidedPayout = Type.Object(decidedFields, {
  title: 'DecidedMoneyWithdrawal',
  description: 'A money withdrawal that was decided on, without its Pix key, which the list has',
  examples: [exampleDecided],
});

/** Without the key: the answer is kept for repeats, under the administrator, and the key goes with its owner's account. */
export function decidedPayoutView(payout: AtRisk<ReviewedPayout>): Static<typeof DecidedPayout> {
  const { pixKey: _pixKey, ...decided } = adminPayoutView(payout);
  return decided;
}

const cents = Type.Integer({ minimum: 1, maximum: 100_000_000 });

export const withdrawMinSetting = defineSetting({
  key: 'withdrawMinCents',
  description: 'Smallest money withdrawal, in cents of BRL.',
  schema: cents,
  default: 2_000,
  weakenedBy: 'LOWERED',
});

export const withdrawMaxSetting = defineSetting({
  key: 'withdrawMaxCents',
  description: 'Largest money withdrawal, in cents of BRL.',
  schema: cents,
  default: 500_000,
  weakenedBy: 'RAISED',
});

export const withdrawDailyMaxSetting = defineSetting({
  key: 'withdrawDailyMaxCents',
  description:
    'Most money that a user may withdraw on a São Paulo day, in cents of BRL; withdrawals that were given back do not ' +
    'count.',
  schema: cents,
  default: 1_000_000,
  weakenedBy: 'RAISED',
});

export const withdrawConfirmMinutesSetting = defineSetting({
  key: 'withdrawConfirmMinutes',
  description: 'Minutes within which a money withdrawal must be confirmed with the second factor.',
  schema: Type.Integer({ minimum: 1, maximum: 1_440 }),
  default: 30,
  weakenedBy: 'RAISED',
});

export const withdrawReviewHoursSetting = defineSetting({
  key: 'withdrawReviewHours',
  description: 'Hours that a confirmed money withdrawal may wait for an administrator before an alert is raised.',
  schema: Type.Integer({ minimum: 1, maximum: 720 }),
  default: 24,
  weakenedBy: 'RAISED',
});
