import type { Tx } from '../../../../platform/database/db.ts';
import { raiseAlert } from '../../../people/alerts/index.ts';
import { type EventHandler, PIX_RETURN, type StoredEvent } from '../inbox/inbox.records.ts';
import { findPaidTxids } from '../inbox/inbox.sql.ts';
import { type ApplyDeps, applyPayments, lockDeposits, type ReportedPayment } from './apply-payments.ts';
import { applyReturns, type ReportedReturn } from './apply-returns.ts';
import type { ReturnStatus } from './deposits.records.ts';

const isReturn = ({ kind }: StoredEvent) => kind === PIX_RETURN;

/**
 * Uses a constant number of statements, beside the alerts. Events are locked first, then their deposits and accounts,
 * each by id, so of a payment and its return the second sees the first. Raising alerts comes last, because it may wait.
 */
export const applyPixEvents =
  (deps: ApplyDeps): EventHandler =>
  async (tx, events) => {
    const now = deps.clock.now();
    const payments = events.filter((event) => !isReturn(event)).map((event) => paymentOf(event, now));
    const returns = await withTxids(
      tx,
      events.filter(isReturn).map((event) => returnOf(event, now)),
    );
    const txids = [...new Set([...payments, ...returns].flatMap(({ txid }) => txid ?? []))];
    const deposits = await lockDeposits(tx, { txids });
    const ofPayments = await applyPayments(tx, deps, payments, deposits);
    const ofReturns = await applyReturns(tx, deps, returns);
    for (const alert of [...ofReturns.alerts, ...ofPayments.alerts]) await raiseAlert(tx, alert);
    const outcomes = inOrderOf(events, ofPayments.outcomes, ofReturns.outcomes);
    return {
      outcomes,
      notify: () => {
        ofPayments.notify();
        ofReturns.notify();
      },
    };
  };

function inOrderOf(
  events: readonly StoredEvent[],
  ofPayments: readonly string[],
  ofReturns: readonly string[],
): string[] {
  const [payments, returns] = [ofPayments.values(), ofReturns.values()];
  return events.map((event) => (isReturn(event) ? returns : payments).next().value as string);
}

/** A return belongs to the charge of its payment, whether it names one or not. */
async function withTxids(tx: Tx, returns: readonly ReportedReturn[]): Promise<ReportedReturn[]> {
  if (returns.length === 0) return [];
  const paidTxids = await findPaidTxids(
    tx,
    returns.map(({ endToEndId }) => endToEndId),
  );
  return returns.map((reported) => ({ ...reported, txid: paidTxids.get(reported.endToEndId) ?? reported.txid }));
}

const saidOf = ({ content }: StoredEvent) => ({
  endToEndId: content.endToEndId as string,
  txid: content.txid as string | null,
  amountCents: BigInt(content.amountCents as string),
});

const paymentOf = (event: StoredEvent, now: Date): ReportedPayment => ({
  ...saidOf(event),
  foreignCurrency: event.content.foreignCurrency ?? null,
  paidAt: event.saidAt ?? now,
});

const returnOf = (event: StoredEvent, now: Date): ReportedReturn => ({
  ...saidOf(event),
  returnId: event.content.returnId as string,
  status: (event.content.status as ReturnStatus | undefined) ?? 'DONE',
  returnedAt: event.saidAt ?? now,
});
