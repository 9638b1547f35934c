import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

export const waitsPersonalData: Required<Module<never>>['personalData'] = {
  withdrawalWaits: {
    key: 'begun_at',
    rows: (userId) => sql`select begun_at, cause from withdrawal_waits where user_id = ${userId}`,
  },
};
