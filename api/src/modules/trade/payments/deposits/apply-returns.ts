import type { Tx } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import { changeDebts, type DebtChange, tellBalance } from '../../../assets/wallet/index.ts';
import { resolveAlert } from '../../../people/alerts/index.ts';
import type { Applied, ApplyDeps } from './apply-payments.ts';
import { readLockedDeposits } from './change-deposits.sql.ts';
import {
  findCreditedPayments,
  listReturns,
  type StoredReturn,
  type Watch,
  writeReturns,
} from './change-returns.sql.ts';
import { depositReturned, returnContradicted, returnedCause, returnOfNoDeposit } from './deposits.alerts.ts';
import { depositGoneBack, depositStays } from './deposits.notifications.ts';
import { type DepositReturn, type LockedDeposit, RETURN_REFERENCE } from './deposits.types.ts';
import { judgeReturn, owedFor, type ReturnOutcome } from './returns.rules.ts';

/** Money that the provider says was given back, by the payer's bank or by us, or is on its way back, or is not after all. */
export type ToldReturn = DepositReturn & { txid: string | null };

interface JudgedReturn {
  told: ToldReturn;
  deposit: LockedDeposit | null;
  outcome: ReturnOutcome | 'UNKNOWN_CHARGE';
  /** What is owed more for it; below zero, what is no longer owed. */
  changeCents: Cents;
}

/**
 * Returns of which the deposits and their accounts are locked. What was credited is taken from the balance at once, and what
 * the balance does not have is owed: whoever is first, the return or what would spend it, the money goes once. A constant
 * number of statements.
 */
export async function applyReturns(tx: Tx, deps: ApplyDeps, returns: readonly ToldReturn[]): Promise<Applied> {
  if (returns.length === 0) return { outcomes: [], alerts: [], tell: () => undefined };
  // Read anew: payments that were applied a moment ago may have changed them.
  const txids = [...new Set(returns.flatMap(({ txid }) => txid ?? []))];
  const endToEndIds = returns.map(({ endToEndId }) => endToEndId);
  const [deposits, credited] = await Promise.all([
    readLockedDeposits(tx, { txids }),
    findCreditedPayments(tx, endToEndIds),
  ]);
  const known = await listReturns(tx, { endToEndIds, depositIds: deposits.map(({ id }) => id) });
  const { judged, changed, stored } = judgeAll(returns, { deposits, credited, known });
  const [posted] = await Promise.all([
    changeDebts(tx, judged.flatMap(debtChangeOf)),
    writeReturns(tx, changed, watchOf(deposits, stored), deps.clock.now()),
  ]);
  for (const { told, outcome } of judged) {
    if (outcome === 'RECORDED' && told.status === 'FAILED') await resolveAlert(tx, returnedCause(told));
  }
  return {
    outcomes: judged.map(({ outcome }) => outcome),
    alerts: judged.flatMap((each) => alertsOf(each, posted.debts)),
    tell: () => {
      for (const [userId, balanceCents] of posted.balances) tellBalance(deps.push, userId, balanceCents);
      for (const each of judged) tellOwner(deps, each);
    },
  };
}

interface Ground {
  deposits: readonly LockedDeposit[];
  credited: ReadonlySet<string>;
  known: readonly StoredReturn[];
}

const nameOf = ({ endToEndId, returnId }: Pick<DepositReturn, 'endToEndId' | 'returnId'>) =>
  `${endToEndId}:${returnId}`;

/** One after the other: what one message makes of a return, the next finds. */
function judgeAll(returns: readonly ToldReturn[], { deposits, credited, known }: Ground) {
  const byTxid = new Map(deposits.map((deposit) => [deposit.txid, deposit]));
  const stored = new Map(known.map((each) => [nameOf(each), each]));
  const changed = new Map<string, StoredReturn>();
  const judged = returns.map((told): JudgedReturn => {
    const deposit = byTxid.get(told.txid ?? '') ?? null;
    if (deposit === null) return { told, deposit, outcome: 'UNKNOWN_CHARGE', changeCents: 0n };
    const before = stored.get(nameOf(told)) ?? null;
    const isOfAnother = before !== null && before.depositId !== deposit.id;
    const outcome = isOfAnother ? 'CONTRADICTED' : judgeReturn(before, told.status);
    if (outcome !== 'RECORDED') return { told, deposit, outcome, changeCents: 0n };
    const others = [...stored.values()].filter((each) => each.depositId === deposit.id && each !== before);
    const owedForOthers = others.reduce((sum, { owedCents }) => sum + (owedCents ?? 0n), 0n);
    const owedCents = owedFor(told, {
      creditedCents: creditedFor(deposit, credited.has(told.endToEndId)),
      owedForOthers,
    });
    const after = { ...told, depositId: deposit.id, owedCents };
    stored.set(nameOf(told), after);
    changed.set(nameOf(told), after);
    return { told, deposit, outcome, changeCents: owedCents - (before?.owedCents ?? 0n) };
  });
  return { judged, changed: [...changed.values()], stored: [...stored.values()] };
}

/** A deposit whose money is known is asked for only while something of it is on its way back. */
function watchOf(deposits: readonly LockedDeposit[], stored: readonly StoredReturn[]): Watch {
  const open = new Set(stored.filter(({ status }) => status === 'OPEN').map(({ depositId }) => depositId));
  return {
    openIds: deposits.map(({ id }) => id).filter((id) => open.has(id)),
    endedIds: deposits.filter(({ id, hasCreditedPayment }) => hasCreditedPayment && !open.has(id)).map(({ id }) => id),
  };
}

/** What was credited for the payment. One that was confirmed by hand, and whose money was never told, may well be this one. */
function creditedFor({ status, creditedCents, hasCreditedPayment }: LockedDeposit, isCreditedPayment: boolean): Cents {
  const isCredited = isCreditedPayment || (status === 'CONFIRMED' && !hasCreditedPayment);
  return isCredited ? (creditedCents ?? 0n) : 0n;
}

function debtChangeOf({ told, deposit, changeCents }: JudgedReturn): DebtChange[] {
  if (deposit === null || changeCents === 0n) return [];
  const reason = changeCents > 0n ? 'Depósito devolvido ao pagador' : 'A devolução do depósito não foi realizada';
  const reference = { type: RETURN_REFERENCE, id: nameOf(told) };
  return [{ userId: deposit.userId, changeCents, reason, reference }];
}

function alertsOf({ told, deposit, outcome, changeCents }: JudgedReturn, debts: ReadonlyMap<Id<'user'>, Cents>) {
  if (deposit === null) return [returnOfNoDeposit(told)];
  if (outcome === 'CONTRADICTED') return [returnContradicted(deposit, told)];
  if (outcome === 'REPEATED' || told.status === 'FAILED') return [];
  return [depositReturned(deposit, told, { takenCents: changeCents, debtCents: debts.get(deposit.userId) ?? 0n })];
}

/** After the commit. */
function tellOwner({ tell }: ApplyDeps, { deposit, changeCents }: JudgedReturn): void {
  if (deposit === null || changeCents === 0n) return;
  tell(deposit.userId, [changeCents > 0n ? depositGoneBack(changeCents) : depositStays(-changeCents)]);
}
