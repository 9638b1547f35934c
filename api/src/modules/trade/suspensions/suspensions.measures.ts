import type { Db } from '../../../platform/database/db.ts';
import type { Measure } from '../../../platform/observability/metrics.ts';
import { countSuspensions } from './suspensions.sql.ts';

/** Every process reports the same. */
export const clearanceMeasures = ({ db }: { db: Db }): readonly Measure[] => [
  {
    name: 'lisura_skin_withdrawal_suspensions',
    help: 'Users whose withdrawals and swaps are suspended after a reversed trade',
    labels: [],
    read: async () => [{ labels: {}, value: await countSuspensions(db) }],
  },
];
