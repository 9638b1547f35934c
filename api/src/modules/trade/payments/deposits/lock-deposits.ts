import type { Tx } from '../../../../platform/database/db.ts';
import { lockAccounts } from '../../../assets/wallet/index.ts';
import { type DepositNames, lockDepositRows, readLockedDeposits } from './change-deposits.sql.ts';
import type { LockedDeposit } from './deposits.types.ts';

/**
 * Locked until the end of `tx` in the order of their ids, after the events and before the accounts of their users, which
 * nobody closes meanwhile. What is known of their payments is read after it: a statement sees what was committed when it began,
 * and these may have waited.
 */
export async function lockDeposits(tx: Tx, which: DepositNames): Promise<LockedDeposit[]> {
  const owners = (await lockDepositRows(tx, which)).map(({ userId }) => userId);
  const [, deposits] = await Promise.all([lockAccounts(tx, [...new Set(owners)]), readLockedDeposits(tx, which)]);
  return deposits;
}
