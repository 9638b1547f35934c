import type { Db } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';
import { accountsWith } from '../../people/person-facts/index.ts';
import { suspensionsInvariants } from './suspensions.invariants.ts';
import { suspensionsAdminRoutes } from './suspensions.routes.ts';
import { countSuspensions, hasSuspension, moveSuspensions } from './suspensions.sql.ts';

export {
  type AtRisk,
  debtFields,
  owesForReturns,
  ownerSuspended,
  Risk,
  reversedCause,
  type UserDebt,
  withdrawalsSuspended,
} from './suspensions.records.ts';
export { findDebtors, findSuspended, hasSuspension, insertSuspension, readDebt } from './suspensions.sql.ts';
export { assertMayHandOn, assertOwnerMayHandOn, type RiskDeps, withRisk, withRisks } from './suspensions.ts';

/** Item withdrawals, swaps and payments look for a suspension, each under the lock of the account. */
export const suspensions: Module<{ db: Db }> = {
  name: 'suspensions',
  personalData: {
    withdrawalSuspension: {
      key: 'withdrawal_id',
      rows: (userId) => sql`
        select withdrawal_id, since, reason from withdrawal_suspensions where user_id = ${userId}`,
    },
  },
  invariants: suspensionsInvariants,
  follows: {
    // It stays on the closed account until the person comes back, so that it can be lifted meanwhile.
    [accountsWith('suspension')]: {
      keep: async (tx, userId) =>
        (await hasSuspension(tx, userId)) ? { value: { [userId]: true }, until: null } : null,
    },
  },
  takeOver: moveSuspensions,
  run: (deps) => ({
    http: [
      {
        tag: { name: 'suspensions', description: 'Users whose withdrawals and swaps are suspended.' },
        admin: (routes) => suspensionsAdminRoutes(routes, deps),
      },
    ],
    measures: [
      {
        name: 'lisura_skin_withdrawal_suspensions',
        help: 'Users whose withdrawals and swaps are suspended after a reversed trade',
        labels: [],
        read: async () => [{ labels: {}, value: await countSuspensions(deps.db) }],
      },
    ],
  }),
};
