import type { Module } from '../../../platform/module.ts';
import type { LimitsDeps } from './change-limits.ts';
import { exclusionFact } from './exclusions/exclusion-facts.ts';
import { DEPOSITS_FACT, depositsFact, limitsFact } from './limit-facts.ts';
import { limitsInvariants } from './limits.invariants.ts';
import { limitsPersonalData } from './limits.personal-data.ts';
import { limitsAdminRoutes, limitsPlayerRoutes } from './own-limits/limits.routes.ts';

export type { RunningBar } from './exclusions/exclude-oneself.ts';
export { countersInvariants } from './limits.invariants.ts';
export { MAX_EXCLUSION_MONTHS, MAX_PAUSE_DAYS, RAISE_HOURS } from './limits.types.ts';
export { assertMayDeposit } from './may-deposit.ts';
export { assertMayPlay, lockToPlay } from './may-play.ts';
export {
  BarView,
  barView,
  exampleProtection,
  LimitKindText,
  PeriodText,
  ProtectionView,
  protectionView,
} from './own-limits/limits.schemas.ts';
export { type LimitState, type Protection, readProtection } from './own-limits/read-limits.ts';

/** What players set to protect themselves: limits, pauses, exclusions; and that they are of age. */
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
