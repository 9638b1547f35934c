export type { ApplyDeps } from './apply-payments.ts';
export { applyPixEvents } from './apply-pix-events.ts';
export { CALL_OFF_CHARGES, type CalledOff, callOffCharges, callOffOpenCharges } from './call-off-charges.ts';
export {
  depositMaxCentsSetting,
  depositMinCentsSetting,
  depositMinutesSetting,
  openDepositsSetting,
} from './deposit-settings.ts';
export { depositsAdminRoutes } from './deposits.admin-routes.ts';
export { decidedDeposits, depositsInvariants } from './deposits.invariants.ts';
export { depositsPlayerRoutes } from './deposits.routes.ts';
export { findStatuses } from './deposits.sql.ts';
export { DEPOSIT_REFERENCE } from './deposits.types.ts';
export { expireDueDeposits } from './expire-deposits.ts';
export type { InitiateDeps } from './initiate-deposit.ts';
export { reconcileDeposits } from './reconcile-deposits.ts';
export { takeOverDebts } from './take-over-debts.ts';
