import { type Static, Type } from 'typebox';
import { offsetQuery } from '../../../platform/lists.ts';
import { idOf, timeOf } from '../../../platform/schemas.ts';
import {
  BROADCAST_TYPES,
  type BroadcastType,
  NOTIFICATION_STATUSES,
  NOTIFICATION_TYPES,
  type Notification,
  type NotificationStatus,
  type NotificationType,
} from './notifications.types.ts';

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

const Status = Type.Unsafe<NotificationStatus>({
  title: 'NotificationStatus',
  type: 'string',
  enum: [...NOTIFICATION_STATUSES],
  description: 'No operation archives a notification at present',
});

export const ListQuery = offsetQuery(DEFAULT_LIMIT, {
  status: Type.Optional(Type.Unsafe<NotificationStatus>({ ...Status, description: 'Only those; all when omitted' })),
});

export function listRequestOf({ status, limit = DEFAULT_LIMIT, offset = 0 }: Static<typeof ListQuery>) {
  return { status, limit, offset };
}

const CreatedAt = timeOf('When it was made');

const wordFields = {
  title: Type.String({ description: 'For the player, in Portuguese' }),
  message: Type.String({ description: 'For the player, in Portuguese' }),
};

const contentFields = {
  id: idOf('Id to mark it as read by'),
  type: Type.Unsafe<NotificationType>({
    title: 'NotificationType',
    type: 'string',
    enum: [...NOTIFICATION_TYPES],
    description: 'Kind of the notification',
    examples: ['SYSTEM'],
  }),
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
    createdAt: CreatedAt,
    readAt: Type.Optional(timeOf('When it was read; absent while unread')),
  },
  { title: 'Notification', description: 'A message of the platform to you' },
);

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

export function notificationView(notification: Notification): Static<typeof NotificationView> {
  const { status, readAt } = notification;
  return { ...pushView(notification), status, ...(readAt === null ? {} : { readAt: readAt.toISOString() }) };
}

/** What the owner's sockets are sent: it is unread and new, so that the status says nothing. */
export const PushedNotification = Type.Object(
  { ...contentFields, createdAt: CreatedAt },
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

/** Belongs to no user, so that it has no id and is in no list. */
export const BroadcastNotification = Type.Object(
  {
    type: Type.Unsafe<BroadcastType>({
      type: 'string',
      enum: [...BROADCAST_TYPES],
      description: 'Kind of the notification',
    }),
    ...wordFields,
    metadata: Type.Unsafe<unknown>({ description: 'Any JSON or null, as the sender defines it' }),
    createdAt: CreatedAt,
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
