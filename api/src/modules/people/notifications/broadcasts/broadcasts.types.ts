import type { Id } from '../../../../platform/ids.ts';
import type { BroadcastType } from '../notifications.types.ts';

/** Whom it is for. */
export interface Audience {
  /** Only to those who were there within so many days; null: to all. */
  activeWithinDays: number | null;
}

/** What is said, in both languages. */
export interface BroadcastContent extends Audience {
  type: BroadcastType;
  title: string;
  message: string;
  titleEn: string;
  messageEn: string;
}

export interface Broadcast extends BroadcastContent {
  id: Id<'broadcast'>;
  reason: string;
  createdBy: Id<'user'>;
  /** As that administrator is called. */
  creatorName: string;
  createdAt: Date;
  recipients: number;
  sent: number;
  /** Null while it is sent. */
  finishedAt: Date | null;
}
