import type { Db, Tx } from '../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../platform/database/idempotency.ts';
import type { Id } from '../../../platform/ids.ts';
import { type Cents, formatBrl } from '../../../platform/money.ts';
import type { Push } from '../../../platform/realtime/events.ts';
import { recordAudit } from '../../people/audit/index.ts';
import { lockAccount, postTransfers, readPlayGuard } from './ledger.ts';
import { notifyBalance } from './wallet.messages.ts';
import { type AdjustedBalance, adjustmentOfClosed, invalidAdjustment, isTransferAmount } from './wallet.records.ts';

interface AdjustBalance {
  userId: Id<'user'>;
  /** Below zero takes from the balance. */
  changeCents: Cents;
  reason: string;
  /** Null is the platform itself. */
  actorId: Id<'user'> | null;
  ip: string | null;
  /** Throws if the actor may not adjust it. It runs in the transaction of the change, under the lock of the account. */
  authorise?: (tx: Tx) => Promise<unknown>;
}

export async function adjustBalance(
  deps: { db: Db; push: Pick<Push, 'toUser'> },
  command: AdjustBalance,
  once: Once<AdjustedBalance> | null,
): Promise<AdjustedBalance> {
  const { userId, changeCents, reason, actorId, ip } = command;
  const isCredit = changeCents > 0n;
  const amountCents = isCredit ? changeCents : -changeCents;
  if (!isTransferAmount(amountCents)) throw invalidAdjustment();
  const adjusted = await writeOnce(deps.db, once, async (tx) => {
    if (command.authorise !== undefined) {
      await lockAccount(tx, userId);
      await command.authorise(tx);
    }
    const { transferIds, balances } = await postTransfers(tx, [
      { userId, direction: isCredit ? 'CREDIT' : 'DEBIT', amountCents, type: 'ADMIN_ADJUSTMENT', reason },
    ]);
    // The account is locked by now, so it is closed before or after this.
    if ((await readPlayGuard(tx, userId)).bar?.kind === 'CLOSED') throw adjustmentOfClosed();
    const balanceCents = balances.get(userId) as Cents;
    const transferId = transferIds[0] as Id<'transfer'>;
    const entity = { type: 'user', id: userId };
    const metadata = { amountCents: changeCents, balanceCents, reason, transferId };
    await recordAudit(tx, [{ action: 'BALANCE_ADJUSTED', userId, actorId, entity, metadata, ip }]);
    return { userId, balanceCents, balanceFormatted: formatBrl(balanceCents), transferId };
  });
  notifyBalance(deps.push, userId, adjusted.balanceCents);
  return adjusted;
}
