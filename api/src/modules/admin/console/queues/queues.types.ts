import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';

/** What waits for administrators, in the order in which it is shown. */
export const QUEUES = [
  'DEPOSITS',
  'MONEY_WITHDRAWALS',
  'ITEM_WITHDRAWALS',
  'SITE_SWAPS',
  'ORDERS',
  'SUSPECTS',
  'PRICES',
  'PROPOSALS',
] as const;
export type QueueName = (typeof QUEUES)[number];

/** Records of one status in a queue. */
export interface QueueCount {
  queue: QueueName;
  status: string;
  count: number;
  /** Those of them that an administrator has to decide on. */
  waiting: number;
  /** Since when the first of those waits; null where there is none. */
  oldestAt: Date | null;
}

export interface Queue {
  name: QueueName;
  waiting: number;
  oldestAt: Date | null;
  statuses: { status: string; count: number }[];
}

/** An order outside, with the record that it is for. */
export interface ListedOrder {
  id: Id<'order'>;
  kind: string;
  projectId: string;
  status: string;
  requestedAt: Date;
  sentAt: Date | null;
  settledAt: Date | null;
  /** Null where the record is of a kind that this version does not know. */
  recordId: string | null;
  userId: Id<'user'> | null;
  username: string | null;
  /** In cents of BRL; null where the order says none. */
  amountCents: Cents | null;
}

/** A decision that one administrator has proposed and a second has to agree to. */
export interface Proposal {
  id: Id<'proposal'>;
  entityType: string;
  entityId: string;
  action: string;
  content: string;
  ownerId: Id<'user'> | null;
  ownerName: string | null;
  proposedBy: Id<'user'>;
  proposerName: string;
  reason: string | null;
  proposedAt: Date;
}
