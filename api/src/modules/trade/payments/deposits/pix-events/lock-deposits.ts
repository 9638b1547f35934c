import type { Tx } from '../../../../../platform/database/db.ts';
import type { Id } from '../../../../../platform/ids.ts';
import { lockAccounts } from '../../../../assets/wallet/index.ts';
import { bearersOf } from '../../../../people/person-facts/index.ts';
import { type DepositNames, lockDepositRows, readLockedDeposits } from '../change-deposits.sql.ts';
import type { LockedDeposit } from '../deposits.types.ts';
import { listOwers } from './change-returns.sql.ts';

/**
 * Locked until the end of `tx` in the order of their ids, after the events and before the accounts of their users, which
 * nobody closes meanwhile. What is known of their payments is read after it: a statement sees what was committed when it began,
 * and these may have waited.
 */
export async function lockDeposits(tx: Tx, which: DepositNames): Promise<LockedDeposit[]> {
  const locked = await lockDepositRows(tx, which);
  const owners = locked.map(({ userId }) => userId);
  const others = await listOtherOwers(
    tx,
    locked.filter(({ isOfClosed }) => isOfClosed),
  );
  const userIds = [...new Set([...owners, ...others])];
  const [, deposits] = await Promise.all([lockAccounts(tx, userIds), readLockedDeposits(tx, which)]);
  return deposits;
}

/** Those who owe, or would owe, for deposits of closed accounts: who has come back with another. */
async function listOtherOwers(
  tx: Tx,
  closed: readonly { id: Id<'deposit'>; userId: Id<'user'> }[],
): Promise<Id<'user'>[]> {
  if (closed.length === 0) return [];
  const [owers, bearers] = await Promise.all([
    listOwers(
      tx,
      closed.map(({ id }) => id),
    ),
    bearersOf(
      tx,
      closed.map(({ userId }) => userId),
    ),
  ]);
  return [...owers, ...bearers.values()];
}
