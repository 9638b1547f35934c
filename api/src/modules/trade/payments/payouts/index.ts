import type { Db } from '../../../../platform/database/db.ts';
import type { JobSet } from '../../../../platform/jobs/jobs.ts';
import type { Measure } from '../../../../platform/observability/metrics.ts';
import { countOpenPayouts } from './payouts.sql.ts';
import { EXPIRE_PAYOUTS, type ExpireDeps, expirePayouts } from './requests/expire-payouts.ts';
import { WATCH_PAYOUTS, type WatchDeps, watchPayouts } from './watch-payouts.ts';
import {
  withdrawConfirmMinutesSetting,
  withdrawDailyMaxSetting,
  withdrawMaxSetting,
  withdrawMinSetting,
  withdrawReviewHoursSetting,
} from './withdraw-settings.ts';

export { erasePixKeys } from './change-payouts.sql.ts';
export type { PayoutDeps } from './payout-deps.ts';
export { payoutKind } from './payout-orders.ts';
export { payoutsConstraintErrors } from './payouts.errors.ts';
export { decidedPayouts, payoutsInvariants } from './payouts.invariants.ts';
export type { WithdrawLimits } from './payouts.rules.ts';
export { countPendingPayouts, findPayoutStatuses } from './payouts.sql.ts';
export { PAYOUT_ENTITY } from './payouts.types.ts';
export { payoutsFollow, sumAskedToday } from './person-facts.ts';
export { type PlayerDeps, payoutsPlayerRoutes } from './requests/payouts.routes.ts';
export { payoutsAdminRoutes } from './review/payouts.admin-routes.ts';

export {
  withdrawConfirmMinutesSetting,
  withdrawDailyMaxSetting,
  withdrawMaxSetting,
  withdrawMinSetting,
  withdrawReviewHoursSetting,
};

export const payoutsSettings = [
  withdrawMinSetting,
  withdrawMaxSetting,
  withdrawDailyMaxSetting,
  withdrawConfirmMinutesSetting,
  withdrawReviewHoursSetting,
];

export const payoutsMeasures = ({ db }: { db: Db }): Measure[] => [
  {
    name: 'lisura_money_withdrawals_open',
    help: 'Money withdrawals under way, by status',
    labels: ['status'],
    read: async () => (await countOpenPayouts(db)).map(({ status, count }) => ({ labels: { status }, value: count })),
  },
];

/** Each bears repetition. */
export const payoutsJobs = (deps: ExpireDeps & WatchDeps): Required<JobSet> => ({
  tasks: {
    [EXPIRE_PAYOUTS]: () => expirePayouts(deps),
    [WATCH_PAYOUTS]: () => watchPayouts(deps),
  },
  schedule: [`* * * * * ${EXPIRE_PAYOUTS}`, `*/10 * * * * ${WATCH_PAYOUTS}`],
});
