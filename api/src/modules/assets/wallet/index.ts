import { createBatchedRead } from '../../../platform/batches/batched-reads.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { Module } from '../../../platform/module.ts';
import type { Push } from '../../../platform/realtime/events.ts';
import type { DecisionDeps } from '../../people/decisions/index.ts';
import { balanceUpdated, expectTypes } from './ledger.ts';
import { transferDays } from './statements.sql.ts';
import type { StatusesByReference } from './statements.ts';
import { expectStakes } from './wagers/charge-wagers.ts';
import { adjustedBalances, walletInvariants } from './wallet.invariants.ts';
import { type GameTransfers, transferSchemas, transferTypes, walletConstraintErrors } from './wallet.records.ts';
import { walletAdminRoutes, walletPlayerRoutes } from './wallet.routes.ts';
import { readStandings, updateBarForEver, walletPersonalData, walletUnsettled } from './wallet.sql.ts';

export {
  adjustBalance,
  changeDebts,
  creditBalances,
  type DebtChange,
  holdBalance,
  lockAccount,
  lockAccounts,
  lockPlayGuard,
  notifyBalance,
  readPlayGuard,
  releaseHold,
  settleHold,
} from './ledger.ts';
export { transferDays } from './statements.sql.ts';
export type { ReferenceStatuses } from './statements.ts';
export { transferTypesInvariants } from './wallet.invariants.ts';
export { insufficientBalance, type PlayGuard, transferTypes } from './wallet.records.ts';
export { readStandings, updateHasLimits, updatePlayBar } from './wallet.sql.ts';

interface WalletDeps extends DecisionDeps {
  db: Db;
  push: Pick<Push, 'toUser'>;
  referenceStatuses: StatusesByReference;
  gameTransfers: readonly GameTransfers[];
  wagerTypes: readonly string[];
}

export const wallet: Module<WalletDeps> = {
  name: 'wallet',
  personalData: walletPersonalData,
  unsettled: walletUnsettled,
  constraintErrors: walletConstraintErrors,
  events: [balanceUpdated],
  rollUps: [transferDays],
  invariants: walletInvariants,
  decided: adjustedBalances,
  run: ({ db, push, clock, settings, referenceStatuses, gameTransfers, wagerTypes }) => {
    const types = transferTypes(gameTransfers);
    expectTypes(types);
    expectStakes(wagerTypes);
    const schemas = transferSchemas(types);
    const readStanding = createBatchedRead(readStandings.bind(null, db));
    return {
      http: [
        {
          tag: {
            name: 'wallet',
            description: 'Your balance in BRL and what has changed it.',
            forAdministrators: 'The ledger, the statements of users, and adjustments of balances.',
          },
          player: (routes) => walletPlayerRoutes(routes, { db, readStanding, referenceStatuses, schemas }),
          admin: (routes) => walletAdminRoutes(routes, { db, push, clock, settings, schemas }),
        },
      ],
      erase: updateBarForEver,
    };
  },
};
