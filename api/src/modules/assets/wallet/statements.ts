import type { Db } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { ListPart } from '../../../platform/lists.ts';
import type { Cents } from '../../../platform/money.ts';
import { userNotFound } from '../../people/users/index.ts';
import {
  countAllTransfers,
  countUserTransfers,
  findBalancesAfter,
  listAllTransfers,
  listUserTransfers,
} from './statements.sql.ts';
import type { TransferFilter, TransferRow } from './wallet.records.ts';

/** Reads the statuses of records of one kind that lines refer to. */
export type ReferenceStatuses = (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

export type StatusesByReference = Readonly<Record<string, ReferenceStatuses>>;

interface ListedTransfers {
  rows: TransferRow[];
  total: number;
}

export async function readBalancesAfter(
  db: Db,
  userId: Id<'user'>,
  rows: readonly TransferRow[],
): Promise<(row: TransferRow) => Cents> {
  const balances = await findBalancesAfter(
    db,
    userId,
    rows.map(({ id }) => id),
  );
  return ({ id }) => balances.get(id) ?? 0n;
}

export async function readStatement(
  db: Db,
  userId: Id<'user'>,
  filter: TransferFilter,
  part: ListPart,
): Promise<ListedTransfers> {
  const [rows, total] = await Promise.all([
    listUserTransfers(db, userId, filter, part),
    countUserTransfers(db, userId, filter),
  ]);
  if (total === null) throw userNotFound();
  return { rows, total };
}

/** Asks once for each kind of record, and returns the status of a line. */
export async function readReferenceStatuses(
  db: Db,
  rows: readonly TransferRow[],
  kept: StatusesByReference,
): Promise<(row: TransferRow) => string | null> {
  const asked = await Promise.all(
    Object.entries(kept).map(async ([type, statusesOf]) => {
      const ids = rows.flatMap((row) => (row.referenceType === type && row.referenceId ? [row.referenceId] : []));
      return [type, ids.length === 0 ? new Map<string, string>() : await statusesOf(db, [...new Set(ids)])] as const;
    }),
  );
  const statuses = new Map(asked);
  return ({ referenceType, referenceId }) => statuses.get(referenceType ?? '')?.get(referenceId ?? '') ?? null;
}

/** The ledger of an unknown user is empty. */
export async function readLedger(
  db: Db,
  userId: Id<'user'> | undefined,
  filter: TransferFilter,
  part: ListPart,
): Promise<ListedTransfers> {
  const [rows, total] = await Promise.all([
    userId === undefined ? listAllTransfers(db, filter, part) : listUserTransfers(db, userId, filter, part),
    userId === undefined ? countAllTransfers(db, filter) : countUserTransfers(db, userId, filter),
  ]);
  return { rows, total: total ?? 0 };
}
