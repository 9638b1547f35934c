import { createBatchedRead } from '../../../platform/batches/batched-reads.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Module } from '../../../platform/module.ts';
import type { Push } from '../../../platform/realtime/events.ts';
import type { DecisionDeps } from '../../people/decisions/index.ts';
import { updateBarForEver } from './play-guards.sql.ts';
import type { StatusesByReference } from './statements/list-transfers.ts';
import { transferSchemas } from './statements/transfers.schemas.ts';
import { walletAdminRoutes } from './statements/wallet.admin-routes.ts';
import { walletPlayerRoutes } from './statements/wallet.routes.ts';
import { transferDays } from './transfer-days.ts';
import { expectStakes } from './wagers/wagers.counts.ts';
import { expectTypes } from './wallet.counts.ts';
import { walletConstraintErrors } from './wallet.errors.ts';
import { balanceUpdated } from './wallet.events.ts';
import { adjustedBalances, walletInvariants } from './wallet.invariants.ts';
import { walletPersonalData, walletUnsettled } from './wallet.personal-data.ts';
import { readStandings } from './wallet.sql.ts';
import { type GameTransfers, transferTypes } from './wallet.types.ts';

export { adjustBalance } from './adjust-balance.ts';
export { changeDebts, type DebtChange } from './debts.ts';
export { holdBalance, releaseHold, settleHold } from './holds.ts';
export {
  updateHasLimits,
  updatePlayBar,
} from './play-guards.sql.ts';
export { lockPlayGuard, readPlayGuard } from './play-guards.ts';
export { creditBalances, lockAccount, lockAccounts } from './post-transfers.ts';
export type { ReferenceStatuses } from './statements/list-transfers.ts';
export { transferDays } from './transfer-days.ts';
export { insufficientBalance } from './wallet.errors.ts';
export { notifyBalance } from './wallet.events.ts';
export { transferTypesInvariants } from './wallet.invariants.ts';
export { readStandings } from './wallet.sql.ts';
export { type PlayGuard, transferTypes } from './wallet.types.ts';

interface WalletDeps extends DecisionDeps {
  db: Db;
  push: Pick<Push, 'toUser'>;
  /** Of the records that lines refer to, kept by the modules above. */
  referenceStatuses: StatusesByReference;
  /** Of every game in which something is staked. */
  gameTransfers: readonly GameTransfers[];
  /** The types of stakes on rolls. */
  wagerTypes: readonly string[];
}

/** Money: the ledger, the balances that follow from it, and what is set aside of them. */
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
    const read = createBatchedRead((userIds: Id<'user'>[]) => readStandings(db, userIds));
    const readBalance = async (userId: Id<'user'>) => (await read(userId)) ?? { balanceCents: 0n, debtCents: 0n };
    return {
      http: [
        {
          tag: {
            name: 'wallet',
            description: 'Your balance in BRL and what has changed it.',
            forAdministrators: 'The ledger, the statements of users, and adjustments of balances.',
          },
          player: (routes) => walletPlayerRoutes(routes, { db, readBalance, referenceStatuses, schemas }),
          admin: (routes) => walletAdminRoutes(routes, { db, push, clock, settings, schemas }),
        },
      ],
      erase: updateBarForEver,
    };
  },
};
