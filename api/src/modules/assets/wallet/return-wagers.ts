import { strict as assert } from 'node:assert';
import type { Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import { postTransfers } from './post-transfers.ts';
import { uncountWagers } from './return-wagers.sql.ts';
import type { PostedTransfers, TransferReference } from './wallet.types.ts';

/** A stake from the balance that is given back whole, because what it was paid for is not played. */
export interface ReturnedWager {
  userId: Id<'user'>;
  amountCents: Cents;
  type: 'BATTLE_REFUND';
  /** 1 to 500 characters, shown to the user. */
  reason: string;
  reference: TransferReference;
}

/** Gives stakes back, each user's at most once: they no longer count as wagered. Their nonces stay taken. */
export async function returnWagers(tx: Tx, returned: readonly ReturnedWager[]): Promise<PostedTransfers> {
  assert(new Set(returned.map(({ userId }) => userId)).size === returned.length, 'a user is paid back twice at once');
  const posted = await postTransfers(
    tx,
    returned.map((wager) => ({ ...wager, direction: 'CREDIT' as const })),
  );
  // The accounts are locked by now.
  await uncountWagers(tx, returned);
  return posted;
}
