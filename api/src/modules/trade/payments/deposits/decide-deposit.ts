import { strict as assert } from 'node:assert';
import type { Db, Tx } from '../../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../../platform/database/idempotency.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import { creditBalances } from '../../../assets/wallet/index.ts';
import { resolveAlert } from '../../../people/alerts/index.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import { type DecisionDeps, requireMayDecide, requireOthersRecord } from '../../../people/decisions/index.ts';
import { type AtRisk, type RiskDeps, withRisk } from '../../suspensions/index.ts';
import { type ApplyDeps, creditOf, lockDeposits, notifyCredited } from './apply-payments.ts';
import { depositUndecided, notCheckedCause } from './deposits.messages.ts';
import {
  DEPOSIT_REFERENCE,
  type DetailedDeposit,
  depositGivenBack,
  depositInOtherCurrency,
  depositNotConfirmable,
  depositNotFound,
  depositNotRejectable,
  depositOfClosedAccount,
} from './deposits.records.ts';
import { judgeConfirmation, mayReject } from './deposits.rules.ts';
import { confirmManually, findDetailedDeposit, listWaitingPayments, rejectManually } from './deposits.sql.ts';

export type DecideDeps = ApplyDeps & DecisionDeps & RiskDeps & { db: Db };

interface DecideCommand {
  depositId: Id<'deposit'>;
  reason: string;
  actorId: Id<'user'>;
  sessionId?: string;
  ip: string;
}

/**
 * Credits the waiting payment, or the amount of the charge if none has arrived; money that arrives later belongs to it
 * and is not credited again.
 */
export async function confirmDeposit(
  deps: DecideDeps,
  command: DecideCommand,
  once: Once<AtRisk<DetailedDeposit>> | null,
): Promise<AtRisk<DetailedDeposit>> {
  let balanceCents: Cents | undefined;
  const deposit = await writeOnce(deps.db, once, async (tx) => {
    const { locked, waiting } = await lockWithPayments(tx, command.depositId);
    if (locked.isOfClosed) throw depositOfClosedAccount();
    const confirmed = judgeConfirmation(locked, waiting);
    if (confirmed === null) throw depositNotConfirmable(locked.status);
    if (confirmed === 'RETURNED') throw depositGivenBack();
    if (confirmed === 'FOREIGN') throw depositInOtherCurrency();
    const { creditedCents } = confirmed;
    await requireMayDecide(deps, tx, command, {
      ownerId: locked.userId,
      amountCents: creditedCents,
      action: 'confirm',
      entity: { type: DEPOSIT_REFERENCE, id: locked.id },
      // Another payment may arrive before the second administrator confirms.
      content: `${creditedCents} ${confirmed.endToEndId ?? ''}`,
    });
    const decision = { id: locked.id, actorId: command.actorId, reason: command.reason, now: deps.clock.now() };
    const [{ balances }] = await Promise.all([
      creditBalances(tx, [creditOf({ ...locked, amountCents: creditedCents })]),
      confirmManually(tx, { ...decision, ...confirmed }),
    ]);
    balanceCents = balances.get(locked.userId);
    const metadata = { creditedCents, endToEndId: confirmed.endToEndId };
    // Other payments may still wait.
    return record(deps, tx, command, { action: 'DEPOSIT_CONFIRMED', metadata, isSettled: waiting.length <= 1 });
  });
  const { id, userId, creditedCents } = deposit;
  notifyCredited(deps, { id, userId, creditedCents: creditedCents as Cents }, balanceCents);
  return deposit;
}

/** Credits nothing. Later money waits for a decision. */
export async function rejectDeposit(
  deps: DecideDeps,
  command: DecideCommand,
  once: Once<AtRisk<DetailedDeposit>> | null,
): Promise<AtRisk<DetailedDeposit>> {
  return writeOnce(deps.db, once, async (tx) => {
    const { locked, waiting } = await lockWithPayments(tx, command.depositId);
    if (!mayReject(locked.status, waiting)) throw depositNotRejectable(locked.status);
    const { actorId, reason } = command;
    requireOthersRecord(actorId, locked.userId);
    await rejectManually(tx, { id: locked.id, actorId, reason, now: deps.clock.now() });
    const dismissed = waiting.map(({ endToEndId }) => endToEndId);
    return record(deps, tx, command, { action: 'DEPOSIT_REJECTED', metadata: { dismissed }, isSettled: true });
  });
}

/** The deposit is locked before its account, as everywhere. */
async function lockWithPayments(tx: Tx, id: Id<'deposit'>) {
  const [[locked = null], waiting] = await Promise.all([lockDeposits(tx, { ids: [id] }), listWaitingPayments(tx, id)]);
  if (locked === null) throw depositNotFound();
  return { locked, waiting };
}

interface Decided {
  action: string;
  metadata: Record<string, unknown>;
  isSettled: boolean;
}

async function record(
  deps: RiskDeps,
  tx: Tx,
  { depositId, actorId, reason, ip }: DecideCommand,
  { action, metadata, isSettled }: Decided,
): Promise<AtRisk<DetailedDeposit>> {
  const deposit = await findDetailedDeposit(tx, depositId);
  assert(deposit !== null, 'a deposit is never deleted');
  const entity = { type: DEPOSIT_REFERENCE, id: depositId };
  await recordAudit(tx, [{ action, userId: deposit.userId, actorId, entity, metadata: { ...metadata, reason }, ip }]);
  if (isSettled) await resolveAlert(tx, depositUndecided(depositId), actorId);
  await resolveAlert(tx, notCheckedCause(depositId), actorId);
  return withRisk(deps, tx, DEPOSIT_REFERENCE, deposit);
}
