import { strict as assert } from 'node:assert';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { Id } from '../../../platform/ids.ts';
import { lockAccount } from '../../assets/wallet/index.ts';
import { resolveAlert } from '../../people/alerts/index.ts';
import { recordAudit } from '../../people/audit/index.ts';
import { readOpenProposals, requireOthersRecord } from '../../people/decisions/index.ts';
import { forgetReason } from '../../people/person-facts/index.ts';
import {
  type AtRisk,
  ownerSuspended,
  reversedCause,
  type Suspension,
  suspensionNotFound,
  withdrawalsSuspended,
} from './suspensions.records.ts';
import { deleteSuspension, hasSuspension, listStandings } from './suspensions.sql.ts';

/** The caller holds the lock of the account. A new suspension takes it too, so it comes before or after. */
export async function assertMayHandOn(tx: Tx, userId: Id<'user'>): Promise<void> {
  if (await hasSuspension(tx, userId)) throw withdrawalsSuspended();
}

/** Tells an administrator who decides on a request of the owner. */
export async function assertOwnerMayHandOn(tx: Tx, ownerId: Id<'user'>): Promise<void> {
  if (await hasSuspension(tx, ownerId)) throw ownerSuspended();
}

interface LiftCommand {
  userId: Id<'user'>;
  reason: string;
  actorId: Id<'user'>;
  ip: string;
}

/** Also ends the alert that asked for the decision. */
export async function liftSuspension(
  deps: { db: Db },
  { userId, reason, actorId, ip }: LiftCommand,
): Promise<Suspension> {
  requireOthersRecord(actorId, userId);
  return transaction(deps.db, async (tx) => {
    await lockAccount(tx, userId);
    const lifted = await deleteSuspension(tx, userId);
    if (lifted === null) throw suspensionNotFound();
    await forgetReason(tx, userId, 'suspension');
    const metadata = { reason, suspendedFor: lifted.reason, withdrawalId: lifted.withdrawalId };
    const entity = { type: 'user', id: userId };
    await recordAudit(tx, [{ action: 'WITHDRAWAL_SUSPENSION_LIFTED', userId, actorId, entity, metadata, ip }]);
    await resolveAlert(tx, reversedCause(lifted.withdrawalId), actorId);
    return lifted;
  });
}

/** A user without suspicions may be missing. */
type OpenSuspicions = (
  db: Db | Tx,
  userIds: readonly Id<'user'>[],
) => Promise<ReadonlyMap<Id<'user'>, readonly string[]>>;

export interface RiskDeps {
  clock: Clock;
  /** The fraud module stands above this one, so the composition root passes its function down. */
  openSuspicions: OpenSuspicions;
}

interface Reviewed {
  id: string;
  userId: Id<'user'>;
}

/** It takes three statements for any number of rows. */
export async function withRisks<Row extends Reviewed>(
  deps: RiskDeps,
  db: Db | Tx,
  entityType: string,
  rows: readonly Row[],
): Promise<AtRisk<Row>[]> {
  if (rows.length === 0) return [];
  const now = deps.clock.now();
  const userIds = [...new Set(rows.map(({ userId }) => userId))];
  const entityIds = rows.map(({ id }) => id);
  const [standings, suspicions, proposals] = await Promise.all([
    listStandings(db, userIds, now),
    deps.openSuspicions(db, userIds),
    readOpenProposals(deps, db, entityType, entityIds),
  ]);
  const byUser = new Map(standings.map((standing) => [standing.userId, standing]));
  return rows.map((row) => {
    const standing = byUser.get(row.userId);
    assert(standing !== undefined, 'a user is never deleted');
    const accountAgeDays = Math.max(0, Math.floor((now.getTime() - standing.accountCreatedAt.getTime()) / DAY_MS));
    const risk = {
      ...standing,
      accountAgeDays,
      suspicions: [...(suspicions.get(row.userId) ?? [])],
      proposal: proposals.get(row.id) ?? null,
    };
    return { ...row, risk };
  });
}

export async function withRisk<Row extends Reviewed>(
  deps: RiskDeps,
  db: Db | Tx,
  entityType: string,
  row: Row,
): Promise<AtRisk<Row>> {
  const [atRisk] = await withRisks(deps, db, entityType, [row]);
  return atRisk as AtRisk<Row>;
}
