export { sumOpenDeposits } from './change-deposits.sql.ts';
export { CANCEL_CHARGES, type CancelledCharges, cancelCharges, cancelOpenCharges } from './charges/cancel-charges.ts';
export { expireDueDeposits } from './charges/expire-deposits.ts';
export type { InitiateDeps } from './charges/initiate-deposit.ts';
export {
  depositMaxCentsSetting,
  depositMinCentsSetting,
  depositMinutesSetting,
  openDepositsSetting,
} from './deposit-settings.ts';
export { depositConfirmedEvent, depositExpiredEvent } from './deposits.events.ts';
export { decidedDeposits, depositsInvariants } from './deposits.invariants.ts';
export { depositsPlayerRoutes } from './deposits.routes.ts';
export { findStatuses } from './deposits.sql.ts';
export { DEPOSIT_REFERENCE } from './deposits.types.ts';
export type { ApplyDeps } from './pix-events/apply-payments.ts';
export { applyPixEvents } from './pix-events/apply-pix-events.ts';
export { reconcileDeposits } from './pix-events/reconcile-deposits.ts';
export { takeOverDebts } from './pix-events/take-over-debts.ts';
export { depositsAdminRoutes } from './review/deposits.admin-routes.ts';
