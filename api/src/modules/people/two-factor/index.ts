import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { keepSealed } from '../../../platform/secrets/sealed-rows.ts';
import type { SettingDeps } from '../decisions/index.ts';
import type { WaitDeps } from '../withdrawal-waits/index.ts';
import { eraseSecondFactor } from './enrolment.ts';
import type { SecondFactorDeps } from './require-second-factor.ts';
import { secretsOfFactors } from './sealed-secrets.ts';
import { twoFactorInvariants } from './two-factor.invariants.ts';
import { twoFactorAdminRoutes, twoFactorPlayerRoutes } from './two-factor.routes.ts';

export { requireSecondFactor, type SecondFactorDeps } from './require-second-factor.ts';
export { createSecondFactorSeal } from './sealed-secrets.ts';
export { SecondFactorCode } from './two-factor.records.ts';
export { hasSecondFactor } from './two-factor.sql.ts';

/** A code of an authenticator app protects actions that a stolen session must not do. */
export const twoFactor: Module<SecondFactorDeps & WaitDeps & SettingDeps & { logger: Logger }> = {
  name: 'two-factor',
  // None of it lets anybody use the factor.
  personalData: {
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
  },
  invariants: twoFactorInvariants,
  decided: sql`
    select 'user' as entity_type, entity_id, 'reset-second-factor' as action, user_id as owner_id, actor_id as decided_by
    from audit_entries where action = 'TWO_FACTOR_RESET' and actor_id is not null`,
  run: (deps) => ({
    http: [
      {
        tag: {
          name: 'two-factor',
          description: 'A code of an authenticator app, asked for before money leaves.',
          forAdministrators: 'Reset the second factor of a user who has lost it.',
        },
        player: (routes) => twoFactorPlayerRoutes(routes, deps),
        admin: (routes) => twoFactorAdminRoutes(routes, deps),
      },
    ],
    erase: eraseSecondFactor,
    ...keepSealed({ ...deps, seal: deps.secondFactorSeal }, secretsOfFactors),
  }),
};
