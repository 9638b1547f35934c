import type { Tx } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { TakeOver } from '../../../../platform/personal-data/person-facts.ts';
import { changeDebts, type DebtChange, notifyBalance } from '../../../assets/wallet/index.ts';
import { raiseAlert, resolveAlert } from '../../../people/alerts/index.ts';
import { bearersOf, forgetReason, keepKnown } from '../../../people/person-facts/index.ts';
import { type EventHandler, PIX_RETURN, type StoredEvent } from '../inbox/inbox.records.ts';
import { findPaidTxids } from '../inbox/inbox.sql.ts';
import { type Applied, type ApplyDeps, applyPayments, lockDeposits, type ReportedPayment } from './apply-payments.ts';
import {
  depositGoneBack,
  depositReturned,
  depositStays,
  returnContradicted,
  returnedCause,
  returnOfNoDeposit,
} from './deposits.messages.ts';
import {
  type DepositReturn,
  type LockedDeposit,
  nameOfReturn,
  RETURN_REFERENCE,
  type ReturnStatus,
  type StoredReturn,
} from './deposits.records.ts';
import { judgeReturn, owedFor, type ReturnOutcome } from './deposits.rules.ts';
import { readLockedDeposits } from './deposits.sql.ts';
import {
  type ClosedDebt,
  findCreditedPayments,
  listReturns,
  moveDebts,
  type Watch,
  writeReturns,
} from './returns.sql.ts';

type ReportedReturn = DepositReturn & { txid: string | null };

interface JudgedReturn {
  reported: ReportedReturn;
  deposit: LockedDeposit | null;
  outcome: ReturnOutcome | 'UNKNOWN_CHARGE';
  /** A negative change is a debt that ends. */
  changeCents: Cents;
  /** Set if the account is closed. */
  owedBy: Id<'user'> | null;
}

/**
 * Credited money is taken from the balance, and the user owes the rest. A closed account owes until its person comes
 * back, who then owes it. The number of statements is constant.
 */
async function applyReturns(tx: Tx, deps: ApplyDeps, returns: readonly ReportedReturn[]): Promise<Applied> {
  if (returns.length === 0) return { outcomes: [], alerts: [], notify: () => undefined };
  // The payments just applied may have changed them.
  const txids = [...new Set(returns.flatMap(({ txid }) => txid ?? []))];
  const endToEndIds = returns.map(({ endToEndId }) => endToEndId);
  const [deposits, credited] = await Promise.all([
    readLockedDeposits(tx, { txids }),
    findCreditedPayments(tx, endToEndIds),
  ]);
  const closedIds = deposits.filter(({ isOfClosed }) => isOfClosed).map(({ userId }) => userId);
  const [known, bearers] = await Promise.all([
    listReturns(tx, { endToEndIds, depositIds: deposits.map(({ id }) => id) }),
    closedIds.length === 0 ? new Map() : bearersOf(tx, closedIds),
  ]);
  const { judged, changed, stored } = judgeAll(returns, { deposits, credited, known, bearers });
  const [posted] = await Promise.all([
    changeDebts(tx, judged.flatMap(debtChangeOf)),
    writeReturns(tx, changed, watchOf(deposits, stored), deps.clock.now()),
  ]);
  for (const { reported, outcome } of judged) {
    if (outcome === 'RECORDED' && reported.status === 'FAILED') await resolveAlert(tx, returnedCause(reported));
  }
  await keepDebtorsKnown(tx, closedIds, posted.debts);
  return {
    outcomes: judged.map(({ outcome }) => outcome),
    alerts: judged.flatMap((each) => alertsOf(each, posted.debts)),
    notify: () => {
      for (const [userId, balanceCents] of posted.balances) notifyBalance(deps.push, userId, balanceCents);
      for (const each of judged) notifyOwner(deps, each);
    },
  };
}

/** The person of a closed account stays known while it owes. */
async function keepDebtorsKnown(
  tx: Tx,
  closedIds: readonly Id<'user'>[],
  debts: ReadonlyMap<Id<'user'>, Cents>,
): Promise<void> {
  for (const closedId of closedIds) {
    const debtCents = debts.get(closedId);
    if (debtCents === undefined) continue;
    if (debtCents > 0n) await keepKnown(tx, closedId, 'debt');
    else await forgetReason(tx, closedId, 'debt');
  }
}

interface Ground {
  deposits: readonly LockedDeposit[];
  credited: ReadonlySet<string>;
  known: readonly StoredReturn[];
  /** The present account of the person, by closed account. */
  bearers: ReadonlyMap<Id<'user'>, Id<'user'>>;
}

/** Each return sees the effect of those before it. */
function judgeAll(returns: readonly ReportedReturn[], { deposits, credited, known, bearers }: Ground) {
  const byTxid = new Map(deposits.map((deposit) => [deposit.txid, deposit]));
  const stored = new Map(known.map((each) => [nameOfReturn(each), each]));
  const changed = new Map<string, StoredReturn>();
  const judged = returns.map((reported): JudgedReturn => {
    const deposit = byTxid.get(reported.txid ?? '') ?? null;
    if (deposit === null) return { reported, deposit, outcome: 'UNKNOWN_CHARGE', changeCents: 0n, owedBy: null };
    const before = stored.get(nameOfReturn(reported)) ?? null;
    const isOfAnother = before !== null && before.depositId !== deposit.id;
    const outcome = isOfAnother ? 'CONTRADICTED' : judgeReturn(before, reported.status);
    const owedBy = owedByOf(deposit, before, bearers);
    if (outcome !== 'RECORDED') return { reported, deposit, outcome, changeCents: 0n, owedBy };
    const others = [...stored.values()].filter((each) => each.depositId === deposit.id && each !== before);
    const owedForOthers = others.reduce((sum, { owedCents }) => sum + (owedCents ?? 0n), 0n);
    const owedCents = owedFor(reported, {
      creditedCents: creditedFor(deposit, credited.has(reported.endToEndId)),
      owedForOthers,
    });
    const after = { ...reported, depositId: deposit.id, owedCents, owedBy };
    stored.set(nameOfReturn(reported), after);
    changed.set(nameOfReturn(reported), after);
    return { reported, deposit, outcome, changeCents: owedCents - (before?.owedCents ?? 0n), owedBy };
  });
  return { judged, changed: [...changed.values()], stored: [...stored.values()] };
}

/** A user who already owes it keeps owing it. */
function owedByOf(
  { userId, isOfClosed }: LockedDeposit,
  before: StoredReturn | null,
  bearers: ReadonlyMap<Id<'user'>, Id<'user'>>,
): Id<'user'> | null {
  if (before !== null && (before.owedCents ?? 0n) > 0n) return before.owedBy;
  return isOfClosed ? (bearers.get(userId) ?? userId) : null;
}

/** The provider is asked about a paid deposit only while a return is open. */
function watchOf(deposits: readonly LockedDeposit[], stored: readonly StoredReturn[]): Watch {
  const open = new Set(stored.filter(({ status }) => status === 'OPEN').map(({ depositId }) => depositId));
  return {
    openIds: deposits.map(({ id }) => id).filter((id) => open.has(id)),
    endedIds: deposits.filter(({ id, hasCreditedPayment }) => hasCreditedPayment && !open.has(id)).map(({ id }) => id),
  };
}

/** A deposit that was confirmed by hand has no known payment, so the return may be of its money. */
function creditedFor({ status, creditedCents, hasCreditedPayment }: LockedDeposit, isCreditedPayment: boolean): Cents {
  const isCredited = isCreditedPayment || (status === 'CONFIRMED' && !hasCreditedPayment);
  return isCredited ? (creditedCents ?? 0n) : 0n;
}

function debtChangeOf({ reported, deposit, changeCents, owedBy }: JudgedReturn): DebtChange[] {
  if (deposit === null || changeCents === 0n) return [];
  const reason = changeCents > 0n ? 'Depósito devolvido ao pagador' : 'A devolução do depósito não foi realizada';
  const reference = { type: RETURN_REFERENCE, id: nameOfReturn(reported) };
  return [{ userId: owedBy ?? deposit.userId, changeCents, reason, reference }];
}

function alertsOf(
  { reported, deposit, outcome, changeCents, owedBy }: JudgedReturn,
  debts: ReadonlyMap<Id<'user'>, Cents>,
) {
  if (deposit === null) return [returnOfNoDeposit(reported)];
  if (outcome === 'CONTRADICTED') return [returnContradicted(deposit, reported)];
  if (outcome === 'REPEATED' || reported.status === 'FAILED') return [];
  const owerId = owedBy ?? deposit.userId;
  return [depositReturned(deposit, reported, { takenCents: changeCents, owerId, debtCents: debts.get(owerId) ?? 0n })];
}

/** After the commit. */
function notifyOwner({ notifyUser }: ApplyDeps, { deposit, changeCents, owedBy }: JudgedReturn): void {
  if (deposit === null || changeCents === 0n) return;
  notifyUser(owedBy ?? deposit.userId, [changeCents > 0n ? depositGoneBack(changeCents) : depositStays(-changeCents)]);
}

/** The debt leaves the books of the closed account, so that each return is on the books of one user. */
export const takeOverDebts: TakeOver = async (tx, userId, closedIds) => {
  const moved = await moveDebts(tx, userId, closedIds);
  const { debts } = await changeDebts(tx, moved.flatMap(changesOf(userId)));
  for (const { depositId, closedId, owedCents, ...returned } of moved) {
    const debt = { takenCents: owedCents, owerId: userId, debtCents: debts.get(userId) ?? 0n };
    await raiseAlert(tx, depositReturned({ id: depositId, userId: closedId }, returned, debt));
  }
};

const changesOf =
  (userId: DebtChange['userId']) =>
  ({ closedId, owedCents, ...returned }: ClosedDebt): DebtChange[] => {
    const reference = { type: RETURN_REFERENCE, id: nameOfReturn(returned) };
    const reason = 'Depósito de uma conta encerrada, devolvido ao pagador';
    return [
      { userId: closedId, changeCents: -owedCents, reason, reference },
      { userId, changeCents: owedCents, reason, reference },
    ];
  };

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
