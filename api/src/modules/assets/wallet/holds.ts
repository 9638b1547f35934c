import type { Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { endHold, insertHold } from './ledger.sql.ts';
import { postEntries } from './post-transfers.ts';
import { holdEnded, holdNotFound } from './wallet.errors.ts';
import type { LedgerEntry, TransferReference } from './wallet.types.ts';

/** Why money moves into or out of a hold, for the user's statement. */
interface HoldCause {
  reason: string;
  reference: TransferReference;
}

export interface NewHold extends HoldCause {
  userId: Id<'user'>;
  amountCents: bigint;
}

/** Where the money of an ended hold is now. */
export interface HoldOutcome {
  userId: Id<'user'>;
  amountCents: bigint;
  /** The user's, after it. */
  balanceCents: bigint;
  transferId: Id<'transfer'>;
}

/** Sets money of the balance aside, to be settled or released once. 400 where the balance is too low. */
export async function holdBalance(tx: Tx, { userId, amountCents, ...cause }: NewHold): Promise<Id<'hold'>> {
  await postEntries(tx, [
    { userId, amountCents, ...cause, debitAccount: 'USER', creditAccount: 'HELD', type: 'WITHDRAWAL_HOLD' },
  ]);
  return insertHold(tx, userId, amountCents);
}

/** The money has left the platform. 409 where the hold has ended before. */
export const settleHold = (tx: Tx, holdId: Id<'hold'>, cause: HoldCause): Promise<HoldOutcome> =>
  endWith(tx, holdId, 'SETTLED', { ...cause, debitAccount: 'HELD', creditAccount: 'SYSTEM', type: 'WITHDRAWAL' });

/** The money is the user's to spend again. 409 where the hold has ended before. */
export const releaseHold = (tx: Tx, holdId: Id<'hold'>, cause: HoldCause): Promise<HoldOutcome> =>
  endWith(tx, holdId, 'RELEASED', {
    ...cause,
    debitAccount: 'HELD',
    creditAccount: 'USER',
    type: 'WITHDRAWAL_RELEASE',
  });

async function endWith(
  tx: Tx,
  holdId: Id<'hold'>,
  status: 'SETTLED' | 'RELEASED',
  entry: Omit<LedgerEntry, 'userId' | 'amountCents'>,
): Promise<HoldOutcome> {
  const hold = await endHold(tx, holdId, status);
  if (hold === null) throw holdNotFound();
  if (!hold.ended) throw holdEnded();
  const { userId } = hold;
  const amountCents = hold.amountCents;
  const { transferIds, balances } = await postEntries(tx, [{ ...entry, userId, amountCents }]);
  return {
    userId,
    amountCents,
    balanceCents: balances.get(userId) as bigint,
    transferId: transferIds[0] as Id<'transfer'>,
  };
}
