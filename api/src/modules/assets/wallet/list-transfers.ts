import type { Db } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { ListPart } from '../../../platform/lists.ts';
import { userNotFound } from '../../people/users/index.ts';
import {
  countAllTransfers,
  countUserTransfers,
  listAllTransfers,
  listUserTransfers,
  type TransferFilter,
  type TransferRow,
} from './transfers.sql.ts';

interface ListedTransfers {
  rows: TransferRow[];
  total: number;
}

/** One user's statement. 404 for an unknown user. */
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

/** The ledger of everybody or of one user; that of an unknown user is empty. */
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
