import type { Db } from '../../../platform/database/db.ts';
import type { Module } from '../../../platform/module.ts';
import { waitsPersonalData } from './cooldowns.personal-data.ts';
import { deleteWaits } from './cooldowns.sql.ts';
import { withdrawalWaitHoursSetting } from './wait-hours.ts';

export { waitEndOf } from './cooldowns.rules.ts';
export { insertWait } from './cooldowns.sql.ts';
export { findWaitEnd, requireNoWait, type WaitDeps } from './find-wait-end.ts';
export { withdrawalWaitHoursSetting } from './wait-hours.ts';

/** How long nothing leaves an account after what a thief would do first. */
export const waits: Module<{ db: Db }> = {
  name: 'waits',
  personalData: waitsPersonalData,
  settings: [withdrawalWaitHoursSetting],
  run: () => ({ erase: deleteWaits }),
};
