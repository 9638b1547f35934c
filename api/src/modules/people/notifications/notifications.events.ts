import { Type } from 'typebox';
import { defineEvent } from '../../../platform/realtime/events.ts';
import { IdText } from '../../../platform/schemas.ts';
import { BroadcastNotification, PushedNotification } from './notifications.schemas.ts';

export const notificationMade = defineEvent({
  name: 'notification',
  audience: 'user',
  description:
    'You have a new notification. It is stored: `GET /api/notifications` lists it too, as UNREAD. Sent while the ' +
    'setting `liveNotifications` is on.',
  payload: PushedNotification,
});

export const notificationBroadcast = defineEvent({
  name: 'notification:global',
  audience: 'everybody',
  description:
    'A message of the platform to all users. It is stored for each of them by then: `GET /api/notifications` lists it, as ' +
    'UNREAD. `metadata.en` has the words in English.',
  payload: BroadcastNotification,
});

export const notificationRead = defineEvent({
  name: 'notification:read',
  audience: 'user',
  description:
    'You have read one of your notifications, or all of them, perhaps in another tab: what is unread is what ' +
    '`GET /api/notifications/unread-count` says.',
  payload: Type.Object(
    {
      id: Type.Union([Type.String({ ...IdText, description: 'Id of the one that was read' }), Type.Null()], {
        description: 'Id of the notification that was read; null: all of them',
      }),
    },
    { examples: [{ id: '90210' }] },
  ),
});
