import { Type } from 'typebox';
import { listOf, walkQuery } from '../../../../platform/lists.ts';
import { type Cents, formatBrl } from '../../../../platform/money.ts';
import { cents, flag, id, oneOf, orNull, record, type Static, string, time } from '../../../../platform/record.ts';
import { idOf } from '../../../../platform/schemas.ts';
import { defineSetting } from '../../../../platform/settings/settings.ts';
import { SecondFactorCode } from '../../../people/two-factor/index.ts';
import { type AtRisk, debtFields, Risk, type UserDebt } from '../../suspensions/index.ts';
import { PIX_KEY_TYPES } from './pix-keys.rules.ts';

export const PAYOUT_ENTITY = 'money-withdrawal';

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

const Status = oneOf(
  PAYOUT_STATUSES,
  'MoneyWithdrawalStatus',
  'AWAITING_CONFIRMATION: the money is held until you confirm; PENDING: confirmed, for an administrator to approve; ' +
    'APPROVED: about to be paid; COMPLETED: paid. REJECTED, EXPIRED and CANCELLED: the money is back on the balance',
);
const KeyType = oneOf(PIX_KEY_TYPES, 'PixKeyType', 'Kind of the key; RANDOM is a key from a bank');

const ownFields = {
  id: id<'money-withdrawal'>('Id of the withdrawal'),
  status: { ...Status, examples: ['COMPLETED'] },
  amountCents: cents('How much, in cents of BRL', '15000'),
  pixKeyType: { ...KeyType, examples: ['EMAIL'] },
  createdAt: time('When it was asked for'),
  expiresAt: time('Until when it must be confirmed', '2026-11-15T12:30:00.000Z'),
  confirmedAt: orNull(
    time('When', '2026-11-15T12:01:00.000Z'),
    'When it was confirmed with the second factor; null before',
  ),
  approvedAt: orNull(time('When', '2026-11-15T13:00:00.000Z'), 'When an administrator approved it; null before'),
  endedAt: orNull(time('When', '2026-11-15T13:00:05.000Z'), 'When it was paid, or the money came back; null before'),
  endToEndId: orNull(
    string('The id', 'E1234567820261115130000000000001'),
    'Under which the banks know the payment; null where it is not known',
  ),
  failureReason: orNull(string('Why', 'A chave Pix não é sua'), 'Why it was rejected; null otherwise', null),
};
const ofAdministrators = {
  userId: id<'user'>('Id of the owner'),
  orderId: orNull(id<'order'>('Id'), 'The order to pay it, where the provider was asked; null otherwise'),
  approvedBy: orNull(id<'user'>('Who'), 'The administrator who approved it; null without one', '2'),
  endedBy: orNull(id<'user'>('Who'), 'The user who ended it; null if the provider or a deadline did, and before', null),
};
const pixKey = orNull(
  string('The key', 'ana@example.com'),
  'Pix key that is paid, in the spelling of the banks; null once its owner has closed the account',
);
const amountFormatted = string('The amount, for a person', 'R$ 150,00');

export const PayoutRow = Type.Object({ ...ownFields, pixKey, ...ofAdministrators, holdId: id<'hold'>('Its hold') });
export type Payout = Static<typeof PayoutRow>;

const PROVIDER_FACTS = {
  username: string('Present name of the user', 'Ana'),
  sendId: orNull(
    string('The id', '7d1f0c8a5b3e49d2a6c4f8e1b0d39c57'),
    'Under which the provider knows the payment, its `idEnvio`; null where it was not asked',
  ),
  providerReason: orNull(
    string('Why', 'The key does not exist'),
    'Why the provider did not pay: its own words, or that no payment was found; null otherwise',
    null,
  ),
};
const Facts = Type.Object(PROVIDER_FACTS);
export type ReviewedPayout = Payout & UserDebt & Static<typeof Facts>;

export const OwnPayout = record('MoneyWithdrawal', 'Money on its way to a Pix key', {
  ...ownFields,
  pixKey,
  amountFormatted,
});
export const payoutView = <Of extends { amountCents: Cents }>(payout: Of) => ({
  ...payout,
  amountFormatted: formatBrl(payout.amountCents),
});

const decidedFields = {
  ...ownFields,
  amountFormatted,
  ...ofAdministrators,
  ...PROVIDER_FACTS,
  isByHand: orNull(
    flag('Whether', false),
    'Whether administrators pay it, rather than the provider; null where it was never approved',
  ),
  ...debtFields,
  risk: Risk,
};
export const AdminPayout = record('ReviewedMoneyWithdrawal', 'A money withdrawal as administrators see it', {
  ...decidedFields,
  pixKey,
});
/** The answer is stored for repeats, and the key is erased with the account of its owner. */
export const DecidedPayout = record(
  'DecidedMoneyWithdrawal',
  'A money withdrawal that was decided on, without its Pix key, which the list has',
  decidedFields,
);
export const adminPayoutView = (payout: AtRisk<ReviewedPayout>) => ({
  ...payoutView(payout),
  isByHand: payout.approvedAt === null ? null : payout.orderId === null,
});

const meta = { page: 1, limit: 20, total: 1 };
export const OwnPayouts = listOf(OwnPayout, { examples: [{ data: OwnPayout.examples, meta }] });
export const AdminPayouts = listOf(AdminPayout, { examples: [{ data: AdminPayout.examples, meta }] });

const BEFORE = 'Only withdrawals that were asked for before this one';
const statusFilter = { status: Type.Optional({ ...Status, description: 'Only those; all when omitted' }) };
export const OwnPayoutsQuery = walkQuery(BEFORE, statusFilter);
export const AdminPayoutsQuery = walkQuery(BEFORE, {
  ...statusFilter,
  userId: Type.Optional(idOf('Only those of this user')),
});
export const PayoutParams = Type.Object({ id: idOf('Id of the withdrawal') });

const Amount = (description: string) =>
  Type.Union(
    [Type.String({ pattern: '^[1-9][0-9]{0,14}$' }), Type.Integer({ minimum: 1, maximum: 999_999_999_999_999 })],
    {
      'x-fault': 'must be whole cents: a positive integer, or a decimal string of up to 15 digits',
      description,
    },
  );
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

const Reason = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 500,
    pattern: '\\S',
    'x-fault': 'must have 1 to 500 characters that are not all blank',
    description,
  });
export const RejectBody = Type.Object(
  {
    reason: Reason('Shown to the owner'),
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
const ownReason = { reason: Type.Optional(Reason('Why, for the audit trail')) };
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

const centsSetting = Type.Integer({ minimum: 1, maximum: 100_000_000 });
export const withdrawMinSetting = defineSetting({
  key: 'withdrawMinCents',
  description: 'Smallest money withdrawal.',
  schema: centsSetting,
  default: 2_000,
  weakenedBy: 'LOWERED',
});
export const withdrawMaxSetting = defineSetting({
  key: 'withdrawMaxCents',
  description: 'Largest money withdrawal.',
  schema: centsSetting,
  default: 500_000,
  weakenedBy: 'RAISED',
});
export const withdrawDailyMaxSetting = defineSetting({
  key: 'withdrawDailyMaxCents',
  description: 'Most money that a user may withdraw on a São Paulo day.',
  schema: centsSetting,
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
