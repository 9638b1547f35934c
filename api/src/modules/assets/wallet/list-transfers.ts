import type { Db } from '../../../platform/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { userNotFound } from '../../people/users/index.ts';
import {
  countTransfersUpTo,
  countUserTransfers,
  listAllTransfers,
  listUserTransfers,
  type TransferFilter,
  type TransferPage,
  type TransferRow,
} from './transfers.sql.ts';

/** Where the count of a list over the whole ledger ends. */
export const MOST_COUNTED = 10_001;

interface ListedTransfers {
  rows: TransferRow[];
  total: number;
}

/** One user's statement, with an exact total. 404 for an unknown user. */
export async function readStatement(
  db: Db,
  userId: Id<'user'>,
  filter: TransferFilter,
  page: TransferPage,
): Promise<ListedTransfers> {
  const [rows, total] = await Promise.all([
    listUserTransfers(db, userId, filter, page),
    countUserTransfers(db, userId, filter),
  ]);
  if (total === null) throw userNotFound();
  return { rows, total };
}

/** The ledger of everybody or of one user, with a total of at most `MOST_COUNTED`. */
export async function readLedger(
  db: Db,
  userId: Id<'user'> | undefined,
  filter: TransferFilter,
  page: TransferPage,
): Promise<ListedTransfers> {
  const [rows, total] = await Promise.all([
    userId === undefined ? listAllTransfers(db, filter, page) : listUserTransfers(db, userId, filter, page),
    countTransfersUpTo(db, userId, filter, MOST_COUNTED),
  ]);
  return { rows, total };
}
