import { type Static, Type } from 'typebox';
import { type Day, parseDay } from '../../../../platform/days.ts';
import type { FieldFault } from '../../../../platform/errors.ts';
import { listOf, walkQuery } from '../../../../platform/lists.ts';
import { formatBrl } from '../../../../platform/money.ts';
import { centsOf, idOf, moneyText, timeOf } from '../../../../platform/schemas.ts';
import { invalidDays } from '../wallet.errors.ts';
import { DIRECTIONS, type Direction, directionOf } from '../wallet.rules.ts';
import type { LedgerAccount } from '../wallet.types.ts';
import type { TransferFilter, TransferRow } from './transfers.sql.ts';

const oneOf = <Value extends string>(title: string, values: readonly Value[], description: string) =>
  Type.Unsafe<Value>({ title, type: 'string', enum: [...values], description });

const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const Account = oneOf<LedgerAccount>(
  'LedgerAccount',
  ['USER', 'SYSTEM', 'HELD', 'DEBT'],
  "USER is the user's balance, HELD what is set aside of it, DEBT what the user owes, SYSTEM the house",
);

const transferFields = {
  direction: oneOf<Direction>(
    'TransferDirection',
    DIRECTIONS,
    'Into or out of the balance; neutral where money that was set aside is paid out, or something is owed, and the balance stays',
  ),
  amountCents: centsOf('How much moved, in BRL cents; never below zero'),
  amountFormatted: moneyText('The amount, for a person'),
  reason: Type.String({ description: 'Why, for a person', examples: ['Sold item: AK-47 | Redline (Field-Tested)'] }),
  referenceType: orNull(
    'The kind of record that caused it, in capitals: CASE, BATTLE, DEPOSIT, MONEY_WITHDRAWAL and so on',
  ),
  referenceId: orNull('Which record of that kind'),
  createdAt: timeOf('When it was booked'),
};

const balanceAfter = { balanceAfterCents: centsOf('Balance after this line, in BRL cents') };
const ownFields = {
  referenceStatus: orNull('Present status of that record, if it is a deposit or a withdrawal of money; null otherwise'),
  ...balanceAfter,
};
const ledgerFields = {
  userId: idOf('Id of the owner'),
  username: Type.String({ description: 'Present name of the user' }),
  debitAccount: { ...Account, description: 'Account that the money came from' },
  creditAccount: { ...Account, description: 'Account that the money went to' },
};

const exampleTransfer = {
  id: '90210',
  type: 'ITEM_SALE',
  direction: 'CREDIT',
  amountCents: '1234',
  amountFormatted: 'R$ 12,34',
  reason: 'Sold item: AK-47 | Redline (Field-Tested)',
  referenceType: 'SALE',
  referenceId: '501',
  createdAt: '2026-11-15T12:00:00.000Z',
};
const exampleLedgerLine = {
  ...exampleTransfer,
  userId: '1',
  username: 'Ana',
  debitAccount: 'SYSTEM',
  creditAccount: 'USER',
};
const exampleMeta = { page: 1, limit: 20, total: 1 };

const day = (description: string) => Type.Optional(Type.String({ description, examples: ['2026-11-15'] }));
const ONLY_AFTER = 'Only transfers that come after this one';

export type TransferSchemas = ReturnType<typeof transferSchemas>;

/** Of a platform whose transfers have these types. */
export function transferSchemas(types: readonly string[]) {
  const type = oneOf('TransferType', types, 'Reason of the transfer');
  const lineFields = { id: idOf('Id of the line'), type, ...transferFields };
  const filters = {
    type: Type.Optional(type),
    from: day('First day, as YYYY-MM-DD of São Paulo'),
    to: day('Last day, included'),
  };
  const Line = Type.Object(
    { ...lineFields, ...ownFields },
    { title: 'Transfer', description: 'A line of the statement' },
  );
  const LedgerLine = Type.Object(
    { ...lineFields, ...ledgerFields },
    { title: 'LedgerTransfer', description: 'A line of the ledger' },
  );
  const UserLine = Type.Object(
    { ...lineFields, ...ledgerFields, ...balanceAfter },
    { title: 'UserLedgerTransfer', description: 'A line of the ledger of one user' },
  );
  return {
    Transfers: listOf(Line, {
      examples: [
        { data: [{ ...exampleTransfer, referenceStatus: null, balanceAfterCents: '51234' }], meta: exampleMeta },
      ],
    }),
    AdminTransfers: listOf(LedgerLine, { examples: [{ data: [exampleLedgerLine], meta: exampleMeta }] }),
    UserTransfers: listOf(UserLine, {
      examples: [{ data: [{ ...exampleLedgerLine, balanceAfterCents: '51234' }], meta: exampleMeta }],
    }),
    TransfersQuery: walkQuery(ONLY_AFTER, filters),
    LedgerQuery: walkQuery(ONLY_AFTER, { ...filters, userId: Type.Optional(idOf('Only those of this user')) }),
  };
}

type LineView = Static<TransferSchemas['Transfers']>['data'][number];
type LedgerLineView = Static<TransferSchemas['AdminTransfers']>['data'][number];

export const transferView = (
  row: TransferRow,
  referenceStatus: string | null,
  balanceAfterCents: string,
): LineView => ({
  ...lineView(row),
  referenceStatus,
  balanceAfterCents,
});

/** The books have two spellings and are never changed; answers have one. */
const spelled = (referenceType: string): string => referenceType.toUpperCase().replaceAll('-', '_');

function lineView(row: TransferRow): Omit<LineView, 'referenceStatus' | 'balanceAfterCents'> {
  const { id, type, debitAccount, creditAccount, amountCents, reason, referenceType, referenceId, createdAt } = row;
  return {
    id,
    type,
    direction: directionOf(debitAccount, creditAccount),
    amountCents: amountCents.toString(),
    amountFormatted: formatBrl(amountCents),
    reason,
    referenceType: referenceType && spelled(referenceType),
    referenceId,
    createdAt: createdAt.toISOString(),
  };
}

export function adminTransferView(row: TransferRow): LedgerLineView {
  const { userId, username, debitAccount, creditAccount } = row;
  return { ...lineView(row), userId, username, debitAccount, creditAccount };
}

export const StatementParams = Type.Object({ userId: idOf('Id of the user') });

/** What a query asks for. Days that do not exist or end before they begin are refused with their fields. */
export function filterOf(
  query: Pick<Static<TransferSchemas['TransfersQuery']>, 'type' | 'from' | 'to'>,
): TransferFilter {
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
  if (faults.length > 0) throw invalidDays(faults);
  return { type: query.type, from, to };
}
