import type { Db } from '../../../platform/database/db.ts';
import type { Measure } from '../../../platform/observability/metrics.ts';
import { countOpenAlerts } from './alerts.sql.ts';

export const alertsMeasures = (db: Db): readonly Measure[] => [
  {
    name: 'lisura_alerts_open',
    help: 'Alerts for administrators that are open, by kind and level',
    labels: ['kind', 'level'],
    read: async () =>
      (await countOpenAlerts(db)).map(({ kind, level, count }) => ({ labels: { kind, level }, value: count })),
  },
];
