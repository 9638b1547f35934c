import type { Tx } from '../../../../platform/database/db.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Push } from '../../../../platform/realtime/events.ts';
import { notifyBalance, releaseHold } from '../../../assets/wallet/index.ts';
import { type PayoutEnd, updateToEnded } from './change-payouts.sql.ts';
import { PAYOUT_ENTITY, type Payout } from './payouts.types.ts';

/** A withdrawal that ended without being paid, and what its owner can spend now. */
export interface ReturnedPayout {
  payout: Payout;
  balanceCents: Cents;
}

const WHY = {
  REJECTED: 'recusado',
  EXPIRED: 'não confirmado a tempo',
  CANCELLED: 'cancelado',
} as const;

type Return = Omit<PayoutEnd, 'id' | 'endToEndId'> & { status: keyof typeof WHY };

/** Of one that is locked, and open. The account is locked after it, then the hold. */
export async function returnMoney(tx: Tx, { id, holdId }: Payout, end: Return): Promise<ReturnedPayout> {
  const reason = `Saque ${id} ${WHY[end.status]}`;
  const [{ balanceCents }, payout] = await Promise.all([
    releaseHold(tx, holdId, { reason, reference: { type: PAYOUT_ENTITY, id } }),
    updateToEnded(tx, { id, ...end }),
  ]);
  return { payout, balanceCents };
}

/** After the commit. */
export function notifyReturned(push: Pick<Push, 'toUser'>, { payout, balanceCents }: ReturnedPayout): void {
  notifyBalance(push, payout.userId, balanceCents);
}
