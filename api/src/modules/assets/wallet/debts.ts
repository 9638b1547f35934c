import type { Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import { postEntries } from './post-transfers.ts';
import type { LedgerEntry, PostedTransfers, TransferReference } from './wallet.types.ts';

/** Money that a user was credited for and that went back to who had paid it, or did not after all. */
export interface DebtChange {
  userId: Id<'user'>;
  /** What is owed more; below zero, what is no longer owed. Not zero. */
  changeCents: Cents;
  /** 1 to 500 characters, shown to the user. */
  reason: string;
  reference: TransferReference;
}

/**
 * What is owed is taken from the balance as far as that has it, in the same statement; the rest is paid by the next credits,
 * whatever they are. What is no longer owed comes back as far as it was paid.
 */
export function changeDebts(tx: Tx, changes: readonly DebtChange[]): Promise<PostedTransfers> {
  return postEntries(tx, changes.map(entryOf));
}

function entryOf({ changeCents, ...rest }: DebtChange): LedgerEntry {
  return changeCents > 0n
    ? { ...rest, amountCents: changeCents, debitAccount: 'DEBT', creditAccount: 'SYSTEM', type: 'DEPOSIT_RETURN' }
    : {
        ...rest,
        amountCents: -changeCents,
        debitAccount: 'SYSTEM',
        creditAccount: 'DEBT',
        type: 'DEPOSIT_RETURN_UNDONE',
      };
}
