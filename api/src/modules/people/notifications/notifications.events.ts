import { defineEvent } from '../../../platform/realtime/events.ts';
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
    'The platform tells everybody who is connected something. It is not stored, so that no list has it. Sent while the ' +
    'setting `liveNotifications` is on.',
  payload: BroadcastNotification,
});
