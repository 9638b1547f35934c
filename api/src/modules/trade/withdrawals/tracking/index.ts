export { type FollowDeps, followFeed } from './feed/follow-feed.ts';
export { createPollTimer } from './polling/poll-timer.ts';
export type { PollDeps } from './polling/poll-withdrawals.ts';
export { watchWithdrawals } from './polling/watch-withdrawals.ts';
export { suspendOnReversalSetting } from './reversals/suspend-on-reversal.ts';
export { trackingInvariants } from './tracking.invariants.ts';
export { trackingMeasures } from './tracking.measures.ts';
export { trackingPlayerRoutes } from './tracking.routes.ts';
