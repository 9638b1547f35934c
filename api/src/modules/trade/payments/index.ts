import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { Certificates } from '../../../platform/outbound/certificate-ends.ts';
import type { ReferenceStatuses } from '../../assets/wallet/index.ts';
import type { Orders } from '../orders/index.ts';
import type { RiskDeps } from '../suspensions/index.ts';
import { allowancePlayerRoutes } from './allowance/allowance.routes.ts';
import { watchCertificates } from './certificates/watch-certificates.ts';
import type { ApplyDeps } from './deposits/apply-payments.ts';
import { applyPixEvents, takeOverDebts } from './deposits/apply-pix-events.ts';
import {
  CANCEL_CHARGES,
  type CancelledCharges,
  cancelOpenCharges,
  expireDueDeposits,
  readStatement,
  reconcileDeposits,
} from './deposits/charges.ts';
import { depositConfirmedEvent, depositExpiredEvent } from './deposits/deposits.messages.ts';
import {
  DEPOSIT_REFERENCE,
  depositMaxCentsSetting,
  depositMinCentsSetting,
  depositMinutesSetting,
  openDepositsSetting,
} from './deposits/deposits.records.ts';
import { depositsAdminRoutes, depositsPlayerRoutes } from './deposits/deposits.routes.ts';
import { findStatuses } from './deposits/deposits.sql.ts';
import type { InitiateDeps } from './deposits/initiate-deposit.ts';
import { createInbox, inboxMeasures } from './inbox/create-inbox.ts';
import { createHints } from './inbox/hints.ts';
import { PIX_PAYMENT, PIX_RETURN } from './inbox/inbox.records.ts';
import { webhookProviderRoutes } from './inbox/inbox.routes.ts';
import { providersOf, type WebhookSecrets } from './inbox/providers.ts';
import {
  decidedDeposits,
  decidedPayouts,
  depositsInvariants,
  inboxInvariants,
  payoutsInvariants,
} from './payments.invariants.ts';
import { paymentsPersonalData, paymentsUnsettled } from './payments.personal-data.ts';
import { expirePayouts, type PayoutDeps, payoutsMeasures, watchPayouts } from './payouts/end-payouts.ts';
import { payoutKind } from './payouts/payout-orders.ts';
import { payoutsConstraintErrors } from './payouts/payout-steps.records.ts';
import {
  PAYOUT_ENTITY,
  withdrawConfirmMinutesSetting,
  withdrawDailyMaxSetting,
  withdrawMaxSetting,
  withdrawMinSetting,
  withdrawReviewHoursSetting,
} from './payouts/payouts.records.ts';
import { type PlayerDeps, payoutsAdminRoutes, payoutsPlayerRoutes } from './payouts/payouts.routes.ts';
import { erasePixKeys, findPayoutStatuses } from './payouts/payouts.sql.ts';
import { payoutsFollow } from './payouts/request-payout.ts';

export { cancelCharges } from './deposits/charges.ts';
export type { WebhookSecrets } from './inbox/providers.ts';
export { countPendingPayouts } from './payouts/payouts.sql.ts';
export { type BankName, bankProfiles } from './pix/banks.ts';
export { createPix } from './pix/create-pix.ts';
export type { Pix } from './pix/pix.records.ts';
export {
  depositMaxCentsSetting,
  depositMinCentsSetting,
  depositMinutesSetting,
  openDepositsSetting,
  withdrawConfirmMinutesSetting,
  withdrawDailyMaxSetting,
  withdrawMaxSetting,
  withdrawMinSetting,
  withdrawReviewHoursSetting,
};

export const paymentStatuses: Readonly<Record<string, ReferenceStatuses>> = {
  [DEPOSIT_REFERENCE]: findStatuses,
  [PAYOUT_ENTITY]: findPayoutStatuses,
};

type PaymentsDeps = InitiateDeps &
  ApplyDeps &
  PlayerDeps &
  PayoutDeps &
  RiskDeps & { logger: Logger; webhookSecrets: WebhookSecrets; orders: Orders; bankCertificates: Certificates };

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
    withdrawMinSetting,
    withdrawMaxSetting,
    withdrawDailyMaxSetting,
    withdrawConfirmMinutesSetting,
    withdrawReviewHoursSetting,
  ],
  constraintErrors: payoutsConstraintErrors,
  events: [depositConfirmedEvent, depositExpiredEvent],
  invariants: { ...depositsInvariants, ...inboxInvariants, ...payoutsInvariants },
  decided: sql`${decidedDeposits} union all ${decidedPayouts}`,
  run: (deps) => {
    const { orders, pix } = deps;
    const ofPix = applyPixEvents(deps);
    const inbox = createInbox({ ...deps, handlers: { [PIX_PAYMENT]: ofPix, [PIX_RETURN]: ofPix } });
    const hints = pix && createHints({ ...deps, pix, inbox });
    const payoutOrders = pix?.canSend ? orders.handle(payoutKind(deps, pix)) : null;
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
            webhookProviderRoutes(routes, { ...deps, inbox, hints, providers: providersOf(deps.webhookSecrets) }),
        },
      ],
      jobs: {
        tasks: {
          'expire-deposits': () => expireDueDeposits(deps),
          [CANCEL_CHARGES]: (payload) => cancelOpenCharges(deps, payload as CancelledCharges),
          'reconcile-deposits': () => reconcileDeposits({ ...deps, inbox }),
          'read-bank-statement': () => readStatement({ ...deps, inbox }),
          'watch-bank-certificates': () => watchCertificates(deps),
          'ask-for-hinted-payments': async () => hints?.askDue(),
          'apply-provider-events': () => inbox.applyWaiting(),
          'expire-money-withdrawals': () => expirePayouts(deps),
          'watch-money-withdrawals': () => watchPayouts(deps),
        },
        schedule: [
          '* * * * * expire-deposits',
          '* * * * * reconcile-deposits',
          '43 * * * * read-bank-statement',
          '7 * * * * watch-bank-certificates',
          '* * * * * ask-for-hinted-payments',
          '* * * * * apply-provider-events',
          '* * * * * expire-money-withdrawals',
          '*/10 * * * * watch-money-withdrawals',
        ],
      },
      measures: [...inboxMeasures(deps.db), ...payoutsMeasures(deps)],
      erase: erasePixKeys,
      stop: async () => {
        await hints?.settled();
        await inbox.settled();
      },
    };
  },
};
