import type { Module } from '../../../platform/module.ts';
import { depositsFact, exclusionFact, limitsFact } from './limits.facts.ts';
import { limitsInvariants } from './limits.invariants.ts';
import { DEPOSITS_FACT } from './limits.records.ts';
import { limitsAdminRoutes, limitsPlayerRoutes } from './limits.routes.ts';
import { limitsPersonalData } from './limits.sql.ts';
import type { LimitsDeps } from './protection.ts';

export { countersInvariants } from './limits.invariants.ts';
export { Exclusion, LimitKindText, PeriodText, ProtectionView, protectionView } from './limits.records.ts';
export {
  type LimitState,
  MAX_EXCLUSION_MONTHS,
  MAX_PAUSE_DAYS,
  type Protection,
  RAISE_HOURS,
  type RunningBar,
} from './limits.rules.ts';
export { assertMayDeposit, assertMayPlay, lockToPlay, readProtection } from './protection.ts';

/** Players protect themselves by limits, pauses and exclusions, and confirm their age. */
export const limits: Module<LimitsDeps> = {
  name: 'limits',
  personalData: limitsPersonalData,
  invariants: limitsInvariants,
  follows: { exclusion: exclusionFact, limits: limitsFact, [DEPOSITS_FACT]: depositsFact },
  run: (deps) => ({
    http: [
      {
        tag: {
          name: 'limits',
          description: 'Limits, pauses and exclusions by which you protect yourself.',
          forAdministrators: 'By which limits users protect themselves.',
        },
        player: (routes) => limitsPlayerRoutes(routes, deps),
        admin: (routes) => limitsAdminRoutes(routes, deps),
      },
    ],
  }),
};
