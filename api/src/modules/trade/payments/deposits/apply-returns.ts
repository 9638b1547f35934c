import type { Clock } from '../../../../platform/clock.ts';
import { raiseAlert } from '../../../people/alerts/index.ts';
import type { EventHandler, StoredEvent } from '../inbox/index.ts';
import { findCreditedPayments, insertReturns } from './change-returns.sql.ts';
import { depositReturned, returnOfNoDeposit } from './deposits.alerts.ts';
import type { DepositReturn } from './deposits.types.ts';
import { lockDeposits } from './lock-deposits.ts';

type ToldReturn = DepositReturn & { txid: string | null };

/**
 * Payments that were given back, by the payer's bank or by us, however many: a constant number of statements, beside an alert
 * for each. The balance stays as it is: whether a credit is taken back a person decides. Locks as for payments; so of a
 * payment and its return whoever is second finds the first.
 */
export const applyReturns =
  ({ clock }: { clock: Clock }): EventHandler =>
  async (tx, events) => {
    const told = events.map((event) => returnOf(event, clock.now()));
    const [deposits, credited] = await Promise.all([
      lockDeposits(tx, { txids: [...new Set(told.flatMap(({ txid }) => txid ?? []))] }),
      findCreditedPayments(
        tx,
        told.map(({ endToEndId }) => endToEndId),
      ),
    ]);
    const byTxid = new Map(deposits.map((deposit) => [deposit.txid, deposit]));
    const found = told.map((each) => ({ told: each, deposit: byTxid.get(each.txid ?? '') ?? null }));
    const known = found.flatMap(({ told: each, deposit }) => (deposit ? [{ ...each, depositId: deposit.id }] : []));
    if (known.length > 0) await insertReturns(tx, known, clock.now());
    for (const { told: each, deposit } of found) {
      const isCredited = credited.has(each.endToEndId);
      await raiseAlert(tx, deposit ? depositReturned(deposit, each, isCredited) : returnOfNoDeposit(each));
    }
    const outcomes = found.map(({ deposit }) => (deposit ? 'RECORDED' : 'UNKNOWN_CHARGE'));
    return { outcomes, tell: () => undefined };
  };

function returnOf({ content, saidAt }: StoredEvent, now: Date): ToldReturn {
  return {
    endToEndId: content.endToEndId as string,
    returnId: content.returnId as string,
    txid: content.txid as string | null,
    amountCents: BigInt(content.amountCents as string),
    returnedAt: saidAt ?? now,
  };
}
