import { type Static, Type } from 'typebox';
import { IdText, Timestamp } from '../../../platform/schemas.ts';
import {
  NOTIFICATION_STATUSES,
  NOTIFICATION_TYPES,
  type Notification,
  type NotificationStatus,
  type NotificationType,
} from './notifications.types.ts';

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 50;

const exampleNotifications = [
  {
    id: '1042',
    type: 'SYSTEM',
    title: 'Você ganhou a rifa!',
    message: 'Seu bilhete 17 foi sorteado.',
    metadata: { raffleId: '12', ticketNumber: 17 },
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
  type: 'string',
  enum: [...NOTIFICATION_STATUSES],
  description: 'No operation archives a notification at present',
});

export const ListQuery = Type.Object({
  status: Type.Optional(Type.Unsafe<NotificationStatus>({ ...Status, description: 'Only those; all when omitted' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT, description: 'Entries at most' }),
  ),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      // The database counts in 64 bits, and a number beyond this one is not exact.
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
      description: 'Entries to leave out, counted from the newest',
    }),
  ),
});

export function listRequestOf({ status, limit = DEFAULT_LIMIT, offset = 0 }: Static<typeof ListQuery>) {
  return { status, limit, offset };
}

const NotificationView = Type.Object({
  id: IdText,
  type: Type.Unsafe<NotificationType>({ type: 'string', enum: [...NOTIFICATION_TYPES], examples: ['SYSTEM'] }),
  title: Type.String({ description: 'For the player, in Portuguese' }),
  message: Type.String({ description: 'For the player, in Portuguese' }),
  metadata: Type.Unsafe<unknown>({
    description:
      'Depends on the type. DEPOSIT_CONFIRMED and WITHDRAWAL_COMPLETED: `{ amountCents }`, a decimal string; ' +
      'CASE_OPENING: `{ itemName, isFlip }`; UPGRADE_SUCCESS and UPGRADE_FAIL: `{ targetItemName }`; ' +
      'WITHDRAWAL_FAILED: null; SYSTEM and PROMOTION: any JSON or null, as the sender defines it',
    examples: [{ amountCents: '12345' }],
  }),
  status: Status,
  createdAt: Timestamp,
  readAt: Type.Optional(Type.String({ format: 'date-time', description: 'When it was read; absent while unread' })),
});

export const Notifications = Type.Array(NotificationView, { examples: [exampleNotifications] });

export const UnreadCount = Type.Object(
  { count: Type.Integer({ description: 'Your unread notifications' }) },
  { examples: [{ count: 3 }] },
);

export const NotificationParams = Type.Object({ id: IdText });

export const MarkedRead = Type.Object({ success: Type.Literal(true) }, { examples: [{ success: true }] });

export const MarkedAllRead = Type.Object(
  { count: Type.Integer({ description: 'Notifications that changed from UNREAD to READ' }) },
  { examples: [{ count: 3 }] },
);

export function notificationView(notification: Notification): Static<typeof NotificationView> {
  const { status, readAt } = notification;
  return { ...pushView(notification), status, ...(readAt === null ? {} : { readAt: readAt.toISOString() }) };
}

/** What the owner's sockets are sent: it is unread and new, so that the status says nothing. */
export function pushView({ id, type, title, message, metadata, createdAt }: Notification) {
  return { id, type, title, message, metadata, createdAt: createdAt.toISOString() };
}
