import type { Db } from '../../../../platform/database/db.ts';
import type { Measure } from '../../../../platform/observability/metrics.ts';
import { readUnderWay } from './tracking.sql.ts';

/** What those who watch the platform see of withdrawals under way. Every process reports the same. */
export function trackingMeasures({ db }: { db: Db }): readonly Measure[] {
  return [
    {
      name: 'lisura_skin_withdrawals',
      help: 'Withdrawals of items that are under way, by their status',
      labels: ['status'],
      read: async () => (await readUnderWay(db)).map(({ status, count }) => ({ labels: { status }, value: count })),
    },
    {
      name: 'lisura_skin_withdrawals_oldest_age_seconds',
      help: 'How long ago the oldest withdrawal of items under way was asked for, by its status; 0: there is none',
      labels: ['status'],
      read: async () =>
        (await readUnderWay(db)).map(({ status, oldestSeconds }) => ({ labels: { status }, value: oldestSeconds })),
    },
  ];
}
