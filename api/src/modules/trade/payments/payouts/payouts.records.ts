import { Type } from 'typebox';
import { listOf, walkQuery } from '../../../../platform/lists.ts';
import { type Cents, formatBrl } from '../../../../platform/money.ts';
import { cents, flag, id, oneOf, orNull, record, type Static, string, time } from '../../../../platform/record.ts';
import { idOf } from '../../../../platform/schemas.ts';
import { defineSetting } from '../../../../platform/settings/settings.ts';
import { SecondFactorCode } from '../../../people/two-factor/index.ts';
import { type AtRisk, debtFields, Risk, type UserDebt } from '../../suspensions/index.ts';

export const PIX_KEY_TYPES = ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM'] as const;
export type PixKeyType = (typeof PIX_KEY_TYPES)[number];

/** The directory of the Central Bank takes no longer ones. */
const MAX_PIX_KEY_LENGTH = 77;

export const PIX_KEY_FAULTS: Readonly<Record<PixKeyType, string>> = {
  CPF: 'deve ser um CPF válido, com 11 dígitos',
  CNPJ: 'deve ser um CNPJ válido, com 14 letras ou dígitos',
  EMAIL: `deve ser um e-mail de até ${MAX_PIX_KEY_LENGTH} caracteres`,
  PHONE: 'deve ser um telefone do Brasil que comece com +55, com o DDD',
  RANDOM: 'deve ser uma chave aleatória, como 123e4567-e89b-12d3-a456-426614174000',
};

/** Returns the spelling of the directory, or null if the text is no key of this kind. */
export function readPixKey(type: PixKeyType, text: string): string | null {
  const trimmed = text.trim();
  switch (type) {
    case 'CPF':
      return fitting(trimmed.replaceAll(/[ .-]/g, ''), isCpf);
    case 'CNPJ':
      return fitting(trimmed.replaceAll(/[ ./-]/g, '').toUpperCase(), isCnpj);
    case 'EMAIL':
      return fitting(trimmed.toLowerCase(), isEmail);
    case 'PHONE':
      return fitting(trimmed.replaceAll(/[ ().-]/g, ''), isPhone);
    case 'RANDOM':
      return fitting(trimmed.toLowerCase(), isRandomKey);
  }
}

/** Removes a key however it is written, with separators or without the country code. */
export function withoutPixKey(text: string, key: string): string {
  const pattern = key.includes('@') ? RegExp.escape(key) : spelledAnyhow(key);
  return text.replaceAll(new RegExp(pattern, 'giu'), '…');
}

function spelledAnyhow(key: string): string {
  const between = '[^\\p{L}\\p{N}]{0,3}';
  const spelled = (part: string) => [...part.replaceAll(/[^0-9A-Z]/gi, '')].join(between);
  const isPhone = key.startsWith('+55');
  return isPhone ? `(?:\\+?${spelled('55')}${between})?${spelled(key.slice(3))}` : spelled(key);
}

const fitting = (key: string, isKey: (key: string) => boolean) => (isKey(key) ? key : null);

/** Eleven equal digits pass the check but belong to nobody. */
const isCpf = (key: string) => /^(?!(.)\1{10}$)[0-9]{11}$/.test(key) && hasCheckDigits(key, 9, 12);

/** Since July 2026 the first twelve may be letters, too. */
const isCnpj = (key: string) => /^(?!(.)\1{13}$)[0-9A-Z]{12}[0-9]{2}$/.test(key) && hasCheckDigits(key, 12, 9);

/**
 * Each check digit is the weighted sum of all before it. Weights run from the right: 2, 3 up to the highest, then 2
 * again. A letter counts as its distance from 0 in ASCII.
 */
function hasCheckDigits(key: string, body: number, highestWeight: number): boolean {
  return [body, body + 1].every((length) => {
    const values = [...key.slice(0, length)].map((character) => character.charCodeAt(0) - 48).reverse();
    const sum = values.reduce((total, value, index) => total + value * ((index % (highestWeight - 1)) + 2), 0);
    const rest = sum % 11;
    return Number(key[length]) === (rest < 2 ? 0 : 11 - rest);
  });
}

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const EMAIL = new RegExp(`^[a-z0-9!#$&'*+/=?^_\`{|}~-]+(?:\\.[a-z0-9!#$&'*+/=?^_\`{|}~-]+)*@(?:${LABEL}\\.)+${LABEL}$`);
const isEmail = (key: string) => key.length <= MAX_PIX_KEY_LENGTH && EMAIL.test(key);

/** A mobile number has nine digits and begins with 9. */
const isPhone = (key: string) => /^\+55[1-9]{2}(?:9[0-9]{8}|[2-8][0-9]{7})$/.test(key);

const isRandomKey = (key: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key);

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
