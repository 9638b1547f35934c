import type { Tx } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { settleHold } from '../../../assets/wallet/index.ts';
import { updateToEnded } from './change-payouts.sql.ts';
import { PAYOUT_ENTITY, type Payout } from './payouts.types.ts';

export interface Payment {
  paidAt: Date;
  /** Null where the provider paid it. */
  paidBy: Id<'user'> | null;
  endToEndId: string | null;
}

/** The money has left. Of one that is locked, and approved; the account is locked after it, then the hold. */
export async function settlePayout(
  tx: Tx,
  { id, holdId }: Payout,
  { paidAt, paidBy, endToEndId }: Payment,
): Promise<Payout> {
  const [, payout] = await Promise.all([
    settleHold(tx, holdId, { reason: `Saque ${id}`, reference: { type: PAYOUT_ENTITY, id } }),
    updateToEnded(tx, { id, status: 'COMPLETED', endedAt: paidAt, endedBy: paidBy, endToEndId }),
  ]);
  return payout;
}
