import { sql } from '../../../platform/database/sql.ts';
import type { Module } from '../../../platform/module.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { ReferenceStatuses } from '../../assets/wallet/index.ts';
import type { Orders } from '../orders/index.ts';
import type { RiskDeps } from '../suspensions/index.ts';
import {
  type ApplyDeps,
  applyPixEvents,
  CALL_OFF_CHARGES,
  type CalledOff,
  callOffOpenCharges,
  DEPOSIT_REFERENCE,
  decidedDeposits,
  depositMaxCentsSetting,
  depositMinCentsSetting,
  depositMinutesSetting,
  depositsAdminRoutes,
  depositsInvariants,
  depositsPlayerRoutes,
  expireDueDeposits,
  findStatuses,
  type InitiateDeps,
  openDepositsSetting,
  reconcileDeposits,
  takeOverDebts,
} from './deposits/index.ts';
import {
  createInbox,
  inboxInvariants,
  inboxMeasures,
  PIX_PAYMENT,
  PIX_RETURN,
  providersOf,
  type WebhookSecrets,
  webhookProviderRoutes,
} from './inbox/index.ts';
import { paymentsPersonalData, paymentsUnsettled } from './payments.personal-data.ts';
import {
  type DeskDeps,
  decidedPayouts,
  erasePixKeys,
  findPayoutStatuses,
  PAYOUT_ENTITY,
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

export { callOffCharges } from './deposits/index.ts';
export {
  countPendingPayouts,
  withdrawConfirmMinutesSetting,
  withdrawDailyMaxSetting,
  withdrawMaxSetting,
  withdrawMinSetting,
  withdrawReviewHoursSetting,
} from './payouts/index.ts';
export { createPix, type Pix } from './pix/index.ts';
export { depositMaxCentsSetting, depositMinCentsSetting, depositMinutesSetting, openDepositsSetting };

/** How far the payments are that lines of a statement refer to, by their kind. */
export const paymentStatuses: Readonly<Record<string, ReferenceStatuses>> = {
  [DEPOSIT_REFERENCE]: findStatuses,
  [PAYOUT_ENTITY]: findPayoutStatuses,
};

type PaymentsGiven = InitiateDeps &
  ApplyDeps &
  PlayerDeps &
  DeskDeps &
  RiskDeps & {
    logger: Logger;
    webhookSecrets: WebhookSecrets;
    orders: Orders;
  };

/** Money in: charges by Pix, and what providers say of them. Money out: withdrawals to the Pix keys of users. */
export const payments: Module<PaymentsGiven> = {
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
  invariants: { ...depositsInvariants, ...inboxInvariants, ...payoutsInvariants },
  decided: sql`${decidedDeposits} union all ${decidedPayouts}`,
  run: (given) => {
    const { orders, pix } = given;
    const ofPix = applyPixEvents(given);
    const inbox = createInbox({ ...given, handlers: { [PIX_PAYMENT]: ofPix, [PIX_RETURN]: ofPix } });
    const payoutOrders = pix && orders.handle(payoutKind(given, pix));
    const ofPayouts = payoutsJobs(given);
    return {
      http: [
        {
          tag: {
            name: 'payment',
            description: 'Deposits and withdrawals of money by Pix.',
            forAdministrators: 'Deposits, decisions on payments that do not fit, and withdrawals of money.',
          },
          player: (routes) => {
            depositsPlayerRoutes(routes, given);
            payoutsPlayerRoutes(routes, given);
          },
          admin: (routes) => {
            depositsAdminRoutes(routes, given);
            payoutsAdminRoutes(routes, { ...given, payoutOrders });
          },
          provider: (routes) =>
            webhookProviderRoutes(routes, { ...given, inbox, providers: providersOf(given.webhookSecrets) }),
        },
      ],
      jobs: {
        tasks: {
          'expire-deposits': () => expireDueDeposits(given),
          [CALL_OFF_CHARGES]: (payload) => callOffOpenCharges(given, payload as CalledOff),
          'reconcile-deposits': () => reconcileDeposits({ ...given, inbox }),
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
      measures: [...inboxMeasures(given.db), ...payoutsMeasures(given)],
      erase: erasePixKeys,
      stop: () => inbox.settled(),
    };
  },
};
