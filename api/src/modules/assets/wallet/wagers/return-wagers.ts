import { strict as assert } from 'node:assert';
import type { Tx } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import { postEntries } from '../post-transfers.ts';
import type { PostedTransfers, TransferReference } from '../wallet.types.ts';
import { uncountWagers } from './return-wagers.sql.ts';

/** Money that a game pays a user. */
export interface GameCredit {
  userId: Id<'user'>;
  amountCents: Cents;
  /** One of the game's own. */
  type: string;
  /** 1 to 500 characters, shown to the user. */
  reason: string;
  reference: TransferReference;
}

/** A stake from the balance that is given back whole, because what it was paid for is not played. */
export interface ReturnedWager extends GameCredit {
  /** What of it was counted as wagered on rolls, and is so no longer. */
  wageredCents: Cents;
}

/** Gives stakes back, each user's at most once: they no longer count as wagered. Their nonces stay taken. */
export async function returnWagers(tx: Tx, returned: readonly ReturnedWager[]): Promise<PostedTransfers> {
  assert(new Set(returned.map(({ userId }) => userId)).size === returned.length, 'a user is paid back twice at once');
  const posted = await creditWinnings(tx, returned);
  // The accounts are locked by now.
  const wagered = returned.filter(({ wageredCents }) => wageredCents > 0n);
  if (wagered.length > 0) await uncountWagers(tx, wagered);
  return posted;
}

/** Pays what was won in money: one statement however many there are. */
export const creditWinnings = (tx: Tx, credits: readonly GameCredit[]): Promise<PostedTransfers> =>
  postEntries(
    tx,
    credits.map(({ userId, amountCents, type, reason, reference }) => ({
      userId,
      amountCents,
      type,
      reason,
      reference,
      debitAccount: 'SYSTEM',
      creditAccount: 'USER',
    })),
  );
