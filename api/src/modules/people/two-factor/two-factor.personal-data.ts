import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

/** That there is one, and nothing that would let anybody use it. */
export const twoFactorPersonalData: Required<Module<never>>['personalData'] = {
  secondFactor: {
    key: 'enabledAt',
    rows: (userId) => sql`
      select enabled_at as "enabledAt",
        (select count(*)::int from recovery_codes where user_id = second_factors.user_id and used_at is null)
          as "recoveryCodesLeft"
      from second_factors where user_id = ${userId} and enabled_at is not null`,
  },
  secondFactorGiven: {
    key: 'verifiedAt',
    rows: (userId) => sql`
      select verified_at as "verifiedAt" from session_second_factors where user_id = ${userId}`,
  },
};
