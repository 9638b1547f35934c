import type { Db, Tx } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList } from '../../../platform/lists.ts';
import { columnsOf } from '../../../platform/record.ts';
import {
  ALERT_LEVELS,
  Alert,
  type AlertCause,
  type AlertContent,
  type AlertEditing,
  type OpenAlert,
} from './alerts.records.ts';

const COLUMNS = columnsOf(Alert);

const LEVELS = sql`${[...ALERT_LEVELS]}::text[]`;

/**
 * An open alert that is raised again counts and takes the new words. At a higher level than last time it needs a new
 * acknowledgement. Call it last in a transaction, since others who raise the same alert wait for its end.
 */
export async function raiseAlert(db: Db | Tx, alert: AlertContent): Promise<void> {
  await db.query(sql`
    insert into alerts (kind, key, level, title, message, details)
    values (${alert.kind}, ${alert.key}, ${alert.level}, ${alert.title}, ${alert.message},
      ${JSON.stringify(alert.details)}::jsonb)
    on conflict (kind, key) where resolved_at is null do update
    set level = excluded.level, title = excluded.title, message = excluded.message, details = excluded.details,
      count = alerts.count + 1, last_raised_at = now(),
      (acknowledged_at, acknowledged_by, acknowledged_reason) = (
        select alerts.acknowledged_at, alerts.acknowledged_by, alerts.acknowledged_reason
        where array_position(${LEVELS}, excluded.level) <= array_position(${LEVELS}, alerts.level))`);
}

/** Nothing happens without an open alert. */
export async function resolveAlert(
  db: Db | Tx,
  { kind, key }: AlertCause,
  resolvedBy: Id<'user'> | null = null,
): Promise<void> {
  await db.query(sql`
    update alerts set resolved_at = now(), resolved_by = ${resolvedBy}
    where kind = ${kind} and key = ${key} and resolved_at is null`);
}

/** Returns null where the alert is not open. */
export async function updateToResolved(
  tx: Tx,
  { alertId, actorId }: AlertEditing,
): Promise<(Alert & AlertCause) | null> {
  const rows = await tx.query<Alert & AlertCause>(sql`
    update alerts set resolved_at = now(), resolved_by = ${actorId}
    where id = ${alertId} and resolved_at is null returning ${COLUMNS}, key`);
  return rows[0] ?? null;
}

/** Returns null where the alert is not open or was acknowledged before. */
export async function updateToAcknowledged(
  tx: Tx,
  { alertId, actorId }: AlertEditing,
  reason: string,
): Promise<(Alert & AlertCause) | null> {
  const rows = await tx.query<Alert & AlertCause>(sql`
    update alerts set acknowledged_at = now(), acknowledged_by = ${actorId}, acknowledged_reason = ${reason}
    where id = ${alertId} and resolved_at is null and acknowledged_at is null returning ${COLUMNS}, key`);
  return rows[0] ?? null;
}

export async function findAlert(db: Db | Tx, id: Id<'alert'>): Promise<Alert | null> {
  const rows = await db.query<Alert>(sql`select ${COLUMNS} from alerts where id = ${id}`);
  return rows[0] ?? null;
}

export function countOpenAlerts(db: Db): Promise<(Pick<Alert, 'kind' | 'level'> & { count: number })[]> {
  return db.query(
    sql`select kind, level, count(*)::int as count from alerts where resolved_at is null group by kind, level`,
  );
}

/** No person reads more at once. */
const MAX_OPEN_LISTED = 1_000;

/** Newest first, briefly. */
export const listOpenAlerts = (db: Db): Promise<OpenAlert[]> =>
  db.query<OpenAlert>(sql`
    select id, kind, level, title, count, acknowledged_at is not null as is_acknowledged from alerts
    where resolved_at is null order by id desc limit ${MAX_OPEN_LISTED}`);

/** Newest first. */
export async function listAlerts(
  db: Db | Tx,
  isResolved: boolean,
  part: ListPart,
): Promise<{ alerts: Alert[]; total: number }> {
  const list: RowList = {
    from: 'alerts',
    where: [isResolved ? sql`resolved_at is not null` : sql`resolved_at is null`],
    order: { by: ['id'], way: 'desc' },
  };
  const [alerts, total] = await Promise.all([
    db.query<Alert>(sql`select ${COLUMNS} from (${partOf(list, part)}) alerts ${orderBy(list.order)}`),
    countRows(db, list),
  ]);
  return { alerts, total };
}
