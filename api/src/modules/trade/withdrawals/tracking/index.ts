export { type FollowDeps, followFeed } from './follow-feed.ts';
export { createPollTimer } from './poll-timer.ts';
export type { PollDeps } from './poll-withdrawals.ts';
export { suspendOnReversalSetting } from './suspend-on-reversal.ts';
export { trackingInvariants } from './tracking.invariants.ts';
export { trackingMeasures } from './tracking.measures.ts';
export { trackingPlayerRoutes } from './tracking.routes.ts';
export { watchWithdrawals } from './watch-withdrawals.ts';
