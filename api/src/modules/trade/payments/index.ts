import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { Module } from '../../../platform/module.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { ReferenceStatuses } from '../../assets/wallet/index.ts';
import {
  type ApplyDeps,
  applyPayments,
  DEPOSIT_REFERENCE,
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
} from './deposits/index.ts';
import {
  createInbox,
  inboxInvariants,
  inboxMeasures,
  PIX_PAYMENT,
  providersOf,
  type WebhookSecrets,
  webhookProviderRoutes,
} from './inbox/index.ts';

export { createPix, type Pix } from './pix/index.ts';

/** How far the payments are that lines of a statement refer to, by their kind. */
export const paymentStatuses: Readonly<Record<string, ReferenceStatuses>> = { [DEPOSIT_REFERENCE]: findStatuses };

type PaymentsGiven = InitiateDeps &
  ApplyDeps & {
    db: Db;
    clock: Clock;
    logger: Logger;
    webhookSecrets: WebhookSecrets;
  };

/** Money in: charges by Pix, and what providers say of them. */
export const payments: Module<PaymentsGiven> = {
  name: 'payments',
  settings: [depositMinCentsSetting, depositMaxCentsSetting, depositMinutesSetting, openDepositsSetting],
  invariants: { ...depositsInvariants, ...inboxInvariants },
  run: (given) => {
    const inbox = createInbox({ ...given, handlers: { [PIX_PAYMENT]: applyPayments(given) } });
    return {
      http: [
        {
          tag: {
            name: 'payment',
            description: 'Deposits by Pix.',
            forAdministrators: 'Deposits, and decisions on payments that do not fit.',
          },
          player: (routes) => depositsPlayerRoutes(routes, given),
          admin: (routes) => depositsAdminRoutes(routes, given),
          provider: (routes) =>
            webhookProviderRoutes(routes, { ...given, inbox, providers: providersOf(given.webhookSecrets) }),
        },
      ],
      jobs: {
        tasks: {
          'expire-deposits': () => expireDueDeposits(given),
          'reconcile-deposits': () => reconcileDeposits({ ...given, inbox }),
          'apply-provider-events': () => inbox.applyWaiting(),
        },
        schedule: ['* * * * * expire-deposits', '* * * * * reconcile-deposits', '* * * * * apply-provider-events'],
      },
      measures: inboxMeasures(given.db),
      stop: () => inbox.settled(),
    };
  },
};
