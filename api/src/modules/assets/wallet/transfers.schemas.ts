import { type Static, Type } from 'typebox';
import { type Day, dayEnd, dayStart, parseDay } from '../../../platform/days.ts';
import type { FieldFault } from '../../../platform/errors.ts';
import { toId } from '../../../platform/ids.ts';
import { formatBrl } from '../../../platform/money.ts';
import { CentsText, IdText, listOf, pageOf, pageQuery, Timestamp } from '../../../platform/schemas.ts';
import type { TransferFilter, TransferPage, TransferRow } from './transfers.sql.ts';
import { invalidDays } from './wallet.errors.ts';
import { DIRECTIONS, type Direction, directionOf } from './wallet.rules.ts';
import { type LedgerAccount, TRANSFER_TYPES, type TransferType } from './wallet.types.ts';

const oneOf = <Value extends string>(values: readonly Value[], description: string) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], description });

const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const TypeOfTransfer = oneOf<TransferType>(TRANSFER_TYPES, 'What the money moved for');
const Account = oneOf<LedgerAccount>(
  ['USER', 'SYSTEM', 'HELD'],
  "USER is the user's balance, HELD what is set aside of it, SYSTEM the house",
);

const transferFields = {
  id: IdText,
  type: TypeOfTransfer,
  direction: oneOf<Direction>(
    DIRECTIONS,
    'Into or out of the balance; neutral where money that was set aside is paid out and the balance stays',
  ),
  amountCents: CentsText,
  amountFormatted: Type.String({ description: 'For a person', examples: ['R$ 12,34'] }),
  reason: Type.String({ examples: ['Sold item: AK-47 | Redline (Field-Tested)'] }),
  referenceType: orNull('The kind of record that caused it'),
  referenceId: orNull('Which record of that kind'),
  createdAt: Timestamp,
};

const TransferView = Type.Object(transferFields);
const AdminTransferView = Type.Object({
  ...transferFields,
  userId: IdText,
  username: Type.String(),
  debitAccount: Account,
  creditAccount: Account,
});

const exampleTransfer = {
  id: '90210',
  type: 'ITEM_SALE',
  direction: 'CREDIT',
  amountCents: '1234',
  amountFormatted: 'R$ 12,34',
  reason: 'Sold item: AK-47 | Redline (Field-Tested)',
  referenceType: 'inventory-item',
  referenceId: '501',
  createdAt: '2026-11-15T12:00:00.000Z',
};
const exampleAdminTransfer = {
  ...exampleTransfer,
  userId: '42',
  username: 'Ana',
  debitAccount: 'SYSTEM',
  creditAccount: 'USER',
};
const exampleMeta = { page: 1, limit: 20, total: 1 };

export const Transfers = Type.Object(listOf(TransferView).properties, {
  examples: [{ data: [exampleTransfer], meta: exampleMeta }],
});
export const AdminTransfers = Type.Object(listOf(AdminTransferView).properties, {
  examples: [{ data: [exampleAdminTransfer], meta: exampleMeta }],
});

export function transferView(row: TransferRow): Static<typeof TransferView> {
  const { id, type, debitAccount, creditAccount, amountCents, reason, referenceType, referenceId, createdAt } = row;
  return {
    id,
    type,
    direction: directionOf(debitAccount, creditAccount),
    amountCents,
    amountFormatted: formatBrl(BigInt(amountCents)),
    reason,
    referenceType,
    referenceId,
    createdAt: createdAt.toISOString(),
  };
}

export function adminTransferView(row: TransferRow): Static<typeof AdminTransferView> {
  const { userId, username, debitAccount, creditAccount } = row;
  return { ...transferView(row), userId, username, debitAccount, creditAccount };
}

const day = (description: string) => Type.Optional(Type.String({ description, examples: ['2026-11-15'] }));
const filterProperties = {
  type: Type.Optional(TypeOfTransfer),
  from: day('First day, as YYYY-MM-DD of São Paulo'),
  to: day('Last day, included'),
  before: Type.Optional({
    ...IdText,
    description:
      'Only what comes after this transfer in the list: the fast way through a long one. Pages count from it',
  }),
};

export const TransfersQuery = pageQuery(filterProperties);
export const LedgerQuery = pageQuery({ ...filterProperties, userId: Type.Optional(IdText) });
export const StatementParams = Type.Object({ userId: IdText });

/** What a query asks for. Days that do not exist or end before they begin are refused with their fields. */
export function filterOf(query: Pick<Static<typeof TransfersQuery>, 'type' | 'from' | 'to'>): TransferFilter {
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
  return { type: query.type, start: from && dayStart(from), end: to && dayEnd(to) };
}

export function transferPageOf(query: Pick<Static<typeof TransfersQuery>, 'page' | 'limit' | 'before'>): TransferPage {
  return { ...pageOf(query), before: query.before === undefined ? undefined : toId(query.before) };
}
