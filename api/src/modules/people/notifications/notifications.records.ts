import { type Static, Type } from 'typebox';
import { defineError } from '../../../platform/errors.ts';
import type { Id } from '../../../platform/ids.ts';
import { offsetQuery } from '../../../platform/lists.ts';
import { id, oneOf, string, time } from '../../../platform/record.ts';
import { idOf, timeOf } from '../../../platform/schemas.ts';
import { defineSetting, guardsNothing } from '../../../platform/settings/settings.ts';

const NOTIFICATION_STATUSES = ['UNREAD', 'READ', 'ARCHIVED'] as const;
export type NotificationStatus = (typeof NOTIFICATION_STATUSES)[number];

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
/** Cents must be strings, since JSON has no `bigint`. */
type JsonObject = { readonly [key: string]: Json };

const NOTIFICATION_TYPES = [
  'DEPOSIT_CONFIRMED',
  'WITHDRAWAL_COMPLETED',
  'WITHDRAWAL_FAILED',
  'CASE_OPENING',
  'UPGRADE_SUCCESS',
  'UPGRADE_FAIL',
  'SYSTEM',
  'PROMOTION',
] as const;
type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** These types can be sent to all users at once. */
export const BROADCAST_TYPES = ['SYSTEM', 'PROMOTION'] as const satisfies readonly NotificationType[];

interface MetadataByType {
  DEPOSIT_CONFIRMED: { amountCents: string };
  WITHDRAWAL_COMPLETED: { amountCents: string };
  WITHDRAWAL_FAILED: null;
  /** These are of the best item; several cases in one request add `count` and `caseName`. */
  CASE_OPENING: { itemName: string; isFlip: boolean; openingId: string; count?: number; caseName?: string };
  UPGRADE_SUCCESS: { targetItemName: string; upgradeId: string };
  UPGRADE_FAIL: { targetItemName: string; upgradeId: string };
  SYSTEM: JsonObject | null;
  PROMOTION: JsonObject | null;
}

export type Words = { readonly title: string; readonly message: string };

/**
 * The metadata keep the English words as `en`. A failed withdrawal has no metadata by the documents; pages in English
 * have their own words for it.
 */
type English<Type extends NotificationType> = Type extends 'WITHDRAWAL_FAILED' ? null : Words;

/** The words are Portuguese, since the players are Brazilian; `en` says the same. */
interface Content<Type extends NotificationType> extends Words {
  type: Type;
  en: English<Type>;
  metadata: MetadataByType[Type];
}

/** The metadata fit the type. */
export type NotificationContent = { [Type in NotificationType]: Content<Type> }[NotificationType];

/** The types SYSTEM and PROMOTION have no fixed words. */
export interface OwnWords extends Words {
  en: Words;
  metadata?: JsonObject | null;
}

export interface SystemNotification extends OwnWords {
  userId: Id<'user'>;
}

export const notificationNotFound = defineError(
  'NOTIFICATION_NOT_FOUND',
  404,
  'Notificação não encontrada.',
  'No notification has this id.',
);

export const notificationOfAnotherUser = defineError(
  'NOTIFICATION_OF_ANOTHER_USER',
  400,
  'Esta notificação é de outra pessoa.',
  'Only your own notifications can be marked as read.',
);

const DEFAULT_LIMIT = 50;

const exampleNotifications = [
  {
    id: '1042',
    type: 'SYSTEM',
    title: 'Você ganhou a rifa!',
    message: 'Seu bilhete 17 foi sorteado.',
    metadata: {
      raffleId: '12',
      ticketNumber: 17,
      en: { title: 'You have won the raffle!', message: 'Your ticket 17 was drawn.' },
    },
    status: 'UNREAD',
    createdAt: '2026-11-15T12:00:00.000Z',
  },
  {
    id: '1001',
    type: 'WITHDRAWAL_FAILED',
    title: 'Falha no saque',
    message: 'Não foi possível concluir seu saque. Motivo: chave Pix inválida',
    metadata: null,
    status: 'READ',
    createdAt: '2026-11-14T09:30:00.000Z',
    readAt: '2026-11-14T10:00:00.000Z',
  },
];

const Status = oneOf(NOTIFICATION_STATUSES, 'NotificationStatus', 'No operation archives a notification at present');

export const ListQuery = offsetQuery(DEFAULT_LIMIT, {
  status: Type.Optional(Type.Unsafe<NotificationStatus>({ ...Status, description: 'Only those; all when omitted' })),
});

export function listRequestOf({ status, limit = DEFAULT_LIMIT, offset = 0 }: Static<typeof ListQuery>) {
  return { status, limit, offset };
}

const wordFields = {
  title: string('For the player, in Portuguese', 'Você ganhou a rifa!'),
  message: string('For the player, in Portuguese', 'Seu bilhete 17 foi sorteado.'),
};

const contentFields = {
  id: id<'notification'>('Id to mark it as read by'),
  type: oneOf(NOTIFICATION_TYPES, 'NotificationType', 'Kind of the notification'),
  ...wordFields,
  metadata: Type.Unsafe<unknown>({
    description:
      'Depends on the type. DEPOSIT_CONFIRMED and WITHDRAWAL_COMPLETED: `{ amountCents }`, a decimal string; ' +
      'CASE_OPENING: `{ itemName, isFlip, openingId }`, of the best item and with `count` and `caseName` where one request ' +
      'opened several cases; UPGRADE_SUCCESS and UPGRADE_FAIL: `{ targetItemName, upgradeId }`; ' +
      'WITHDRAWAL_FAILED: null; SYSTEM and PROMOTION: any JSON or null, as the sender defines it. ' +
      'All but WITHDRAWAL_FAILED also have the words in English: `en: { title, message }`; old ones may lack them',
    examples: [
      {
        amountCents: '12345',
        en: { title: 'Your deposit is confirmed', message: 'Your deposit of R$123.45 is confirmed.' },
      },
    ],
  }),
};

const NotificationView = Type.Object(
  {
    ...contentFields,
    status: Status,
    createdAt: time('When it was made'),
    readAt: Type.Optional(time('When it was read; absent while unread')),
  },
  { title: 'Notification', description: 'A message of the platform to you' },
);
/** The metadata are as the sender wrote them. */
export type Notification = Omit<Static<typeof NotificationView>, 'readAt'> & { readAt: Date | null };

export const notificationView = ({ readAt, ...notification }: Notification): Static<typeof NotificationView> =>
  readAt === null ? notification : { ...notification, readAt };

export const Notifications = Type.Array(NotificationView, {
  title: 'NotificationList',
  examples: [exampleNotifications],
});

export const UnreadCount = Type.Object(
  { count: Type.Integer({ description: 'Your unread notifications' }) },
  { title: 'UnreadCount', examples: [{ count: 3 }] },
);

export const NotificationParams = Type.Object({ id: idOf('Id of the notification') });

export const MarkedRead = Type.Object(
  { success: Type.Literal(true, { description: 'Always true' }) },
  { title: 'MarkedRead', examples: [{ success: true }] },
);

export const MarkedAllRead = Type.Object(
  { count: Type.Integer({ description: 'Notifications that changed from UNREAD to READ' }) },
  { title: 'MarkedAllRead', examples: [{ count: 3 }] },
);

/** A pushed notification is new and unread, so it has no status. */
export const PushedNotification = Type.Object(
  { ...contentFields, createdAt: timeOf('When it was made') },
  {
    title: 'PushedNotification',
    examples: [
      {
        id: '1043',
        type: 'CASE_OPENING',
        title: 'Caixa aberta',
        message: 'Você abriu uma caixa e ganhou AK-47 | Redline (Field-Tested).',
        metadata: {
          itemName: 'AK-47 | Redline (Field-Tested)',
          isFlip: false,
          openingId: '5120',
          en: {
            title: 'The case is open',
            message: 'You have opened a case and won AK-47 | Redline (Field-Tested).',
          },
        },
        createdAt: '2026-11-15T12:00:00.000Z',
      },
    ],
  },
);

export function pushView(notification: Notification): Static<typeof PushedNotification> {
  const { id, type, title, message, metadata, createdAt } = notification;
  return { id, type, title, message, metadata, createdAt: createdAt.toISOString() };
}

/** It belongs to no user, so it has no id and is in no list. */
export const BroadcastNotification = Type.Object(
  {
    type: Type.Unsafe<(typeof BROADCAST_TYPES)[number]>({
      type: 'string',
      enum: [...BROADCAST_TYPES],
      description: 'Kind of the notification',
    }),
    ...wordFields,
    metadata: Type.Unsafe<unknown>({ description: 'Any JSON or null, as the sender defines it' }),
    createdAt: timeOf('When it was made'),
  },
  {
    title: 'BroadcastNotification',
    examples: [
      {
        type: 'SYSTEM',
        title: 'Manutenção',
        message: 'Voltamos às 3h.',
        metadata: null,
        createdAt: '2026-11-15T12:00:00.000Z',
      },
    ],
  },
);

/**
 * While it is off, only a raffle's draw makes notifications, without a push. Notices about the safety of an account are
 * always sent.
 */
export const liveNotificationsSetting = defineSetting({
  key: 'liveNotifications',
  description: 'Whether deposits, withdrawals, openings and upgrades create notifications that are pushed at once.',
  schema: Type.Boolean(),
  default: false,
  // Visitors of the sandbox should see them.
  sandboxDefault: true,
  weakenedBy: guardsNothing('what concerns the safety of an account is sent in either case'),
});
