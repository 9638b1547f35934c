import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { ReferenceStatuses } from '../../assets/wallet/index.ts';
import type { Orders } from '../orders/index.ts';
import type { RiskDeps } from '../suspensions/index.ts';
import { allowancePlayerRoutes } from './allowance/allowance.routes.ts';
import { CANCEL_CHARGES, type CancelledCharges, cancelOpenCharges } from './deposits/charges/cancel-charges.ts';
import { expireDueDeposits } from './deposits/charges/expire-deposits.ts';
import type { InitiateDeps } from './deposits/charges/initiate-deposit.ts';
import {
  depositMaxCentsSetting,
  depositMinCentsSetting,
  depositMinutesSetting,
  openDepositsSetting,
} from './deposits/deposit-settings.ts';
import { depositConfirmedEvent, depositExpiredEvent } from './deposits/deposits.events.ts';
import { decidedDeposits, depositsInvariants } from './deposits/deposits.invariants.ts';
import { depositsPlayerRoutes } from './deposits/deposits.routes.ts';
import { findStatuses } from './deposits/deposits.sql.ts';
import { DEPOSIT_REFERENCE } from './deposits/deposits.types.ts';
import type { ApplyDeps } from './deposits/pix-events/apply-payments.ts';
import { applyPixEvents } from './deposits/pix-events/apply-pix-events.ts';
import { reconcileDeposits } from './deposits/pix-events/reconcile-deposits.ts';
import { takeOverDebts } from './deposits/pix-events/take-over-debts.ts';
import { depositsAdminRoutes } from './deposits/review/deposits.admin-routes.ts';
import { createInbox } from './inbox/create-inbox.ts';
import { inboxInvariants } from './inbox/inbox.invariants.ts';
import { inboxMeasures } from './inbox/inbox.measures.ts';
import { webhookProviderRoutes } from './inbox/inbox.routes.ts';
import { PIX_PAYMENT, PIX_RETURN } from './inbox/pix-events.types.ts';
import { providersOf, type WebhookSecrets } from './inbox/providers/index.ts';
import { paymentsPersonalData, paymentsUnsettled } from './payments.personal-data.ts';
import {
  decidedPayouts,
  erasePixKeys,
  findPayoutStatuses,
  PAYOUT_ENTITY,
  type PayoutDeps,
  type PlayerDeps,
  payoutKind,
  payoutsAdminRoutes,
  payoutsConstraintErrors,
  payoutsFollow,
  payoutsInvariants,
  payoutsJobs,
  payoutsMeasures,
  payoutsPlayerRoutes,
  payoutsSettings,
} from './payouts/index.ts';

export { cancelCharges } from './deposits/charges/cancel-charges.ts';
export {
  countPendingPayouts,
  withdrawConfirmMinutesSetting,
  withdrawDailyMaxSetting,
  withdrawMaxSetting,
  withdrawMinSetting,
  withdrawReviewHoursSetting,
} from './payouts/index.ts';
export { createPix } from './pix/create-pix.ts';
export type { Pix } from './pix/pix.types.ts';
export { depositMaxCentsSetting, depositMinCentsSetting, depositMinutesSetting, openDepositsSetting };

/** How far the payments are that lines of a statement refer to, by their kind. */
export const paymentStatuses: Readonly<Record<string, ReferenceStatuses>> = {
  [DEPOSIT_REFERENCE]: findStatuses,
  [PAYOUT_ENTITY]: findPayoutStatuses,
};

type PaymentsDeps = InitiateDeps &
  ApplyDeps &
  PlayerDeps &
  PayoutDeps &
  RiskDeps & {
    logger: Logger;
    webhookSecrets: WebhookSecrets;
    orders: Orders;
  };

/** Money in: charges by Pix, and what providers say of them. Money out: withdrawals to the Pix keys of users. */
export const payments: Module<PaymentsDeps> = {
  name: 'payments',
  personalData: paymentsPersonalData,
  unsettled: paymentsUnsettled,
  follows: payoutsFollow,
  takeOver: takeOverDebts,
  settings: [
    depositMinCentsSetting,
    depositMaxCentsSetting,
    depositMinutesSetting,
    openDepositsSetting,
    ...payoutsSettings,
  ],
  constraintErrors: payoutsConstraintErrors,
  events: [depositConfirmedEvent, depositExpiredEvent],
  invariants: { ...depositsInvariants, ...inboxInvariants, ...payoutsInvariants },
  decided: sql`${decidedDeposits} union all ${decidedPayouts}`,
  run: (deps) => {
    const { orders, pix } = deps;
    const ofPix = applyPixEvents(deps);
    const inbox = createInbox({ ...deps, handlers: { [PIX_PAYMENT]: ofPix, [PIX_RETURN]: ofPix } });
    const payoutOrders = pix && orders.handle(payoutKind(deps, pix));
    const ofPayouts = payoutsJobs(deps);
    return {
      http: [
        {
          tag: {
            name: 'payment',
            description: 'Deposits and withdrawals of money by Pix.',
            forAdministrators: 'Deposits, decisions on payments that do not fit, and withdrawals of money.',
          },
          player: (routes) => {
            depositsPlayerRoutes(routes, deps);
            payoutsPlayerRoutes(routes, deps);
            allowancePlayerRoutes(routes, deps);
          },
          admin: (routes) => {
            depositsAdminRoutes(routes, deps);
            payoutsAdminRoutes(routes, { ...deps, payoutOrders });
          },
          provider: (routes) =>
            webhookProviderRoutes(routes, { ...deps, inbox, providers: providersOf(deps.webhookSecrets) }),
        },
      ],
      jobs: {
        tasks: {
          'expire-deposits': () => expireDueDeposits(deps),
          [CANCEL_CHARGES]: (payload) => cancelOpenCharges(deps, payload as CancelledCharges),
          'reconcile-deposits': () => reconcileDeposits({ ...deps, inbox }),
          'apply-provider-events': () => inbox.applyWaiting(),
          ...ofPayouts.tasks,
        },
        schedule: [
          '* * * * * expire-deposits',
          '* * * * * reconcile-deposits',
          '* * * * * apply-provider-events',
          ...ofPayouts.schedule,
        ],
      },
      measures: [...inboxMeasures(deps.db), ...payoutsMeasures(deps)],
      erase: erasePixKeys,
      stop: () => inbox.settled(),
    };
  },
};
