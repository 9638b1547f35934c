import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import { callerOf } from '../../../platform/http/edge/access.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../platform/ids.ts';
import { listView, pageOf } from '../../../platform/lists.ts';
import { recordAudit } from '../audit/index.ts';
import {
  AcknowledgeBody,
  Alert,
  type AlertCause,
  type AlertEditing,
  AlertList,
  AlertParams,
  AlertsQuery,
  alertIsOver,
  alertNotFound,
} from './alerts.records.ts';
import { findAlert, listAlerts, updateToAcknowledged, updateToResolved } from './alerts.sql.ts';

export function alertsAdminRoutes(routes: Routes, deps: { db: Db }): void {
  alertListRoute(routes, deps);
  alertHandlingRoutes(routes, deps);
}

function alertListRoute(routes: Routes, { db }: { db: Db }): void {
  routes.get(
    '/admin/dashboard/alerts',
    {
      schema: {
        operationId: 'listAlerts',
        summary: 'List alerts',
        description:
          'Lists open alerts, newest first, or those that are over. One cause has one alert while it lasts, and the ' +
          'alert counts how often it was raised. Unlike in other lists, the entries are under `alerts`.',
        querystring: AlertsQuery,
        response: { 200: AlertList },
      },
    },
    async ({ query }) => {
      const page = pageOf(query);
      const { alerts, total } = await listAlerts(db, query.isResolved ?? false, page);
      const { data, meta } = listView(alerts, page, total);
      return { alerts: data, meta };
    },
  );
}

function alertHandlingRoutes(routes: Routes, deps: { db: Db }): void {
  routes.post(
    '/admin/dashboard/alerts/:id/acknowledge',
    {
      schema: {
        operationId: 'acknowledgeAlert',
        summary: 'Acknowledge an alert',
        description:
          'Records in the audit trail that an administrator knows of an open alert and why it may stay; the reason ' +
          'is shown with the alert. It stays open until its cause is gone or it is resolved. The first ' +
          'acknowledgement is kept until the alert is raised at a higher level; then every administrator sees it as ' +
          'new.',
        params: AlertParams,
        body: AcknowledgeBody,
        response: { 200: Alert, ...errorAnswers(404, 409) },
      },
    },
    async (request) => {
      const { userId: actorId } = callerOf(request);
      const editing = { alertId: toId<'alert'>(request.params.id), actorId, ip: request.ip };
      return acknowledgeAlert(deps.db, editing, request.body.reason);
    },
  );

  routes.post(
    '/admin/dashboard/alerts/:id/resolve',
    {
      schema: {
        operationId: 'resolveAlert',
        summary: 'Resolve an alert',
        description:
          'Ends an alert and records that in the audit trail. It changes nothing else: while the cause is there, the ' +
          'alert is raised again. An alert that is already over stays as it is.',
        params: AlertParams,
        response: { 200: Alert, ...errorAnswers(404) },
      },
    },
    async (request) => {
      const { userId: actorId } = callerOf(request);
      return resolveManually(deps.db, { alertId: toId(request.params.id), actorId, ip: request.ip });
    },
  );
}

/** The first reason stays. */
const acknowledgeAlert = (db: Db, editing: AlertEditing, reason: string): Promise<Alert> =>
  transaction(db, async (tx) => {
    const acknowledged = await updateToAcknowledged(tx, editing, reason);
    if (acknowledged !== null) return audited(tx, 'ALERT_ACKNOWLEDGED', acknowledged, editing, { reason });
    const found = await foundAlert(tx, editing);
    if (found.acknowledgedAt === null) throw alertIsOver();
    return found;
  });

/** A resolved alert keeps the administrator who resolved it first. */
const resolveManually = (db: Db, editing: AlertEditing): Promise<Alert> =>
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
