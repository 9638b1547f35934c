import type { Tx } from '../../../../platform/database/db.ts';
import { moveItems } from '../../../assets/inventory/index.ts';
import { creditBalances, lockAccount } from '../../../assets/wallet/index.ts';
import { type FollowedTrade, RETURN_REFERENCE, type SwapReturn } from './deliveries.types.ts';
import { insertReturn } from './trades.sql.ts';

/**
 * What the user got leaves their inventory, as what is given in a swap does, and what it has cost them is on their balance;
 * gives that. Null, and nothing has changed, where they do not have it or it is not AVAILABLE. The row of the trade is locked
 * by the caller; the account and the item come after it.
 */
export async function takeBack(
  tx: Tx,
  { id, userId, receivedId, targetName, costCents }: FollowedTrade,
  { decision, at }: Pick<SwapReturn, 'decision' | 'at'>,
): Promise<{ balanceCents: bigint } | null> {
  const ids = [receivedId];
  const [, heldIds] = await Promise.all([
    lockAccount(tx, userId),
    moveItems(tx, { ids, userId, from: 'AVAILABLE', to: 'IN_SWAP' }),
  ]);
  if (heldIds.length === 0) return null;
  const [, { balances }] = await Promise.all([
    moveItems(tx, { ids, userId, from: 'IN_SWAP', to: 'SOLD' }),
    creditBalances(tx, [
      {
        userId,
        amountCents: costCents,
        type: 'SWAP_CHANGE',
        reason: `Troca desfeita: ${targetName}`,
        reference: { type: RETURN_REFERENCE, id },
      },
    ]),
    insertReturn(tx, { id, resolution: 'TAKEN_BACK', refundCents: costCents, decision, at }),
  ]);
  return { balanceCents: balances.get(userId) ?? 0n };
}
