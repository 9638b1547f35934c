import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

export const clearancePersonalData: Required<Module<never>>['personalData'] = {
  withdrawalSuspension: {
    key: 'withdrawal_id',
    rows: (userId) => sql`
      select withdrawal_id, since, reason from withdrawal_suspensions where user_id = ${userId}`,
  },
};
