import type { JobSet } from '../../../../platform/jobs.ts';
import { EXPIRE_PAYOUTS, type ExpireDeps, expirePayouts } from './expire-payouts.ts';
import { WATCH_PAYOUTS, type WatchDeps, watchPayouts } from './watch-payouts.ts';
import {
  withdrawConfirmMinutesSetting,
  withdrawDailyMaxSetting,
  withdrawMaxSetting,
  withdrawMinSetting,
  withdrawReviewHoursSetting,
} from './withdraw-settings.ts';

export type { DeskDeps } from './desk-deps.ts';
export { payoutKind } from './payout-orders.ts';
export { payoutsAdminRoutes } from './payouts.admin-routes.ts';
export { payoutsConstraintErrors } from './payouts.errors.ts';
export { payoutsInvariants } from './payouts.invariants.ts';
export { type PlayerDeps, payoutsPlayerRoutes } from './payouts.routes.ts';

export const payoutsSettings = [
  withdrawMinSetting,
  withdrawMaxSetting,
  withdrawDailyMaxSetting,
  withdrawConfirmMinutesSetting,
  withdrawReviewHoursSetting,
];

/** Each bears repetition. */
export const payoutsJobs = (deps: ExpireDeps & WatchDeps): Required<JobSet> => ({
  tasks: {
    [EXPIRE_PAYOUTS]: () => expirePayouts(deps),
    [WATCH_PAYOUTS]: () => watchPayouts(deps),
  },
  schedule: [`* * * * * ${EXPIRE_PAYOUTS}`, `*/10 * * * * ${WATCH_PAYOUTS}`],
});
