import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import { recordAudit } from '../audit/index.ts';
import { type Alert, type AlertCause, type AlertEditing, alertIsOver, alertNotFound } from './alerts.records.ts';
import { findAlert, updateToAcknowledged, updateToResolved } from './alerts.sql.ts';

/** The first reason stays. */
export const acknowledgeAlert = (db: Db, editing: AlertEditing, reason: string): Promise<Alert> =>
  transaction(db, async (tx) => {
    const acknowledged = await updateToAcknowledged(tx, editing, reason);
    if (acknowledged !== null) return audited(tx, 'ALERT_ACKNOWLEDGED', acknowledged, editing, { reason });
    const found = await foundAlert(tx, editing);
    if (found.acknowledgedAt === null) throw alertIsOver();
    return found;
  });

/** A resolved alert keeps the administrator who resolved it first. */
export const resolveManually = (db: Db, editing: AlertEditing): Promise<Alert> =>
  transaction(db, async (tx) => {
    const resolved = await updateToResolved(tx, editing);
    return resolved === null ? await foundAlert(tx, editing) : audited(tx, 'ALERT_RESOLVED', resolved, editing);
  });

async function foundAlert(tx: Tx, { alertId }: AlertEditing): Promise<Alert> {
  const found = await findAlert(tx, alertId);
  if (found === null) throw alertNotFound();
  return found;
}

async function audited(tx: Tx, action: string, alert: Alert & AlertCause, { actorId, ip }: AlertEditing, more = {}) {
  const entity = { type: 'alert', id: alert.id };
  const metadata = { kind: alert.kind, key: alert.key, ...more };
  await recordAudit(tx, [{ action, userId: null, actorId, entity, metadata, ip }]);
  return alert;
}
