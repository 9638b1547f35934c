import type { Id } from '../../../platform/ids.ts';
import type { AlertCause } from '../../people/alerts/index.ts';

/** The alert that asks for a decision on a suspension; lifting the suspension ends it. */
export const reversedCause = (withdrawalId: Id<'market-withdrawal'>): AlertCause => ({
  kind: 'WITHDRAWAL_REVERSED',
  key: withdrawalId,
});
