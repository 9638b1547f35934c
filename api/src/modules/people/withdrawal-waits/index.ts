import type { Db } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';
import { withdrawalWaitHoursSetting } from './withdrawal-waits.records.ts';
import { deleteWaits } from './withdrawal-waits.ts';

export { waitEndOf, withdrawalWaitHoursSetting } from './withdrawal-waits.records.ts';
export { findWaitEnd, insertWait, requireNoWait, type WaitDeps } from './withdrawal-waits.ts';

/** Withdrawals wait after changes that a thief makes first, so that the owner can notice them. */
export const withdrawalWaits: Module<{ db: Db }> = {
  name: 'withdrawal-waits',
  personalData: {
    withdrawalWaits: {
      key: 'begun_at',
      rows: (userId) => sql`select begun_at, cause from withdrawal_waits where user_id = ${userId}`,
    },
  },
  settings: [withdrawalWaitHoursSetting],
  run: () => ({ erase: deleteWaits }),
};
