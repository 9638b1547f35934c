import type { Db } from '../../../platform/database/db.ts';
import type { Module } from '../../../platform/module.ts';
import { clearanceFollows, takeOverSuspensions } from './person-facts.ts';
import { clearanceAdminRoutes } from './suspensions.admin-routes.ts';
import { clearanceInvariants } from './suspensions.invariants.ts';
import { clearanceMeasures } from './suspensions.measures.ts';
import { clearancePersonalData } from './suspensions.personal-data.ts';

export { assertMayHandOn, assertOwnerMayHandOn } from './assert-may-hand-on.ts';
export { debtFields, debtView, exampleDebt } from './debts.schemas.ts';
export { findDebtors, readDebt, type UserDebt, type UserDebtRow } from './debts.sql.ts';
export { type RiskDeps, withRisk, withRisks } from './risk/read-risks.ts';
export { exampleRisk, RiskView, riskView } from './risk/risk.schemas.ts';
export type { AtRisk } from './risk/risk.types.ts';
export { reversedCause } from './suspensions.alerts.ts';
export { owesForReturns, ownerSuspended, withdrawalsSuspended } from './suspensions.errors.ts';
export { findSuspended, hasSuspension, insertSuspension } from './suspensions.sql.ts';

/** Who may hand items and money on. Withdrawals, swaps and payments ask it, each under the lock of the account. */
export const clearance: Module<{ db: Db }> = {
  name: 'clearance',
  personalData: clearancePersonalData,
  invariants: clearanceInvariants,
  follows: clearanceFollows,
  takeOver: takeOverSuspensions,
  run: (deps) => ({
    http: [
      {
        tag: { name: 'clearance', description: 'Users whose withdrawals and swaps are suspended.' },
        admin: (routes) => clearanceAdminRoutes(routes, deps),
      },
    ],
    measures: clearanceMeasures(deps),
  }),
};
