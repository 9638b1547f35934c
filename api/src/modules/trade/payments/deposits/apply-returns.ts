import type { Tx } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { TakeOver } from '../../../../platform/personal-data/person-facts.ts';
import { changeDebts, type DebtChange, notifyBalance } from '../../../assets/wallet/index.ts';
import { raiseAlert, resolveAlert } from '../../../people/alerts/index.ts';
import { bearersOf, forgetReason, keepKnown } from '../../../people/person-facts/index.ts';
import type { Applied, ApplyDeps } from './apply-payments.ts';
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

/** Money that the provider says was given back, by the payer's bank or by us, or is on its way back, or is not after all. */
export type ReportedReturn = DepositReturn & { txid: string | null };

interface JudgedReturn {
  reported: ReportedReturn;
  deposit: LockedDeposit | null;
  outcome: ReturnOutcome | 'UNKNOWN_CHARGE';
  /** What is owed more for it; below zero, what is no longer owed. */
  changeCents: Cents;
  /** Of a closed account: who owes it. */
  owedBy: Id<'user'> | null;
}

/**
 * Returns of which the deposits and their accounts are locked. What was credited is taken from the balance at once, and what
 * the balance does not have is owed: whoever is first, the return or what would spend it, the money goes once. Where the account
 * was closed, who came back owes it, and until somebody does the closed account. A constant number of statements.
 */
export async function applyReturns(tx: Tx, deps: ApplyDeps, returns: readonly ReportedReturn[]): Promise<Applied> {
  if (returns.length === 0) return { outcomes: [], alerts: [], notify: () => undefined };
  // Read anew: payments that were applied a moment ago may have changed them.
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

/** Closed accounts whose person has not come back owe until they do. */
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
  /** By closed accounts: who has come back. */
  bearers: ReadonlyMap<Id<'user'>, Id<'user'>>;
}

/** One after the other: what one message makes of a return, the next finds. */
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

/** Who owes for it already goes on to. */
function owedByOf(
  { userId, isOfClosed }: LockedDeposit,
  before: StoredReturn | null,
  bearers: ReadonlyMap<Id<'user'>, Id<'user'>>,
): Id<'user'> | null {
  if (before !== null && (before.owedCents ?? 0n) > 0n) return before.owedBy;
  return isOfClosed ? (bearers.get(userId) ?? userId) : null;
}

/** A deposit whose money is known is asked for only while something of it is on its way back. */
function watchOf(deposits: readonly LockedDeposit[], stored: readonly StoredReturn[]): Watch {
  const open = new Set(stored.filter(({ status }) => status === 'OPEN').map(({ depositId }) => depositId));
  return {
    openIds: deposits.map(({ id }) => id).filter((id) => open.has(id)),
    endedIds: deposits.filter(({ id, hasCreditedPayment }) => hasCreditedPayment && !open.has(id)).map(({ id }) => id),
  };
}

/** What was credited for the payment. One that was confirmed by hand, and whose money was never reported, may well be this one. */
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

/**
 * What was given back of deposits of closed accounts is owed by who has come back. It leaves the books of the closed account as
 * it came on them, so that each return is on the books of one user.
 */
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
