import { strict as assert } from 'node:assert';
import type { Clock } from '../../../platform/clock.ts';
import type { Db, Tx } from '../../../platform/database/db.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { Id } from '../../../platform/ids.ts';
import { readOpenProposals } from '../../people/decisions/index.ts';
import type { AtRisk } from './suspensions.records.ts';
import { listStandings } from './suspensions.sql.ts';

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
