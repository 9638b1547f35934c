import type { Db } from '../../../platform/database/db.ts';
import type { Module } from '../../../platform/module.ts';
import { alertsAdminRoutes } from './alerts.routes.ts';
import { countOpenAlerts } from './alerts.sql.ts';

export { type AlertCause, type AlertContent, AlertLevelField, type OpenAlert } from './alerts.records.ts';
export { listOpenAlerts, raiseAlert, resolveAlert } from './alerts.sql.ts';

/** Any module raises an alert for administrators and ends it when the cause is gone. */
export const alerts: Module<{ db: Db }> = {
  name: 'alerts',
  run: (deps) => ({
    http: [
      {
        tag: { name: 'alerts', description: 'Matters that need an administrator.' },
        admin: (routes) => alertsAdminRoutes(routes, deps),
      },
    ],
    measures: [
      {
        name: 'lisura_alerts_open',
        help: 'Alerts for administrators that are open, by kind and level',
        labels: ['kind', 'level'],
        read: async () =>
          (await countOpenAlerts(deps.db)).map(({ kind, level, count }) => ({ labels: { kind, level }, value: count })),
      },
    ],
  }),
};
