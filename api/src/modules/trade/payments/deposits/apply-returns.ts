import type { Tx } from '../../../../platform/database/db.ts';
import type { Applied } from './apply-payments.ts';
import { findCreditedPayments, insertReturns } from './change-returns.sql.ts';
import { depositReturned, returnOfNoDeposit } from './deposits.alerts.ts';
import type { DepositReturn, LockedDeposit } from './deposits.types.ts';

/** Money that the provider says was given back, by the payer's bank or by us. */
export type ToldReturn = DepositReturn & { txid: string | null };

/** Returns of which the deposits are locked. The balance stays as it is: whether a credit is taken back a person decides. */
export async function applyReturns(
  tx: Tx,
  now: Date,
  returns: readonly ToldReturn[],
  deposits: readonly LockedDeposit[],
): Promise<Applied> {
  const byTxid = new Map(deposits.map((deposit) => [deposit.txid, deposit]));
  const found = returns.map((told) => ({ told, deposit: byTxid.get(told.txid ?? '') ?? null }));
  const known = found.flatMap(({ told, deposit }) => (deposit ? [{ ...told, depositId: deposit.id }] : []));
  const [credited] = await Promise.all([
    findCreditedPayments(
      tx,
      returns.map(({ endToEndId }) => endToEndId),
    ),
    known.length > 0 ? insertReturns(tx, known, now) : null,
  ]);
  return {
    outcomes: found.map(({ deposit }) => (deposit ? 'RECORDED' : 'UNKNOWN_CHARGE')),
    alerts: found.map(({ told, deposit }) =>
      deposit ? depositReturned(deposit, told, credited.has(told.endToEndId)) : returnOfNoDeposit(told),
    ),
    tell: () => undefined,
  };
}
