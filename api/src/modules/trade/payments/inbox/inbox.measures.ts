import type { Db } from '../../../../platform/database/db.ts';
import type { Measure } from '../../../../platform/observability/metrics.ts';
import { countWaiting } from './inbox.sql.ts';

export const inboxMeasures = (db: Db): Measure[] => [
  {
    name: 'lisura_provider_events_waiting',
    help: 'What providers have said that is stored and not applied, by provider',
    labels: ['provider'],
    read: async () => (await countWaiting(db)).map(({ provider, count }) => ({ labels: { provider }, value: count })),
  },
];
