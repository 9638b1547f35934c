import { type Static, Type } from 'typebox';
import { type Day, parseDay } from '../../../platform/days.ts';
import {
  type ConstraintErrors,
  defineAdminError,
  defineError,
  type FieldFault,
  validationFailed,
} from '../../../platform/errors.ts';
import type { Id } from '../../../platform/ids.ts';
import { listOf, walkQuery } from '../../../platform/lists.ts';
import { type Cents, formatBrl, parseCents } from '../../../platform/money.ts';
import { cents, id, oneOf, orNull, record, string, time } from '../../../platform/record.ts';
import { CentsText, idOf } from '../../../platform/schemas.ts';

const DIRECT_TYPES = [
  'DEPOSIT',
  'ITEM_SALE',
  'EVENT_REWARD',
  'SWAP_CHANGE',
  'ADMIN_ADJUSTMENT',
  'WELCOME_CREDIT',
] as const;

/** Only holds and debts make transfers of these types. */
const HOLD_TYPES = ['WITHDRAWAL_HOLD', 'WITHDRAWAL_RELEASE', 'WITHDRAWAL'] as const;
const DEBT_TYPES = ['DEPOSIT_RETURN', 'DEPOSIT_RETURN_UNDONE', 'DEBT_PAYMENT', 'DEBT_REFUND'] as const;

/** Null: the game has no transfers of this kind. */
export interface GameTransfers {
  readonly stake: string;
  readonly refund: string | null;
  readonly prize: string | null;
}

export const transferTypes = (games: readonly GameTransfers[]): readonly string[] => [
  ...DIRECT_TYPES,
  ...HOLD_TYPES,
  ...DEBT_TYPES,
  ...games.flatMap(({ stake, refund, prize }) => [stake, refund ?? [], prize ?? []].flat()),
];

export interface TransferReference {
  type: string;
  id: string;
}

export interface Transfer {
  userId: Id<'user'>;
  direction: 'CREDIT' | 'DEBIT';
  /** 1 to 10^15. */
  amountCents: Cents;
  type: (typeof DIRECT_TYPES)[number];
  /** 1 to 500 characters, shown to the user. */
  reason: string;
  reference?: TransferReference;
}

export type Credit = Omit<Transfer, 'direction'>;

/** The type is one of the game's own. */
export interface GameCredit extends Omit<Credit, 'type'> {
  type: string;
  reference: TransferReference;
}

const Account = oneOf(
  ['USER', 'SYSTEM', 'HELD', 'DEBT'],
  'LedgerAccount',
  "USER is the user's balance, HELD what is set aside of it, DEBT what the user owes, SYSTEM the house",
);

export interface LedgerEntry extends Omit<Transfer, 'direction' | 'type'> {
  debitAccount: Static<typeof Account>;
  creditAccount: Static<typeof Account>;
  type: string;
}

export interface PostedTransfers {
  /** They have the order of the entries. */
  transferIds: readonly Id<'transfer'>[];
  /** Both maps have every user concerned, after all entries. */
  balances: ReadonlyMap<Id<'user'>, Cents>;
  debts: ReadonlyMap<Id<'user'>, Cents>;
}

/** One of the two is zero. */
export interface Standing {
  balanceCents: Cents;
  debtCents: Cents;
}

export type PlayBar = 'PAUSE' | 'EXCLUSION' | 'CLOSED';

export interface PlayGuard {
  /** It may have ended. */
  bar: { kind: PlayBar; until: Date } | null;
  hasLimits: boolean;
}

/** Sums of thousands of these still fit in 64 bits. */
const MAX_AMOUNT_CENTS = 10n ** 15n;

export const isTransferAmount = (amountCents: Cents) => amountCents > 0n && amountCents <= MAX_AMOUNT_CENTS;

export const insufficientBalance = defineError(
  'INSUFFICIENT_BALANCE',
  400,
  'Insufficient balance',
  'The balance is lower than the price; nothing was taken.',
);
export const balanceTooLarge = defineError(
  'BALANCE_TOO_LARGE',
  400,
  'O saldo ficaria acima do máximo permitido.',
  'The balance would be larger than any account may hold.',
);
export const holdNotFound = defineAdminError(
  'HOLD_NOT_FOUND',
  404,
  'Hold not found',
  'No money is set aside under this id.',
);
export const holdEnded = defineAdminError(
  'HOLD_ENDED',
  409,
  'The hold is already settled or released',
  'The money that was set aside is already paid out or given back.',
);
export const adjustmentOfClosed = defineAdminError(
  'ACCOUNT_IS_CLOSED',
  409,
  'The user has closed this account: its balance cannot be adjusted',
  'Nobody could use the balance of a closed account. Settle with the person outside of it.',
);
export const invalidAdjustment = () =>
  validationFailed([
    { field: 'amountCents', message: `must be other than zero and at most ${formatBrl(MAX_AMOUNT_CENTS)} either way` },
  ]);
export const walletConstraintErrors: ConstraintErrors = { accounts_balance_cents_check: insufficientBalance };

const balanceFields = {
  balanceCents: cents('Money that you can spend, in BRL cents', '123456'),
  balanceFormatted: string('The balance, for a person', 'R$ 1.234,56'),
};

export const Balance = Type.Object(
  {
    ...balanceFields,
    debtCents: Type.Optional(cents('Your debt for deposits that were given back; absent without a debt')),
  },
  { title: 'Balance', examples: record('Balance', '', balanceFields).examples },
);

export const AdjustedBalance = record('AdjustedBalance', 'The balance after the adjustment', {
  userId: id<'user'>('Whose balance it is'),
  ...balanceFields,
  transferId: id<'transfer'>('Id of the line on the statement'),
});
export type AdjustedBalance = Static<typeof AdjustedBalance>;

export const AdjustmentParams = Type.Object({ id: idOf('Id of the user') });
export const AdjustmentBody = Type.Object(
  {
    amountCents: Type.Union(
      [CentsText, Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })],
      {
        description: 'Added to the balance; below zero it is taken from it. At most 10^15 either way, and not zero',
        'x-fault': 'must be whole cents: an integer, or a decimal string of up to 19 digits',
      },
    ),
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      'x-fault': 'must have 1 to 500 characters that are not all blank',
      description: 'Shown to the user',
    }),
  },
  { examples: [{ amountCents: '-1500', reason: 'Chargeback of deposit 77' }] },
);

export function changeOf(amountCents: string | number): Cents {
  try {
    return parseCents(String(amountCents));
  } catch {
    throw invalidAdjustment();
  }
}

const DIRECTIONS = ['CREDIT', 'DEBIT', 'NEUTRAL'] as const;

const owner = { userId: id<'user'>('Id of the owner') };
const accounts = {
  debitAccount: { ...Account, description: 'Account that the money came from', examples: ['SYSTEM'] },
  creditAccount: { ...Account, description: 'Account that the money went to' },
};
const balanceAfter = { balanceAfterCents: cents('Balance after this line, in BRL cents', '51234') };
const lineFields = (types: readonly string[]) => ({
  id: id<'transfer'>('Id of the line'),
  type: oneOf(types, 'TransferType', 'Reason of the transfer'),
  direction: oneOf(
    DIRECTIONS,
    'TransferDirection',
    'Into or out of the balance; neutral where money that was set aside is paid out, or something is owed, and the balance stays',
  ),
  amountCents: cents('How much moved, in BRL cents; never below zero', '1234'),
  amountFormatted: string('The amount, for a person', 'R$ 12,34'),
  reason: string('Why, for a person', 'Sold item: AK-47 | Redline (Field-Tested)'),
  referenceType: orNull(
    string('The kind of record', 'SALE'),
    'The kind of record that caused it, in capitals: CASE, BATTLE, DEPOSIT, MONEY_WITHDRAWAL and so on',
  ),
  referenceId: orNull(string('The record', '501'), 'Which record of that kind'),
  createdAt: time('When it was booked'),
});

const { direction: _, amountFormatted: __, ...storedLine } = lineFields([]);
export const StoredTransfer = Type.Object({ ...storedLine, ...owner, ...accounts });
export type TransferRow = Static<typeof StoredTransfer> & { username: string };

const day = (description: string) => Type.Optional(Type.String({ description, examples: ['2026-11-15'] }));
const ONLY_AFTER = 'Only transfers that come after this one';

export type TransferSchemas = ReturnType<typeof transferSchemas>;

export function transferSchemas(types: readonly string[]) {
  const line = lineFields(types);
  const ledgerLine = { ...line, ...owner, username: string('Present name of the user', 'Ana'), ...accounts };
  const filters = {
    type: Type.Optional(line.type),
    from: day('First day, as YYYY-MM-DD of São Paulo'),
    to: day('Last day, included'),
  };
  return {
    Transfers: listOf(
      record('Transfer', 'A line of the statement', {
        ...line,
        referenceStatus: orNull(
          string('The status', 'COMPLETED'),
          'Present status of that record, if it is a deposit or a withdrawal of money; null otherwise',
          null,
        ),
        ...balanceAfter,
      }),
    ),
    AdminTransfers: listOf(record('LedgerTransfer', 'A line of the ledger', ledgerLine)),
    UserTransfers: listOf(
      record('UserLedgerTransfer', 'A line of the ledger of one user', { ...ledgerLine, ...balanceAfter }),
    ),
    TransfersQuery: walkQuery(ONLY_AFTER, filters),
    LedgerQuery: walkQuery(ONLY_AFTER, { ...filters, userId: Type.Optional(idOf('Only those of this user')) }),
  };
}

/** The ledger has two spellings of reference types and never changes; answers have one. */
export const lineView = (row: TransferRow) => ({
  ...row,
  direction: directionOf(row),
  amountFormatted: formatBrl(row.amountCents),
  referenceType: row.referenceType?.toUpperCase().replaceAll('-', '_') ?? null,
});

/** Money that was set aside is paid out without a change of the balance. */
function directionOf({ debitAccount, creditAccount }: TransferRow): (typeof DIRECTIONS)[number] {
  if (creditAccount === 'USER') return 'CREDIT';
  return debitAccount === 'USER' ? 'DEBIT' : 'NEUTRAL';
}

export const StatementParams = Type.Object({ userId: idOf('Id of the user') });

export interface TransferFilter {
  type: string | undefined;
  from: Day | undefined;
  /** This day is included. */
  to: Day | undefined;
}

type FilterQuery = Pick<Static<TransferSchemas['TransfersQuery']>, 'type' | 'from' | 'to'>;

/** Refuses days that do not exist or end before they begin, with their fields. */
export function filterOf(query: FilterQuery): TransferFilter {
  const faults: FieldFault[] = [];
  const read = (field: 'from' | 'to'): Day | undefined => {
    const text = query[field];
    try {
      return text === undefined ? undefined : parseDay(text);
    } catch {
      faults.push({ field, message: 'must be a day as YYYY-MM-DD' });
      return undefined;
    }
  };
  const from = read('from');
  const to = read('to');
  if (from !== undefined && to !== undefined && from > to)
    faults.push({ field: 'from', message: 'must not be after to' });
  if (faults.length > 0) throw validationFailed(faults);
  return { type: query.type, from, to };
}
