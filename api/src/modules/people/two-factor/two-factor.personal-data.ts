import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';

/** That there is one, and nothing that would let anybody use it. */
export const twoFactorPersonalData: Required<Module<never>>['personalData'] = {
  secondFactor: {
    key: 'enabled_at',
    rows: (userId) => sql`
      select enabled_at,
        (select count(*)::int from recovery_codes where user_id = second_factors.user_id and used_at is null)
          as recovery_codes_left
      from second_factors where user_id = ${userId} and enabled_at is not null`,
  },
  secondFactorGiven: {
    key: 'verified_at',
    rows: (userId) => sql`
      select verified_at from session_second_factors where user_id = ${userId}`,
  },
};
