import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Module } from '../../../platform/module.ts';
import { broadcastsAdminRoutes } from './broadcasts/broadcasts.routes.ts';
import { type BroadcastDeps, SEND_BROADCAST, sendBroadcast } from './broadcasts/send-broadcast.ts';
import { notificationBroadcast, notificationMade, notificationRead } from './notifications.messages.ts';
import { liveNotificationsSetting } from './notifications.records.ts';
import { type MarkDeps, notificationsPlayerRoutes } from './notifications.routes.ts';
import { deleteNotifications } from './notifications.sql.ts';

export { securityNotice, withdrawalCompleted, withdrawalFailed } from './notifications.messages.ts';
export {
  liveNotificationsSetting,
  type NotificationContent,
  type OwnWords,
  type SystemNotification,
} from './notifications.records.ts';
export { countUnread, insertNotifications } from './notifications.sql.ts';
export { createNotifier, type NotifySecurity, type NotifyUser } from './notifier.ts';

type NotificationsDeps = MarkDeps & BroadcastDeps;

export const notifications: Module<NotificationsDeps> = {
  name: 'notifications',
  personalData: {
    notifications: {
      key: 'id',
      rows: (userId) => sql`
        select id, type, title, message, metadata, status, created_at, read_at
        from notifications where user_id = ${userId}`,
    },
  },
  settings: [liveNotificationsSetting],
  events: [notificationMade, notificationBroadcast, notificationRead],
  run: (deps) => ({
    http: [
      {
        tag: {
          name: 'notifications',
          description: 'Notifications of the platform: read them, count them, mark them as read.',
          forAdministrators: 'Notify all users, and see how far that is.',
        },
        player: (routes) => notificationsPlayerRoutes(routes, deps),
        admin: (routes) => broadcastsAdminRoutes(routes, deps),
      },
    ],
    jobs: { tasks: { [SEND_BROADCAST]: (payload) => sendBroadcast(deps, payload as { id: Id<'broadcast'> }) } },
    erase: deleteNotifications,
  }),
};
