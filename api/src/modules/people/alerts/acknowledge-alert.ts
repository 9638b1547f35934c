import { type Db, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { recordAudit } from '../audit/index.ts';
import { alertIsOver, alertNotFound } from './alerts.errors.ts';
import { findAlert, updateToAcknowledged } from './alerts.sql.ts';
import type { Alert } from './alerts.types.ts';

interface AcknowledgeAlert {
  alertId: Id<'alert'>;
  reason: string;
  actorId: Id<'user'>;
  ip: string;
}

/** Somebody knows of it, and says why it may stay open. Whoever said so first is kept. */
export async function acknowledgeAlert(deps: { db: Db }, command: AcknowledgeAlert): Promise<Alert> {
  const { alertId, reason, actorId, ip } = command;
  return transaction(deps.db, async (tx) => {
    const acknowledged = await updateToAcknowledged(tx, alertId, { userId: actorId, reason });
    if (acknowledged === null) {
      const found = await findAlert(tx, alertId);
      if (found === null) throw alertNotFound();
      if (found.acknowledgedAt === null) throw alertIsOver();
      return found;
    }
    const { kind, key } = acknowledged;
    const entity = { type: 'alert', id: alertId };
    const metadata = { kind, key, reason };
    await recordAudit(tx, [{ action: 'ALERT_ACKNOWLEDGED', userId: null, actorId, entity, metadata, ip }]);
    return acknowledged;
  });
}
