import type { JobSet } from '../../../../platform/jobs/jobs.ts';
import { type FollowTradesDeps, followTrades } from './follow-trades.ts';

export type { DecideDeps } from './decide-return.ts';
export { deliveriesAdminRoutes } from './deliveries.admin-routes.ts';
export { decidedSiteSwaps, deliveriesInvariants } from './deliveries.invariants.ts';
export type { FollowTradesDeps } from './follow-trades.ts';

/** What is bought is followed: asked for every five minutes, those that were asked for longest ago first. */
export const deliveriesJobs = (given: FollowTradesDeps): JobSet => ({
  tasks: { 'follow-site-swaps': () => followTrades(given) },
  schedule: ['*/5 * * * * follow-site-swaps'],
});
