import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { keepSealed } from '../../../platform/secrets/sealed-rows.ts';
import type { SettingDeps } from '../decisions/index.ts';
import type { WaitDeps } from '../withdrawal-waits/index.ts';
import { eraseSecondFactor } from './enrolment/disable-second-factor.ts';
import { twoFactorAdminRoutes } from './enrolment/enrolment.admin-routes.ts';
import { twoFactorPlayerRoutes } from './enrolment/enrolment.routes.ts';
import type { SecondFactorDeps } from './require-second-factor.ts';
import { secretsOfFactors } from './seal-secrets.ts';
import { twoFactorInvariants } from './two-factor.invariants.ts';
import { twoFactorPersonalData } from './two-factor.personal-data.ts';

export { SecondFactorCode } from './enrolment/enrolment.schemas.ts';
export { requireSecondFactor, type SecondFactorDeps } from './require-second-factor.ts';
export { createSecondFactorSeal } from './sealed-secrets.ts';
export { hasSecondFactor } from './two-factor.sql.ts';

/** The second factor: a code of an authenticator app, for what a stolen session must not do. */
export const twoFactor: Module<SecondFactorDeps & WaitDeps & SettingDeps & { logger: Logger }> = {
  name: 'two-factor',
  personalData: twoFactorPersonalData,
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
