import { type Db, transaction } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { recordAudit } from '../audit/index.ts';
import { alertNotFound } from './alerts.errors.ts';
import { findAlert, updateToResolved } from './alerts.sql.ts';
import type { Alert } from './alerts.types.ts';

interface ResolveAlert {
  alertId: Id<'alert'>;
  actorId: Id<'user'>;
  ip: string;
}

/** One that is resolved already stays as it is, with who did it first. */
export async function resolveManually(deps: { db: Db }, { alertId, actorId, ip }: ResolveAlert): Promise<Alert> {
  return transaction(deps.db, async (tx) => {
    const resolved = await updateToResolved(tx, alertId, actorId);
    if (resolved === null) {
      const found = await findAlert(tx, alertId);
      if (found === null) throw alertNotFound();
      return found;
    }
    const { kind, key } = resolved;
    const entity = { type: 'alert', id: alertId };
    await recordAudit(tx, [{ action: 'ALERT_RESOLVED', userId: null, actorId, entity, metadata: { kind, key }, ip }]);
    return resolved;
  });
}
