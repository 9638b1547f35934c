import type { Id } from '../../../platform/ids.ts';

export const NOTIFICATION_STATUSES = ['UNREAD', 'READ', 'ARCHIVED'] as const;
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
/** What JSON can hold; cents, which are `bigint` inside, must be made strings first. */
type JsonObject = { readonly [key: string]: Json };

export const NOTIFICATION_TYPES = [
  'DEPOSIT_CONFIRMED',
  'WITHDRAWAL_COMPLETED',
  'WITHDRAWAL_FAILED',
  'CASE_OPENING',
  'UPGRADE_SUCCESS',
  'UPGRADE_FAIL',
  'SYSTEM',
  'PROMOTION',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** What is sent to everybody at once. */
export const BROADCAST_TYPES = ['SYSTEM', 'PROMOTION'] as const satisfies readonly NotificationType[];
export type BroadcastType = (typeof BROADCAST_TYPES)[number];

/** What comes with each type of notification. */
interface MetadataByType {
  DEPOSIT_CONFIRMED: { amountCents: string };
  WITHDRAWAL_COMPLETED: { amountCents: string };
  WITHDRAWAL_FAILED: null;
  /** Of the best item; `count` and `caseName` where several cases were opened at once. */
  CASE_OPENING: { itemName: string; isFlip: boolean; openingId: string; count?: number; caseName?: string };
  UPGRADE_SUCCESS: { targetItemName: string; upgradeId: string };
  UPGRADE_FAIL: { targetItemName: string; upgradeId: string };
  SYSTEM: JsonObject | null;
  PROMOTION: JsonObject | null;
}

/** What a notification says in one language. */
export type Words = { readonly title: string; readonly message: string };

/**
 * What is said in English, which is kept as `en` of the metadata. The documents give a failed withdrawal no metadata: pages
 * in English have words of their own for it.
 */
type English<Type extends NotificationType> = Type extends 'WITHDRAWAL_FAILED' ? null : Words;

/** The words are Portuguese, since the players are Brazilian; `en` says the same. */
interface Content<Type extends NotificationType> extends Words {
  type: Type;
  en: English<Type>;
  metadata: MetadataByType[Type];
}

/** What a notification says; its metadata fit its type. */
export type NotificationContent = { [Type in NotificationType]: Content<Type> }[NotificationType];

/** What a sender says in words of their own: the types SYSTEM and PROMOTION have no fixed ones. */
export interface OwnWords extends Words {
  en: Words;
  metadata?: JsonObject | null;
}

/** A notification as it is stored. The metadata are whatever its sender wrote. */
export interface Notification {
  id: Id<'notification'>;
  type: NotificationType;
  title: string;
  message: string;
  metadata: unknown;
  status: NotificationStatus;
  createdAt: Date;
  readAt: Date | null;
}

/** A message of the platform's own to one user. */
export interface SystemNotification extends OwnWords {
  userId: Id<'user'>;
}
