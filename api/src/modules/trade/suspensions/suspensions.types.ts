import type { Id } from '../../../platform/ids.ts';

/** Who hands nothing on until an administrator has decided, and since which reversal. */
export interface Suspension {
  userId: Id<'user'>;
  username: string;
  since: Date;
  reason: string;
  withdrawalId: Id<'market-withdrawal'>;
}
